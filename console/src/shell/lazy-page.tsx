import { use, type FunctionComponent } from 'react';

/** A page whose code is loaded on demand; the router starts loading it with `preload`. */
export function lazyPage(
  load: () => Promise<FunctionComponent>,
): FunctionComponent & { preload: () => Promise<void> } {
  let Page: FunctionComponent | undefined;
  let loading: Promise<void> | undefined;
  const preload = () => {
    loading ??= afterItsData()
      .then(load)
      .then(
        (loaded) => {
          Page = loaded;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
    return loading;
  };
  function LazyPage() {
    if (Page === undefined) use(preload());
    return Page && <Page />;
  }
  return Object.assign(LazyPage, { preload });
}

/**
 * HTTP/1.1 allows six requests at a time. The loader, which starts together with this, requests the page's data in the
 * current task; if the page's files were requested first, the data would wait for a round trip.
 */
function afterItsData(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener(
      'message',
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(undefined);
  });
}
