import { useMatches } from '@tanstack/react-router';
import type { RouteName } from '@annals/contracts/routes';

/**
 * The specification's name of the route that is shown, undefined where none matches. Not from the location: during a
 * navigation that is ahead of the page that is still there.
 */
export function useRouteName(): RouteName | undefined {
  return useMatches({
    // For an unknown path the router still lists the nearest route above it.
    select: (matches) => (matches[0]?._notFound ? undefined : matches.at(-1)?.staticData.name),
  });
}
