import type autocannon from 'autocannon';

/** @throws if a request did not succeed */
export function throwIfRequestsFailed(url: string, { non2xx, errors }: autocannon.Result): void {
  if (non2xx > 0 || errors > 0)
    throw new Error(
      `${url}: ${non2xx} responses without success, ${errors} requests without response`,
    );
}
