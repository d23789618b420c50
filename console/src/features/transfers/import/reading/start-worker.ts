// oxlint-disable-next-line import/default -- the query makes the URL of the built script its default export
import scriptUrl from './file-worker.ts?worker&url';

/** Named by the policy of the server (security-headers.ts): the only one, and it makes the URL of this worker alone. */
const policyName = 'file-worker';

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

function trustedUrl(): string {
  const trustedTypes = Reflect.get(globalThis, 'trustedTypes') as TrustedTypes | undefined;
  // Firefox and Safari learned it later than Chromium, and need none before.
  if (trustedTypes === undefined) return scriptUrl;
  policy ??= trustedTypes.createPolicy(policyName, {
    createScriptURL: (url) => {
      if (url !== scriptUrl) throw new TypeError(`${url} is not the worker that reads files.`);
      return url;
    },
  });
  return policy.createScriptURL(scriptUrl);
}

/** A thread that reads files; undefined where the browser, or the policy of a proxy, allows none. */
export function startWorker(): Worker | undefined {
  try {
    return new Worker(trustedUrl(), { type: 'module', name: policyName });
  } catch {
    return undefined;
  }
}
