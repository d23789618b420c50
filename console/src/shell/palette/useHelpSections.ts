import { IconHelp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { bestFirst } from './match.ts';
import type { PaletteItem } from './palette-item.ts';
import { usePaletteTexts } from './palette.texts.ts';

/** More would hide other results. */
const maxShown = 4;

/** The code and text of the guide are loaded with the first search. */
const guideQuery = {
  queryKey: ['guide'],
  queryFn: () => import('../../shared/guide/guide.ts'),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Sections of the guide by heading. */
export function useHelpSections(typed: string): PaletteItem[] {
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
