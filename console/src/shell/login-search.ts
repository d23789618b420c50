import { storedIdp } from '../platform/api/session.ts';
import type { PlainSearch } from '../platform/search.ts';

/** The login query: the full path of the page the user was on, and the stored identity provider. */
export function loginSearch(fullPath: string): PlainSearch {
  const onLogin = fullPath.split(/[?#]/, 1)[0] === '/login';
  return { redirect: onLogin ? undefined : fullPath, idp: storedIdp() ?? undefined };
}
