import type { PlainSearch } from '../search.ts';

/** Which page is asked for: what a feature needs to start the page's queries before its code is here. */
export interface PageAddress<Param extends string = never> {
  params: Record<Param, string>;
  search: PlainSearch;
}
