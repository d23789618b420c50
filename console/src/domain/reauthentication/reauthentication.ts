import { CallError } from '../../platform/api/errors.ts';
import { createStore } from '../../platform/api/store.ts';

/** A pending request to re-authenticate. */
interface PendingReauthentication {
  given: () => void;
  refused: () => void;
}

/** The current request. */
export const pendingReauthentication = createStore<
  (PendingReauthentication & { proof: Promise<void> }) | undefined
>(undefined);

/**
 * Runs an action that may require re-authentication: if the service requires it, a dialog (`Reauthentication`) asks for
 * it, and the action is repeated. If the user cancels, the service's refusal is thrown.
 */
export async function withReauthentication<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!isReauthenticationNeeded(error)) throw error;
    await requestReauthentication(error);
    return act();
  }
}

function isReauthenticationNeeded(error: unknown): error is CallError {
  return error instanceof CallError && error.problem.code === 'reauthentication_needed';
}

function requestReauthentication(error: CallError): Promise<void> {
  const pending = pendingReauthentication.get();
  if (pending) return pending.proof;
  const { promise: proof, resolve, reject } = withResolvers();
  const end = (settle: () => void) => () => {
    pendingReauthentication.set(undefined);
    settle();
  };
  pendingReauthentication.set({ proof, given: end(resolve), refused: end(() => reject(error)) });
  return proof;
}

function withResolvers() {
  let resolve: () => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
