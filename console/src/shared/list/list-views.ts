import * as z from 'zod/mini';
import { parseStored } from '../../api/stored-text.ts';

export const mostViews = 30;
export const longestViewName = 60;
export const longestQuery = 4000;

const view = z.object({
  id: z.string().check(z.maxLength(40)),
  name: z.string().check(z.minLength(1), z.maxLength(longestViewName)),
  /** Search, filters and order as in the address, without a prefix. */
  query: z.string().check(z.maxLength(longestQuery)),
  pageSize: z.number(),
  columns: z.record(z.string(), z.boolean()),
  density: z.enum(['comfortable', 'compact']),
});
export type ListView = z.infer<typeof view>;

const storedViews = z.object({ views: z.array(z.unknown()), opensWith: z.optional(z.string()) });

/** The views of a list that a person has saved, and the one with which it opens. */
export interface SavedViews {
  views: readonly ListView[];
  opensWith?: string | undefined;
}

/** An invalid entry does not discard the others. */
export function readViews(text: string | null): SavedViews {
  const { data } = storedViews.safeParse(parseStored(text));
  const views = (data?.views ?? []).flatMap((each) => view.safeParse(each).data ?? []);
  return { views: views.slice(0, mostViews), opensWith: data?.opensWith };
}

export function openingViewOf({ views, opensWith }: SavedViews): ListView | undefined {
  return views.find(({ id }) => id === opensWith);
}
