import { use, type FunctionComponent } from 'react';

/** A page whose code is loaded when it is first needed; the router starts the load through `preload`. */
export function lazyPage(
  load: () => Promise<FunctionComponent>,
): FunctionComponent & { preload: () => Promise<void> } {
  let Page: FunctionComponent | undefined;
  let loading: Promise<void> | undefined;
  const preload = () => {
    loading ??= load().then(
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
