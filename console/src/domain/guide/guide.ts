import { normalizeForSearch } from '../../platform/normalize-for-search.ts';
import { type Block, blocksOf, type Inline, plainText } from './markdown.ts';

export interface Chapter {
  /** Part of the URL: `give-access`. */
  id: string;
  title: string;
  blocks: Block[];
  sections: Section[];
}

/** A heading with its content. */
export interface Section {
  id: string;
  title: string;
  text: string;
}

const files = import.meta.glob<string>(
  ['../../../../docs/guide/*.md', '!../../../../docs/guide/README.md'],
  { query: '?raw', import: 'default', eager: true },
);
const pictures = import.meta.glob<string>('../../../../docs/guide/images/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

const sizes = import.meta.glob<{ width: number; height: number }>(
  '../../../../docs/guide/images/*.png',
  { query: '?size', import: 'default', eager: true },
);

/** The numbered chapters first, in order. */
export const chapters: readonly Chapter[] = Object.keys(files).toSorted().map(chapterOf);

export const chapterById = (id: string): Chapter | undefined =>
  chapters.find((chapter) => chapter.id === id);

interface Picture {
  src: string;
  width: number;
  height: number;
}

/** The URL and the size of a picture. */
export function pictureOf(file: string): Picture | undefined {
  const path = `../../../../docs/guide/${file}`;
  const src = pictures[path];
  const size = sizes[path];
  return src === undefined || size === undefined ? undefined : { src, ...size };
}

function chapterOf(path: string): Chapter {
  const blocks = blocksOf(files[path] ?? '');
  const [first] = blocks;
  const title = first?.kind === 'heading' ? plainText(first.content) : '';
  return {
    id: chapterIdOf(path),
    title: title.replace(/^\d+ /, ''),
    blocks: blocks.slice(1),
    sections: sectionsOf(blocks.slice(1)),
  };
}

function chapterIdOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/^\d+-/, '').replace(/\.md$/, '');
}

function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [{ id: '', title: '', text: '' }];
  for (const block of blocks) {
    if (block.kind === 'heading')
      sections.push({ id: block.id, title: plainText(block.content), text: '' });
    else {
      const last = sections.at(-1);
      if (last) last.text += ` ${textOf(block)}`;
    }
  }
  return sections.filter(({ title, text }) => title !== '' || text !== '');
}

function textOf(block: Exclude<Block, { kind: 'heading' }>): string {
  const all = (lines: readonly (readonly Inline[])[]) => lines.map(plainText).join(' ');
  switch (block.kind) {
    case 'paragraph':
      return plainText(block.content);
    case 'list':
      return all(block.items);
    case 'table':
      return all([...block.head, ...block.rows.flat()]);
    case 'code':
      return block.text;
    case 'image':
      return '';
  }
}

/** The target of a guide link within the console; undefined for targets outside the guide. */
export function guideLink(to: string, chapter: string): string | undefined {
  const [file = '', section] = to.split('#', 2);
  if (file.includes('/') || (file !== '' && !file.endsWith('.md'))) return undefined;
  const id = file === '' ? chapter : chapterIdOf(file);
  if (id === 'README') return helpPath();
  return chapterById(id) && helpPath(id, section);
}

export function helpPath(chapter?: string, section?: string): string {
  if (chapter === undefined) return '/help';
  return `/help/${chapter}${section ? `#${section}` : ''}`;
}

export interface FoundSection {
  chapter: Chapter;
  section: Section;
  /** The text around the first match. */
  excerpt: string;
}

/** Sections that contain all words; those with the words in their heading come first. */
export function searchGuide(typed: string): FoundSection[] {
  const words = normalizeForSearch(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  const [first] = words;
  if (first === undefined) return [];
  const hasAll = (text: string) => {
    const normalized = normalizeForSearch(text);
    return words.every((word) => normalized.includes(word));
  };
  return chapters
    .flatMap((chapter) =>
      chapter.sections.map((section) => {
        const heading = `${chapter.title} ${section.title}`;
        return {
          chapter,
          section,
          excerpt: excerptOf(section.text, first),
          inHeading: hasAll(heading),
          isFound: hasAll(`${heading} ${section.text}`),
        };
      }),
    )
    .filter(({ isFound }) => isFound)
    .toSorted((a, b) => Number(b.inHeading) - Number(a.inHeading));
}

/** The text around the first occurrence of a word, cut at word boundaries. */
function excerptOf(text: string, word: string): string {
  const around = { before: 60, after: 120 };
  const at = Math.max(0, normalizeForSearch(text).indexOf(word));
  const from = at <= around.before ? 0 : text.indexOf(' ', at - around.before) + 1;
  const end = text.indexOf(' ', at + around.after);
  const part = text.slice(from, end < 0 ? undefined : end).trim();
  return `${from > 0 ? '… ' : ''}${part}${end < 0 ? '' : ' …'}`;
}
