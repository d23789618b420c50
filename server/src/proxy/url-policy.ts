import { say, type ServiceMessage } from '@annals/contracts/messages';
import { routeOf, type Upstream } from '@annals/contracts/routing';

/** Approved: `target` is exactly the request target to send to that upstream. */
export type Verdict =
  | { readonly kind: 'approved'; readonly upstream: Upstream; readonly target: string }
  | { readonly kind: 'refused'; readonly reason: ServiceMessage }
  | { readonly kind: 'unknown' };

const maxUrlLength = 4096;
// RFC 3986: pchar in segments (without ";", which some servers cut off), and "/" and "?" in the query.
const pathWithQuery = /^(\/[\w.~!$&'()*+,=:@%/-]*)(\?[\w.~!$&'()*+,;=:@%/?-]*)?$/;
const incompleteEncoding = /%(?![0-9A-Fa-f]{2})/;
const encodedByte = /%[0-9A-Fa-f]{2}/;
// Letters, digits, "-", ".", "_" and "~": encoding one of them only serves to disguise a word of the path.
const needlesslyEncoded = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/i;
// As in `/v1/users/{userId}`: the segments before it select the service and the call.
const firstParameter = 2;
const forbiddenInSegment = /[\p{Cc}\\]/u;

/**
 * Decides whether the `url` of a client may be forwarded, and to which service: only a path with a query, in a single
 * spelling, so that this server and the upstream cannot interpret it differently.
 */
export function checkUrl(url: string): Verdict {
  const reason = refusalOf(url);
  if (reason !== undefined) return { kind: 'refused', reason };
  const queryStart = url.indexOf('?');
  const path = queryStart === -1 ? url : url.slice(0, queryStart);
  const query = queryStart === -1 ? '' : url.slice(queryStart);
  const route = routeOf(path);
  if (!route) return { kind: 'unknown' };
  const target = route.path + query;
  // Without its prefix it is a new path, which is checked again.
  const reasonAfter = target === url ? undefined : refusalOf(target);
  if (reasonAfter !== undefined) return { kind: 'refused', reason: reasonAfter };
  return { kind: 'approved', upstream: route.upstream, target };
}

/** Why a request target is refused; undefined when it is acceptable. */
function refusalOf(target: string): ServiceMessage | undefined {
  if (target.length > maxUrlLength) return say('urlTooLong', { most: maxUrlLength });
  const parts = pathWithQuery.exec(target);
  if (!parts) return say('urlNoPath');
  const [, path = '', query = ''] = parts;
  for (const [index, segment] of path.slice(1).split('/').entries()) {
    const reason = refusalOfSegment(segment);
    if (reason !== undefined) return reason;
    if (index < firstParameter && segment.includes('%')) return say('urlEncodedLiteral');
  }
  return refusalOfEncoding(query);
}

function refusalOfSegment(segment: string): ServiceMessage | undefined {
  if (segment === '') return say('urlEmptySegment');
  if (needlesslyEncoded.test(segment)) return say('urlNeedlessEncoding');
  const reason = refusalOfEncoding(segment);
  if (reason !== undefined) return reason;
  const decoded = decodeURIComponent(segment);
  if (forbiddenInSegment.test(decoded)) return say('urlControlCharacter');
  if (decoded.split('/').some((part) => part === '.' || part === '..')) return say('urlDotSegment');
  return undefined;
}

function refusalOfEncoding(text: string): ServiceMessage | undefined {
  if (incompleteEncoding.test(text)) return say('urlBadPercent');
  try {
    return encodedByte.test(decodeURIComponent(text)) ? say('urlDoublyEncoded') : undefined;
  } catch {
    return say('urlNotUtf8');
  }
}
