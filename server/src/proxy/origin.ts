import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from '@annals/kit/problem';

/**
 * Refuses a call that a page of another origin makes. Programs send no Origin and pass.
 * @param publicUrl where people reach the console; an IP address or localhost that the request itself names passes too
 */
export function requireOwnOrigin(
  headers: IncomingHttpHeaders,
  publicUrl: string | undefined,
): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const own = origin === undefined || isOwn(origin, host, publicUrl);
  if (!own || site === 'cross-site')
    throw new Problem(
      403,
      'foreign_origin',
      'This call comes from a page with a different address. If the console is used at that address, set PUBLIC_URL to it.',
    );
}

function isOwn(origin: string, host: string | undefined, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  if (host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`))
    return false;
  return isOwnName(new URL(origin).hostname);
}

/**
 * A name that only this machine or its owner gives: an address or localhost. Any other name could be a stranger's that
 * was made to point here (DNS rebinding), and is taken as PUBLIC_URL only.
 */
function isOwnName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.startsWith('[') || isIP(hostname) !== 0;
}
