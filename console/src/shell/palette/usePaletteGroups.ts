import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { matchRoute, routes } from '@annals/contracts/routes';
import { useAppState } from '../../api/state.ts';
import { bestFirst } from './match.ts';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { usePaletteTexts } from './palette.texts.ts';
import type { CurrentPage } from './current-page.ts';
import { recentPagesOf } from './recent-pages.ts';
import { useActions } from './useActions.ts';
import { useFoundObjects } from './useFoundObjects.ts';
import { useHelpSections } from './useHelpSections.ts';
import { useNamedThings } from './useNamedThings.ts';
import { usePages, usePagesHere } from './usePages.ts';
import { useIdOrAddress } from './useIdOrAddress.ts';

/** The number of recent pages shown before anything is typed. */
const maxRecent = 6;

interface PaletteContext {
  current: CurrentPage;
  onShortcuts: () => void;
}

/**
 * All results for the typed text, in groups.
 * @param settled whether typing has paused, so that the services may be queried
 */
export function usePaletteGroups(
  typed: string,
  settled: boolean,
  { current, onShortcuts }: PaletteContext,
): {
  groups: PaletteGroup[];
  isLoading: boolean;
  is: 'id' | 'address' | undefined;
  error?: string | undefined;
} {
  const t = usePaletteTexts();
  const pages = usePages();
  const here = usePagesHere(current.partitionId).filter(({ path }) => path !== current.path);
  const actions = useActions(onShortcuts);
  const recent = useRecentPages(current.path, pages);
  const pasted = useIdOrAddress(typed, current.partitionId);
  const named = useNamedThings(pasted.is === undefined ? typed : '', settled);
  const objects = useFoundObjects(
    pasted.is === undefined ? typed : '',
    settled,
    current.partitionId,
  );
  const help = useHelpSections(pasted.is === undefined ? typed : '');
  if (pasted.is !== undefined) return pasted;
  const fitting = (items: readonly PaletteItem[]) =>
    typed === '' ? items : bestFirst(items, typed, ({ label, others = [] }) => [label, ...others]);
  const groups = [
    { id: 'recent', heading: t.recent, items: typed === '' ? recent.slice(0, maxRecent) : [] },
    { id: 'here', heading: t.here, items: fitting(here) },
    { id: 'pages', heading: t.goTo, items: fitting(pages) },
    { id: 'actions', heading: t.actions, items: fitting(actions) },
    ...named.groups,
    { id: 'objects', heading: t.objects, items: objects.items },
    ...(typed === ''
      ? []
      : [
          {
            id: 'recent',
            heading: t.recent,
            items: unlike([...named.groups, objects], fitting(recent)),
          },
          { id: 'help', heading: t.help, items: help },
        ]),
  ].filter(({ items }) => items.length > 0);
  return {
    groups,
    isLoading: named.isLoading || objects.isLoading,
    is: undefined,
    error: objects.error,
  };
}

/**
 * The recently visited pages of single items, except the current one. Pages without parameters are offered to
 * those who can open them instead.
 */
function useRecentPages(currentPath: string, pages: readonly PaletteItem[]): PaletteItem[] {
  const userId = useAppState((state) => state.user?.id ?? '');
  const recent = useMemo(() => recentPagesOf(userId), [userId]);
  return recent
    .filter(
      ({ path }) =>
        path !== currentPath && isOfOneThing(path) && pages.every((page) => page.path !== path),
    )
    .map(({ path, name, within }) => ({
      id: `recent:${path}`,
      label: name,
      detail: within || undefined,
      icon: IconHistory,
      path,
    }));
}

function isOfOneThing(path: string): boolean {
  const route = matchRoute(path.split('?')[0] ?? path);
  return route === undefined || routes[route.name].path.includes('{');
}

/** Those that are not in other groups already. */
function unlike(groups: readonly Pick<PaletteGroup, 'items'>[], items: readonly PaletteItem[]) {
  const there = new Set(groups.flatMap((group) => group.items.map(({ path }) => path)));
  return items.filter(({ path }) => !there.has(path)).slice(0, maxRecent);
}
