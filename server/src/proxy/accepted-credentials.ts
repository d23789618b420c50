import { LRUCache } from 'lru-cache';
import { credentialOf } from '@annals/kit/limits/request-limits';

const remembered = 5_000;

/**
 * Identifies callers before their credentials are verified. A credential that a call has succeeded with identifies a
 * caller; all other calls are identified by address, so that invalid credentials do not multiply a caller's share.
 */
export class AcceptedCredentials {
  readonly #accepted = new LRUCache<string, true>({ max: remembered });

  callerOf(headers: Record<string, string>, address: string): string {
    const credential = credentialOf(headers);
    return credential !== undefined && this.#accepted.get(credential)
      ? credential
      : `address ${address}`;
  }

  /** Remembers the credential of an answered call, unless the call succeeds with any. */
  add(call: { isPublic: boolean; headers: Record<string, string>; status: number }): void {
    const credential = credentialOf(call.headers);
    if (credential === undefined || call.isPublic || call.status >= 300) return;
    this.#accepted.set(credential, true);
  }
}
