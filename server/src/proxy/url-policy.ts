import { routeOf, type Upstream } from '@annals/contracts/routing';

/** Approved: `target` is exactly the request target to send to that upstream. */
export type Verdict =
  | { readonly kind: 'approved'; readonly upstream: Upstream; readonly target: string }
  | { readonly kind: 'refused'; readonly reason: string }
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
function refusalOf(target: string): string | undefined {
  if (target.length > maxUrlLength) return `is longer than ${maxUrlLength} bytes`;
  const parts = pathWithQuery.exec(target);
  if (!parts)
    return 'must be a path that begins with one "/", with or without a query, and nothing else';
  const [, path = '', query = ''] = parts;
  for (const [index, segment] of path.slice(1).split('/').entries()) {
    const reason = refusalOfSegment(segment);
    if (reason !== undefined) return reason;
    if (index < firstParameter && segment.includes('%'))
      return 'has an encoded character where no parameter stands';
  }
  return refusalOfEncoding(query);
}

function refusalOfSegment(segment: string): string | undefined {
  if (segment === '') return 'has an empty segment';
  if (needlesslyEncoded.test(segment)) return 'encodes a character that needs no encoding';
  const reason = refusalOfEncoding(segment);
  if (reason !== undefined) return reason;
  const decoded = decodeURIComponent(segment);
  if (forbiddenInSegment.test(decoded)) return 'has a control character or a backslash in its path';
  if (decoded.split('/').some((part) => part === '.' || part === '..')) return 'has a dot segment';
  return undefined;
}

function refusalOfEncoding(text: string): string | undefined {
  if (incompleteEncoding.test(text)) return 'has a "%" that begins no encoded byte';
  try {
    return encodedByte.test(decodeURIComponent(text)) ? 'has a doubly encoded byte' : undefined;
  } catch {
    return 'encodes bytes that are not UTF-8';
  }
}
