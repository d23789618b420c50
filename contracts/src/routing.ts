/** The path prefixes that lead to the authentication endpoint (specification 7, "Transport"). */
export const authenticationPrefixes = [
  '/authentication',
  '/v1/users',
  '/v1/applications',
  '/v1/tokens',
  '/v1/auth',
  '/v1/organizational-units',
  '/v1/identity-providers',
  '/v1/partitions',
  '/v1/alias-url',
] as const;

const dataPrefix = '/v1';
const strippedPrefix = '/authentication';

export type Upstream = 'authentication' | 'data';

/**
 * Which service a path belongs to and the path as that service knows it (without /authentication).
 * Prefixes match on segment boundaries. Undefined for an unknown endpoint.
 * @param path an absolute path without query
 */
export function routeOf(path: string): { upstream: Upstream; path: string } | undefined {
  if (startsWithSegments(path, strippedPrefix)) {
    const stripped = path.slice(strippedPrefix.length);
    return startsWithSegments(stripped, dataPrefix)
      ? { upstream: 'authentication', path: stripped }
      : undefined;
  }
  if (authenticationPrefixes.some((prefix) => startsWithSegments(path, prefix)))
    return { upstream: 'authentication', path };
  return startsWithSegments(path, dataPrefix) ? { upstream: 'data', path } : undefined;
}

function startsWithSegments(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
