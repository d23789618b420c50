import type { RouteName, routes } from '@annals/contracts/routes';
import type { PlainSearch } from '../search.ts';

/** Which page is asked for: what a feature needs to prefetch its data before its code is here. */
export interface PageAddress<Param extends string = never> {
  params: Record<Param, string>;
  search: PlainSearch;
}

type ParamOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;

/**
 * What the pages of an area prefetch, by the names of their routes: the export `prefetchers` of the area's file of
 * queries, `features/users/users.queries.ts`.
 */
export type Prefetchers = {
  readonly [Name in RouteName]?: (
    address: PageAddress<ParamOf<(typeof routes)[Name]['path']>>,
  ) => void;
};
