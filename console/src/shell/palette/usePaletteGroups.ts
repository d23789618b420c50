import { IconHistory, IconHelp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { matchRoute, routes } from '@annals/contracts/routes';
import { usePersonKey } from '../../platform/api/state.ts';
import { bestFirst } from './match.ts';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { usePaletteTexts } from './palette.texts.ts';
import type { CurrentPage } from './current-page.ts';
import { recentPagesOf } from './recent-pages.ts';
import { useActions } from './useActions.ts';
import { useFoundObjects } from './useFoundObjects.ts';
import { useNamedThings } from './useNamedThings.ts';
import { usePages, usePagesHere } from './usePages.ts';
import { useIdOrAddress } from './useIdOrAddress.ts';
import { useQuery } from '@tanstack/react-query';

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
  /** Whether an id was looked for everywhere. */
  isComplete?: boolean;
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
  const person = usePersonKey() ?? '';
  const recent = useMemo(() => recentPagesOf(person), [person]);
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

/** More would hide other results. */
const maxShown = 4;

/** The code and text of the guide are loaded with the first search. */
const guideQuery = {
  queryKey: ['guide'],
  queryFn: () => import('../../domain/guide/guide.ts'),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Sections of the guide by heading. */
function useHelpSections(typed: string): PaletteItem[] {
  const t = usePaletteTexts();
  const { data: guide } = useQuery({ ...guideQuery, enabled: typed.length > 1 });
  if (guide === undefined || typed.length < 2) return [];
  const chapters = guide.chapters.map(({ id, title }) => ({
    id: `help:${id}`,
    label: title,
    detail: t.guide,
    icon: IconHelp,
    path: guide.helpPath(id),
  }));
  const sections = guide.chapters.flatMap((chapter) =>
    chapter.sections
      .filter(({ title }) => title !== '')
      .map(({ id, title }) => ({
        id: `help:${chapter.id}#${id}`,
        label: title,
        detail: chapter.title,
        icon: IconHelp,
        path: guide.helpPath(chapter.id, id),
      })),
  );
  return bestFirst([...chapters, ...sections], typed, ({ label }) => [label]).slice(0, maxShown);
}
