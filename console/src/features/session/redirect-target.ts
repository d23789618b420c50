import { matchRoute, type RouteName } from '@annals/contracts/routes';
import { parseUrl } from '@annals/rules/parse-url';

const home = '/';
/** The pages of the sign-in itself are not valid targets. */
const waysIn = new Set<RouteName>(['login', 'reset', 'signup', 'set-password', 'revoke-tokens']);

/**
 * The page to open after the sign-in: the given full path if, after normalization, it is a known route of this
 * origin; otherwise home.
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
