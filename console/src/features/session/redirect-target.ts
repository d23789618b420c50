import { matchRoute, type RouteName } from '@annals/contracts/routes';
import { parseUrl } from '@annals/contracts/parse-url';

const home = '/';
/** The pages of the sign-in itself are no targets. */
const waysIn = new Set<RouteName>(['login', 'reset', 'signup', 'set-password']);

/**
 * Where to go after the sign-in: the given full path when, after normalisation, it is a known route of this origin;
 * home for everything else.
 */
export function redirectTarget(
  redirect: string | undefined,
  origin: string = window.location.origin,
): string {
  const url = redirect?.startsWith('/') ? parseUrl(redirect, origin) : undefined;
  if (!url) return home;
  const route = matchRoute(url.pathname);
  if (url.origin !== origin || route === undefined || waysIn.has(route.name)) return home;
  return url.pathname + url.search + url.hash;
}
