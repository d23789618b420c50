import { say } from '@annals/contracts/messages';
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
  tooSlow: say('providerTimeout'),
  maxBytes: 256 * 1024,
  tooLarge: (host) => say('answerTooLarge', { host }),
  notPublic: (hostname) => say('providerHostPrivate', { hostname }),
};

/** All requests to providers. */
export function providerFetch(options: GuardedFetchOptions, tracing?: Tracing): GuardedFetch {
  const guarded = guardedFetch(provider, options);
  const fetchGuarded = tracing ? tracedFetch(guarded, tracing) : guarded;
  return (address, { method, headers, body, signal }) =>
    fetchGuarded(address, { method, ...(headers && { headers }), body, signal });
}
