import { routes, type RouteName } from '@annals/contracts/routes';
import { fitsInPath } from './api/request.ts';
import { stringifySearch, type PlainSearch } from './search.ts';

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The parameters a route needs, by the specification's route names. */
export type RouteParams<Name extends RouteName> = Record<
  ParamNames<(typeof routes)[Name]['path']>,
  string
>;

type ParamsArgument<Name extends RouteName> = keyof RouteParams<Name> extends never
  ? [params?: Record<string, never>, search?: PlainSearch]
  : [params: RouteParams<Name>, search?: PlainSearch];

/** A path in which the router sees no name of a parameter: it means the same with the sign encoded. */
export const withoutPattern = (pathname: string): string => pathname.replaceAll('$', '%24');

/**
 * The path of a route with its parameters and query, for an href. Empty if no address can contain a parameter: without an
 * id, and with `..`, the address would be that of another page. `PathLink` then shows a text.
 */
export function pathTo<Name extends RouteName>(
  name: Name,
  ...[params = {}, search = {}]: ParamsArgument<Name>
): string {
  const values = new Map<string, string>(Object.entries(params));
  if (![...values.values()].every(fitsInPath)) return '';
  const path = routes[name].path.replaceAll(/\{(\w+)\}/g, (_, param: string) =>
    encodeURIComponent(values.get(param) ?? ''),
  );
  return path + stringifySearch(search);
}
