import { matchRoute, routes, type RouteName } from '@annals/contracts/routes';
import { parseUrl } from '@annals/contracts/parse-url';
import { relatedDetailPath, type DetailKind } from '../../shared/related-detail-path.ts';

export interface PastedAddress {
  kind: 'address';
  /** The page itself, with its query; undefined where the path is none of the console's. */
  page: { path: string; route: RouteName | 'alias' } | undefined;
  /** The detail page of what the address is about; undefined where that is the page itself. */
  detail: { kind: DetailKind; path: string } | undefined;
  /** Of another console: its page is opened here. */
  elsewhere: boolean;
}

export type IdOrAddress = PastedAddress | { kind: 'id'; id: string };

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What a foreign service may give as an id: one word with a digit in it. */
const otherId = /^(?=.*\d)[\w.:~-]{3,128}$/;

/**
 * What a pasted text is: the address of a page (a URL, or a path), or an id.
 * @param origin of this console
 * @param anyId whether the services may have ids that are no UUIDs
 */
export function parseIdOrAddress(
  text: string,
  origin: string,
  anyId: boolean,
): IdOrAddress | undefined {
  const typed = text.trim();
  const id = typed.replaceAll(/^[{"'`<(]+|[}"'`>),;]+$/g, '');
  if (uuid.test(id)) return { kind: 'id', id: id.toLowerCase() };
  return addressOf(typed, origin) ?? (anyId && otherId.test(id) ? { kind: 'id', id } : undefined);
}

function addressOf(typed: string, origin: string): PastedAddress | undefined {
  const url = urlOf(typed, origin);
  if (url === undefined) return undefined;
  const { pathname } = url;
  const route: RouteName | 'alias' | undefined = pathname.startsWith('/a/')
    ? 'alias'
    : matchRoute(pathname)?.name;
  const related = relatedDetailPath(pathname);
  // The pages before the sign-in are nothing for who is signed in.
  const page =
    route === undefined || (route !== 'alias' && routes[route].access === 'everyone')
      ? undefined
      : { path: pathname + url.search, route };
  const detail = related?.path === trimmed(pathname) ? undefined : related;
  if (page === undefined && detail === undefined && related === undefined) return undefined;
  return {
    kind: 'address',
    page,
    detail: page === undefined ? related : detail,
    elsewhere: url.origin !== origin,
  };
}

function urlOf(typed: string, origin: string): URL | undefined {
  if (typed === '' || /\s/.test(typed)) return undefined;
  if (/^https?:\/\//i.test(typed)) return parseUrl(typed);
  if (typed.startsWith('/') && !typed.startsWith('//')) return parseUrl(typed, origin);
  // Copied out of an address bar that hides the scheme.
  return /^[\w.-]+(?::\d+)?\//.test(typed)
    ? parseUrl(`${new URL(origin).protocol}//${typed}`)
    : undefined;
}

function trimmed(path: string): string {
  return path.replace(/(?<=.)\/+$/, '');
}
