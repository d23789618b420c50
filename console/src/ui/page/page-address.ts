import type { RouteName, routes } from '@annals/contracts/routes';
import type { PlainSearch } from '../../platform/search.ts';

/** The requested page: what a feature needs to prefetch its data before its code has loaded. */
export interface PageAddress<Param extends string = never> {
  params: Record<Param, string>;
  search: PlainSearch;
}

type ParamOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;

/**
 * The loaders of an area's pages by route name: the export `loaders` of its query file, such as
 * `features/users/users.queries.ts`.
 */
export type Loaders = {
  readonly [Name in RouteName]?: (
    address: PageAddress<ParamOf<(typeof routes)[Name]['path']>>,
  ) => void;
};
