import { LRUCache } from 'lru-cache';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { dataEndpoints } from '@annals/contracts/data';
import type { Method } from '@annals/contracts/endpoint';
import { credentialOf } from '@annals/kit/limits/request-limits';

const remembered = 5_000;

/** Calls that succeed whatever credential they carry. */
const publicCalls = [...authenticationEndpoints, ...dataEndpoints]
  .filter(({ access }) => access.kind === 'public')
  .map(({ method, path }) => {
    const pattern = path.replace(/^\/authentication/, '').replaceAll(/\{\w+\}/g, '[^/?]+');
    return { method, target: new RegExp(`^${pattern}(?:\\?|$)`) };
  });

/**
 * Tells callers apart before anybody has checked who they are. A credential with which a call has succeeded counts as a
 * caller of its own; everything else counts by its address, so that made-up credentials do not multiply a caller's share.
 */
export class AcceptedCredentials {
  readonly #accepted = new LRUCache<string, true>({ max: remembered });

  callerOf(headers: Record<string, string>, address: string): string {
    const credential = credentialOf(headers);
    return credential !== undefined && this.#accepted.get(credential)
      ? credential
      : `address ${address}`;
  }

  /** To be told of each answer. */
  note(call: {
    method: Method;
    target: string;
    headers: Record<string, string>;
    status: number;
  }): void {
    const credential = credentialOf(call.headers);
    if (credential === undefined || call.status >= 300 || this.#accepted.has(credential)) return;
    const isPublic = publicCalls.some(
      ({ method, target }) => method === call.method && target.test(call.target),
    );
    if (!isPublic) this.#accepted.set(credential, true);
  }
}
