import { isAnnounced } from './announced.ts';
import { CallError, reauthenticationNeeded } from './errors.ts';
import { createStore } from './store.ts';

/** The request to confirm one's identity for calls that were refused without. */
interface PendingReauthentication {
  /** Why the first of the calls was refused. */
  refusal: CallError;
  proof: Promise<void>;
  given: () => void;
  refused: () => void;
}

/** Shown by `Reauthentication` of the shell. */
export const pendingReauthentication = createStore<PendingReauthentication | undefined>(undefined);

/** Who shows the request; undefined while there is nobody to ask. */
let asker: object | undefined;

/** Says that there is somebody to ask, until the returned function is called. */
export function askForReauthentication(): () => void {
  const own = {};
  asker = own;
  return () => {
    // Another page may have begun to ask already.
    if (asker !== own) return;
    asker = undefined;
    pendingReauthentication.get()?.refused();
  };
}

/**
 * Makes a call. If the service refuses it without a recent proof of identity, a dialog asks for one, and the call is
 * made again, until it is proof enough or the user cancels: then the refusal is thrown. A service of another vendor has no such proof.
 */
export async function withReauthentication<Result>(act: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isReauthenticationNeeded(error) || !asker || !isAnnounced('authentication')) throw error;
      // A sign-in at a provider may prove nothing; the dialog then says so.
      await requestReauthentication(error);
    }
  }
}

function isReauthenticationNeeded(error: unknown): error is CallError {
  return error instanceof CallError && error.problem.code === reauthenticationNeeded;
}

/** One dialog for all calls that are refused meanwhile. */
function requestReauthentication(error: CallError): Promise<void> {
  const pending = pendingReauthentication.get();
  if (pending) return pending.proof;
  let given: () => void = () => undefined;
  let refused: () => void = () => undefined;
  const proof = new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => () => {
      pendingReauthentication.set(undefined);
      settle();
    };
    given = end(resolve);
    refused = end(() => reject(error));
  });
  pendingReauthentication.set({ refusal: error, proof, given, refused });
  return proof;
}
