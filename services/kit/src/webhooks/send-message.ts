import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import { Unreachable, type GuardedFetch, type Peer } from '../outgoing/guarded-fetch.ts';
import { retryAfterMs } from './retry-after.ts';

/** The receivers of messages. */
export const receiver: Peer = {
  maxMs: 15_000,
  tooSlow: say('receiverTimeout'),
  maxBytes: 2048,
  // Every response is shown.
  tooLarge: undefined,
  notPublic: (hostname) => say('receiverHostPrivate', { hostname }),
};

const secretPrefix = 'whsec_';

/** In the format of Standard Webhooks: 32 random bytes in base64. */
export const newWebhookSecret = (): string => secretPrefix + randomBytes(32).toString('base64');

export interface Message {
  /** The same for each attempt. */
  id: string;
  /** JSON */
  body: string;
}

export interface Delivery {
  url: string;
  /** Each of them signs. */
  secrets: readonly string[];
  message: Message;
}

/** The result of an attempt. */
export interface Outcome {
  attemptDate: string;
  durationMs: number;
  delivered: boolean;
  /** Null if there was no response. */
  status: number | null;
  contentType: string | null;
  /** The first bytes of the response. */
  responseBody: string | null;
  error: ServiceMessage | null;
  /** How long the receiver asks to wait before the next attempt. */
  retryAfterMs: number;
}

/** The headers of a message (standardwebhooks.com), without the signature. */
export const messageHeaders = (id: string, attemptDate: string): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'annals-webhooks/1',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(Date.parse(attemptDate) / 1000)),
});

/**
 * Sends a message once. Only a response with a status from 200 to 299 counts as delivered.
 * @throws the reason of the signal if it ends the attempt
 */
export async function sendMessage(
  fetchGuarded: GuardedFetch,
  { url, secrets, message: { id, body } }: Delivery,
  stop?: AbortSignal,
): Promise<Outcome> {
  const at = new Date();
  const attemptDate = at.toISOString();
  const signatures = secrets.map((secret) => new Signer(secret).sign(id, at, body));
  const headers = { ...messageHeaders(id, attemptDate), 'webhook-signature': signatures.join(' ') };
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const response = await fetchGuarded(url, { method: 'POST', headers, body, signal: stop });
    const { status } = response;
    return {
      attemptDate,
      durationMs: took(),
      delivered: status >= 200 && status < 300,
      status,
      contentType: response.headers.get('content-type')?.slice(0, 200) ?? null,
      responseBody: storable(await response.text()),
      error: null,
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()),
    };
  } catch (error) {
    stop?.throwIfAborted();
    if (!(error instanceof Unreachable)) throw error;
    return {
      attemptDate,
      durationMs: took(),
      delivered: false,
      status: null,
      contentType: null,
      responseBody: null,
      error: error.explanation,
      retryAfterMs: 0,
    };
  }
}

/** The database cannot store NUL or half of a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();
