import {
  IconApps,
  IconArrowRight,
  IconBookmark,
  IconDatabase,
  IconLink,
  IconLogin2,
  IconSitemap,
  IconUser,
} from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { queryClient } from '../../platform/api/query.ts';
import { useCapabilities } from '../../platform/capabilities.ts';
import { useMayI } from '../../domain/permissions/my-permissions.ts';
import { useMenuTexts } from '../menu/menu.texts.ts';
import { match } from './match.ts';
import {
  isSearchable,
  type Kind,
  kinds,
  type NamedThing,
  type NamedThings,
  namedThingsQuery,
} from './named-things.queries.ts';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { usePaletteTexts } from './palette.texts.ts';

const icons = {
  users: IconUser,
  partitions: IconDatabase,
  savedSearches: IconBookmark,
  applications: IconApps,
  organizationalUnits: IconSitemap,
  identityProviders: IconLogin2,
  aliasUrls: IconLink,
};

/** A single letter matches too much. */
const minLength = 2;

/**
 * Results by name, grouped by kind. Kinds whose service fails or does not support the call are omitted.
 * @param settled whether typing has paused, so that the services may be queried
 */
export function useNamedThings(
  typed: string,
  settled: boolean,
): { groups: PaletteGroup[]; isLoading: boolean } {
  const t = usePaletteTexts();
  const menu = useMenuTexts();
  const mayI = useMayI();
  const has = useCapabilities();
  const isName = typed.length >= minLength;
  const wanted = kinds.filter(
    (kind) =>
      isSearchable(kind) &&
      (kind.needs === undefined || has(kind.needs)) &&
      (kind.permission === undefined || mayI(kind.permission)),
  );
  const results = useQueries({
    queries: wanted.map((kind) => namedThingsQuery(kind, typed, isName && settled)),
  });
  if (!isName) return { groups: [], isLoading: false };
  const groups = wanted.flatMap((kind, index): PaletteGroup[] => {
    const answer = results[index]?.data;
    const things = answer?.things ?? cachedThings(kind, typed);
    if (things.length === 0) return [];
    const items: PaletteItem[] = things.map(({ id, name, detail, path }) => ({
      id: `${kind.name}:${id}`,
      label: name,
      detail,
      icon: icons[kind.name],
      path,
    }));
    if (answer?.more && kind.listOf)
      items.push({
        id: `${kind.name}:all`,
        label: t.showAll(typed),
        icon: IconArrowRight,
        path: kind.listOf(typed),
      });
    const heading = kind.name === 'savedSearches' ? t.savedSearches : menu.entry[kind.name];
    return [{ id: kind.name, heading, items }];
  });
  return { groups, isLoading: !settled || results.some(({ isFetching }) => isFetching) };
}

/**
 * The results for a shorter input, filtered by the current one: shown until the response arrives.
 */
function cachedThings(kind: Kind, typed: string): NamedThing[] {
  for (let length = typed.length - 1; length >= minLength; length--) {
    const { queryKey } = namedThingsQuery(kind, typed.slice(0, length), false);
    const before = queryClient.getQueryData<NamedThings>(queryKey);
    if (before) return before.things.filter(({ name }) => match(typed, name) !== undefined);
  }
  return [];
}
