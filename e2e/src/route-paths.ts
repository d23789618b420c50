import { matchRoute, routes, type RouteName } from '@annals/contracts/routes';

type Entry = readonly [name: RouteName, path: string];

/**
 * A path for each route of the console, in the order of `contracts/src/routes.ts`: a route that is added there is visited by
 * every test that visits all of them.
 * @param values of the parameters in the paths, by their names
 * @throws if a value is missing
 */
export function pathsOfRoutes(
  values: Readonly<Record<string, string>>,
  isWanted: (name: RouteName) => boolean = () => true,
): Entry[] {
  const names = (Object.keys(routes) as RouteName[]).filter(isWanted);
  return names.map((name) => [
    name,
    routes[name].path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
      const value = values[parameter];
      if (value === undefined) throw new Error(`The route ${name} needs a ${parameter}.`);
      return encodeURIComponent(value);
    }),
  ]);
}

/** The names of the routes that these paths lead to. */
export const routesOf = (paths: readonly string[]): Set<RouteName | undefined> =>
  new Set(paths.map((path) => matchRoute(path.replace(/[?#].*/, ''))?.name));

/** Routes that anybody can open, and that are about a session: a signed-in person has no reason to. */
export const isForStrangers = (name: RouteName): boolean =>
  routes[name].access === 'everyone' && !/^(?:help|licenses)/.test(name);

export const isInPartition = (name: RouteName): boolean =>
  routes[name].path.includes('{partitionId}');
