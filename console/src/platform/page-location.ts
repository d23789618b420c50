import { type ParsedLocation, rootRouteId, useMatch, useRouterState } from '@tanstack/react-router';
import type { PlainSearch } from './search.ts';

/**
 * The location of the page in which this is rendered. The router's is already that of the next page while its code and
 * data load: the page would show, and request, what it has without its filters and its tab.
 */
export function usePageLocation(): ParsedLocation<PlainSearch> {
  const path = useMatch({
    strict: false,
    select: ({ routeId, pathname }) => (routeId === rootRouteId ? undefined : pathname),
  });
  // A match has its path as it is encoded, and a location as it is read.
  const paths = path === undefined ? [] : [path, decodeURI(path)];
  return useRouterState({
    select: ({ location, resolvedLocation }) =>
      [location, resolvedLocation].find((each) => each && paths.includes(each.pathname)) ??
      location,
  });
}
