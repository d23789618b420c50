import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useAppState } from '../../api/state.ts';
import { bestFirst } from './match.ts';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { usePaletteTexts } from './palette.texts.ts';
import type { PresentPlace } from './current-page.ts';
import { placesOf } from './recent-pages.ts';
import { useActions } from './useActions.ts';
import { useNamedThings } from './useNamedThings.ts';
import { usePages, usePagesHere } from './usePages.ts';
import { useRecognised } from './useIdOrAddress.ts';

/** How many places are offered before anything is typed. */
const shownPlaces = 6;

interface Surroundings {
  place: PresentPlace;
  onShortcuts: () => void;
}

/**
 * All that is offered for what is typed, in groups.
 * @param settled the typing has paused: now the services are asked
 */
export function usePaletteGroups(
  typed: string,
  settled: boolean,
  { place, onShortcuts }: Surroundings,
): { groups: PaletteGroup[]; isLoading: boolean; is: 'id' | 'address' | undefined } {
  const t = usePaletteTexts();
  const pages = usePages();
  const here = usePagesHere(place.partitionId).filter(({ path }) => path !== place.path);
  const actions = useActions(onShortcuts);
  const places = usePlaces(place.path, pages);
  const recognised = useRecognised(typed, place.partitionId);
  const named = useNamedThings(recognised.is === undefined ? typed : '', settled);
  if (recognised.is !== undefined) return recognised;
  const fitting = (items: readonly PaletteItem[]) =>
    typed === '' ? items : bestFirst(items, typed, ({ label, others = [] }) => [label, ...others]);
  const groups = [
    { id: 'recent', heading: t.recent, items: typed === '' ? places.slice(0, shownPlaces) : [] },
    { id: 'here', heading: t.here, items: fitting(here) },
    { id: 'pages', heading: t.goTo, items: fitting(pages) },
    { id: 'actions', heading: t.actions, items: fitting(actions) },
    ...named.groups,
    ...(typed === ''
      ? []
      : [{ id: 'recent', heading: t.recent, items: unlike(named, fitting(places)) }]),
  ].filter(({ items }) => items.length > 0);
  return { groups, isLoading: named.isLoading, is: undefined };
}

/** Where the person was last, without where they are and the pages that are offered anyway. */
function usePlaces(present: string, pages: readonly PaletteItem[]): PaletteItem[] {
  const userId = useAppState((state) => state.user?.id ?? '');
  const places = useMemo(() => placesOf(userId), [userId]);
  return places
    .filter(({ path }) => path !== present && pages.every((page) => page.path !== path))
    .map(({ path, name, within }) => ({
      id: `place:${path}`,
      label: name,
      detail: within || undefined,
      icon: IconHistory,
      path,
    }));
}

/** Those that do not stand in the groups already. */
function unlike({ groups }: { groups: PaletteGroup[] }, items: readonly PaletteItem[]) {
  const there = new Set(groups.flatMap((group) => group.items.map(({ path }) => path)));
  return items.filter(({ path }) => !there.has(path)).slice(0, shownPlaces);
}
