// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { routes } from '@annals/contracts/routes';
import { chapterById, chapters, guideLink, pictureOf, searchGuide } from './guide.ts';
import { helpOfRoute, helpPathOf } from './help-links.ts';
import { type Block, blocksOf, type Inline } from './markdown.ts';

describe('Markdown', () => {
  it('is parsed into headings, paragraphs, lists, tables, code and images', () => {
    const text = [
      '# 1 Sign in',
      '',
      'Two lines',
      'of *one* paragraph.',
      '1. First',
      '   goes on',
      '2. Second',
      '',
      '| a | b |',
      '|---|---|',
      '| `c` | **d** |',
      '```sh',
      '# no heading',
      '```',
      '![A page](images/a.png)',
    ].join('\n');
    expect(blocksOf(text)).toEqual([
      {
        kind: 'heading',
        level: 1,
        id: '1-sign-in',
        content: [{ kind: 'text', text: '1 Sign in' }],
      },
      {
        kind: 'paragraph',
        content: [
          { kind: 'text', text: 'Two lines of ' },
          { kind: 'emphasis', content: [{ kind: 'text', text: 'one' }] },
          { kind: 'text', text: ' paragraph.' },
        ],
      },
      {
        kind: 'list',
        ordered: true,
        items: [[{ kind: 'text', text: 'First goes on' }], [{ kind: 'text', text: 'Second' }]],
      },
      {
        kind: 'table',
        head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
        rows: [
          [
            [{ kind: 'code', text: 'c' }],
            [{ kind: 'strong', content: [{ kind: 'text', text: 'd' }] }],
          ],
        ],
      },
      { kind: 'code', text: '# no heading' },
      { kind: 'image', file: 'images/a.png', alt: 'A page' },
    ]);
  });
});

const inlinesIn = (block: Block): Inline[] => {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.content;
    case 'list':
      return block.items.flat();
    case 'table':
      return [...block.head, ...block.rows.flat()].flat();
    case 'code':
    case 'image':
      return [];
  }
};
const linksIn = (content: readonly Inline[]): string[] =>
  content.flatMap((each) =>
    'content' in each ? [...(each.kind === 'link' ? [each.to] : []), ...linksIn(each.content)] : [],
  );
const isThere = (path: string): boolean => {
  const [chapter = '', section] = path.replace('/help/', '').split('#');
  const found = chapterById(chapter);
  return (
    found !== undefined &&
    (section === undefined || found.sections.some(({ id }) => id === section))
  );
};

describe('the guide', () => {
  it('starts with the numbered chapters, each with a title and sections', () => {
    expect(chapters.slice(0, 6).map(({ id }) => id)).toEqual([
      'sign-in',
      'invite',
      'give-access',
      'find-who',
      'prove-it',
      'erase-it',
    ]);
    for (const { title, sections } of chapters) {
      expect(title).not.toBe('');
      expect(sections.length).toBeGreaterThan(0);
      expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    }
  });

  it('contains no unparsed Markdown', () => {
    const texts = (content: readonly Inline[]): string[] =>
      content.flatMap((each) =>
        'content' in each ? texts(each.content) : each.kind === 'text' ? [each.text] : [],
      );
    const all = chapters
      .flatMap(({ blocks }) => blocks.flatMap(inlinesIn))
      .flatMap((each) => texts([each]));
    expect(all.filter((text) => /\*|`|\]\(/.test(text))).toEqual([]);
  });

  it('has all images, and links only to existing sections', () => {
    const missing = chapters.flatMap(({ id, blocks }) =>
      blocks.flatMap((block) => {
        if (block.kind === 'image') return pictureOf(block.file) === undefined ? [block.file] : [];
        return linksIn(inlinesIn(block)).filter((to) => {
          const path = guideLink(to, id);
          return path !== undefined && path !== '/help' && !isThere(path);
        });
      }),
    );
    expect(missing).toEqual([]);
  });

  it('has a section for each page', () => {
    const lost = Object.entries(helpOfRoute).filter(
      ([, target]) => target !== '' && !isThere(`/help/${target}`),
    );
    expect(lost).toEqual([]);
    expect(Object.keys(helpOfRoute).toSorted()).toEqual(Object.keys(routes).toSorted());
    expect(helpPathOf(undefined)).toBe('/help');
  });

  it('finds words, with matches in headings first', () => {
    const [first, ...rest] = searchGuide('ERASE preview');
    expect(first?.chapter.id).toBe('erase-it');
    expect(first?.section.title).toBe('Preview');
    expect(rest.every(({ excerpt }) => excerpt.length < 260)).toBe(true);
    expect(searchGuide('  ')).toEqual([]);
    expect(searchGuide('zzzz')).toEqual([]);
  });
});
