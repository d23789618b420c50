import { matchRoute, routes, type RouteName } from '@annals/contracts/routes';
import { parseUrl } from '@annals/rules/parse-url';
import { withoutPattern } from '../../platform/links.ts';
import { relatedDetailPath, type DetailKind } from '../../platform/related-detail-path.ts';

export interface PastedAddress {
  kind: 'address';
  /** The page with its query; undefined if the path is not one of the console's. */
  page: { path: string; route: RouteName | 'alias' } | undefined;
  /** The detail page of the URL's subject; undefined if that is the page itself. */
  detail: { kind: DetailKind; path: string } | undefined;
  /** Whether it is a URL of another console, whose page is opened here. */
  elsewhere: boolean;
}

export type IdOrAddress = PastedAddress | { kind: 'id'; id: string };

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The format of ids in other services: one word with a digit in it. */
const otherId = /^(?=.*\d)[\w.:~-]{3,128}$/;

/**
 * Interprets a pasted text as the URL or path of a page, or as an id.
 * @param origin the origin of this console
 * @param anyId whether the services may have ids that are not UUIDs
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
  // The pages before the sign-in are of no use to signed-in users.
  const page =
    route === undefined || (route !== 'alias' && routes[route].access === 'everyone')
      ? undefined
      : { path: withoutPattern(pathname) + url.search, route };
  const detail = related?.path === trimPath(pathname) ? undefined : related;
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
  // Copied from an address bar that hides the scheme.
  return /^[\w.-]+(?::\d+)?\//.test(typed)
    ? parseUrl(`${new URL(origin).protocol}//${typed}`)
    : undefined;
}

function trimPath(path: string): string {
  return path.replace(/(?<=.)\/+$/, '');
}
