import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isDeviceCookie, readDeviceCookie } from '@annals/contracts/device-cookie';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import { positionHeader } from '@annals/contracts/position';
import { serviceHeader } from '@annals/contracts/service-name';
import { Problem } from '@annals/kit/problem';

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
const namesDown = [
  'content-type',
  'etag',
  'retry-after',
  'x-request-id',
  positionHeader,
  serviceHeader,
] as const;
const maxValueLength = 8192;
// Visible ASCII and spaces within (RFC 9110 field-value without obs-text and tabs).
const fieldValue = /^[\x20-\x7e]*$/;

export type UpstreamHeaders = { headers: Record<string, string> } | { fault: ServiceMessage };

/**
 * The request headers to forward, from those a client sent in any case. Others are dropped, since third-party clients
 * send what their library adds.
 * @param hasBody without a body, Content-Type is dropped
 */
export function upstreamHeaders(
  given: Readonly<Record<string, unknown>>,
  requestId: string,
  hasBody: boolean,
): UpstreamHeaders {
  const headers: Record<string, string> = {};
  for (const [givenName, value] of Object.entries(given)) {
    const name = givenName.toLowerCase();
    if (!namesUp.has(name)) continue;
    if (typeof value !== 'string') return { fault: say('headerNotString', { name }) };
    if (value.length > maxValueLength || !fieldValue.test(value))
      return {
        fault: say('headerAscii', { name, maxValueLength }),
      };
    if (name in headers) return { fault: say('headerTwice', { name }) };
    headers[name] = value;
  }
  headers['x-request-id'] ??= requestId;
  if (hasBody) headers['content-type'] ??= 'application/json';
  else delete headers['content-type'];
  return { headers };
}

/**
 * The headers of an upstream's reply that are passed on to the client; the cookie of the devices only to a sign-in at our
 * own service.
 */
export function downstreamHeaders(received: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of namesDown) {
    const value = received[name];
    if (typeof value === 'string') headers[name] = value;
  }
  // Any other scheme would make the browser ask for a name and a password of its own.
  const challenge = received['www-authenticate'];
  if (challenge !== undefined && /^Bearer\b/i.test(challenge))
    headers['www-authenticate'] = challenge;
  const cookies = [received['set-cookie'] ?? []].flat();
  const cookie = cookies.find(isDeviceCookie);
  if (cookie !== undefined) headers['set-cookie'] = cookie;
  return headers;
}

/**
 * The one cookie that is passed on, to sign-ins at our own service: that of the devices that people trust. No call of the
 * console is authorized by a cookie.
 */
export function deviceCookie({ cookie }: IncomingHttpHeaders): { cookie?: string } {
  const pair = readDeviceCookie(cookie);
  return pair === undefined ? {} : { cookie: pair };
}

/**
 * Refuses calls from pages of another origin. Programs send no Origin and pass.
 * @param publicUrl the public address of the console; an IP address or localhost that the request itself names is
 * accepted too
 */
export function requireOwnOrigin(
  headers: IncomingHttpHeaders,
  publicUrl: string | undefined,
): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const own = origin === undefined || isOwn(origin, host, publicUrl);
  if (!own || site === 'cross-site') throw new Problem(403, 'foreign_origin', say('foreignOrigin'));
}

function isOwn(origin: string, host: string | undefined, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  if (host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`))
    return false;
  return isOwnName(new URL(origin).hostname);
}

/**
 * Whether only this machine or its owner can have chosen the name: an IP address or localhost. A stranger can make any
 * other name point here (DNS rebinding), so it has to be that of PUBLIC_URL.
 */
function isOwnName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.startsWith('[') || isIP(hostname) !== 0;
}
