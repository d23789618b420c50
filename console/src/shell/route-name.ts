import { useMatches } from '@tanstack/react-router';
import type { RouteName } from '@annals/contracts/routes';

/**
 * The name of the shown route in the specification; undefined without a match. It is not derived from the
 * location, which is ahead of the shown page during a navigation.
 */
export function useRouteName(): RouteName | undefined {
  return useMatches({
    // For an unknown path, the router still lists the nearest parent route.
    select: (matches) => (matches[0]?._notFound ? undefined : matches.at(-1)?.staticData.name),
  });
}
