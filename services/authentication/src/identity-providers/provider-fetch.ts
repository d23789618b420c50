import {
  guardedFetch,
  type GuardedFetch,
  type GuardedFetchOptions,
  type Peer,
} from '@annals/kit/outgoing/guarded-fetch';
import { tracedFetch } from '@annals/kit/outgoing/traced-fetch';
import type { Tracing } from '@annals/kit/tracing';

const provider: Peer = {
  maxMs: 5_000,
  tooSlow: 'The provider took longer than 5 seconds to answer.',
  maxBytes: 256 * 1024,
  tooLarge: (host) => `The answer of ${host} is larger than 256 KiB.`,
  notPublic: (hostname) =>
    `The host ${hostname} does not have a public address. A provider in the intranet must be named in PROVIDER_HOSTS.`,
};

/** All requests to providers. */
export function providerFetch(options: GuardedFetchOptions, tracing?: Tracing): GuardedFetch {
  const guarded = guardedFetch(provider, options);
  const fetchGuarded = tracing ? tracedFetch(guarded, tracing) : guarded;
  return (address, { method, headers, body, signal }) =>
    fetchGuarded(address, { method, ...(headers && { headers }), body, signal });
}
