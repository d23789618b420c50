import type { IncomingHttpHeaders } from 'node:http';
import { positionHeader } from '@annals/contracts/position';

const namesUp = new Set([
  'authorization',
  'x-akarion-api-token',
  'content-type',
  'accept',
  'accept-language',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'x-request-id',
  positionHeader,
]);
const namesDown = ['content-type', 'etag', 'retry-after', 'x-request-id', positionHeader] as const;
const longestValue = 8192;
// Visible ASCII and spaces within (RFC 9110 field-value without obs-text and tabs).
const fieldValue = /^[\x20-\x7e]*$/;

export type HeadersUp = { headers: Record<string, string> } | { fault: string };

/**
 * The request headers to forward, from those a client sent in any case. Others are dropped, since third-party clients
 * send what their library adds.
 * @param hasBody without a body, Content-Type is dropped
 */
export function headersUp(
  given: Readonly<Record<string, unknown>>,
  requestId: string,
  hasBody: boolean,
): HeadersUp {
  const headers: Record<string, string> = {};
  for (const [givenName, value] of Object.entries(given)) {
    const name = givenName.toLowerCase();
    if (!namesUp.has(name)) continue;
    if (typeof value !== 'string') return { fault: `The header ${name} must be a string.` };
    if (value.length > longestValue || !fieldValue.test(value))
      return {
        fault: `The header ${name} must be printable ASCII of at most ${longestValue} characters.`,
      };
    if (name in headers) return { fault: `The header ${name} is given twice.` };
    headers[name] = value;
  }
  headers['x-request-id'] ??= requestId;
  if (hasBody) headers['content-type'] ??= 'application/json';
  else delete headers['content-type'];
  return { headers };
}

/** The headers of an upstream's reply that come down. */
export function headersDown(received: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of namesDown) {
    const value = received[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}
