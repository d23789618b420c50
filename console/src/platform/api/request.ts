import { fitsInPath, urlOf as fillIn } from '@annals/client/request';
import type { CallName, Endpoint } from '@annals/contracts/endpoint';
import { NoSuchPath } from './errors.ts';

export { fitsInPath } from '@annals/client/request';

/** The input of any endpoint. */
export interface Input {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** The body of a POST to /api/{product} (specification 7, "Transport"). */
export interface ProxyRequest {
  url: string;
  method: string;
  data?: unknown;
  headers: Record<string, string>;
}

/**
 * The address of an endpoint with its parameters and query filled in.
 * @throws NoSuchPath if a parameter cannot be part of a path: the call would go to another one
 */
export function urlOf({ path }: Endpoint, { params, query }: Input): string {
  const values = Object.values(params ?? {});
  if (values.some((value) => typeof value === 'string' && !fitsInPath(value)))
    throw new NoSuchPath();
  return fillIn(path, { ...(params as object) }, { ...(query as object) });
}

/** The name of a call, independent of its input. */
export function nameOfCall({ method, path }: Endpoint): CallName {
  return `${method} ${path as `/${string}`}`;
}

/** A call that before-paint.js has sent, or sends as soon as the previous one is answered. */
interface EarlyCall {
  url: string;
  /** Rejected if it is not sent. */
  sent: Promise<{ body: string; response: Promise<Response> }>;
}

declare global {
  // A plain script can only pass values in global variables.
  var earlyCalls: EarlyCall[] | undefined;
}

/** The response to the same request if it was sent early; each is used once. */
export function takeEarlyCall(
  url: string,
  body: string,
): Promise<Response | undefined> | undefined {
  const at = globalThis.earlyCalls?.findIndex((call) => call.url === url) ?? -1;
  const [found] = at < 0 ? [] : (globalThis.earlyCalls?.splice(at, 1) ?? []);
  return found?.sent.then(
    (sent) => (sent.body === body ? sent.response : undefined),
    () => undefined,
  );
}

/** Discards calls that the start-up did not use, because their responses would be outdated later. */
export function clearEarlyCalls(): void {
  globalThis.earlyCalls = undefined;
}
