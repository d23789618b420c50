import { describe, expect, it } from 'vitest';
import { skipEmptyPages } from './skip-empty-pages.ts';

describe('a search that comes in pages', () => {
  const from = (pages: string[][]) => {
    const asked: (string | undefined)[] = [];
    const ask = async (cursor: string | undefined) => {
      asked.push(cursor);
      const next = Number(cursor ?? 0) + 1;
      return { data: pages[next - 1] ?? [], nextCursor: next < pages.length ? String(next) : null };
    };
    return { asked, ask };
  };

  it('goes on past pages that have nothing on them', async () => {
    const { asked, ask } = from([[], [], ['a'], ['b']]);
    await expect(skipEmptyPages(undefined, ask)).resolves.toEqual({ data: ['a'], nextCursor: '3' });
    expect(asked).toEqual([undefined, '1', '2']);
    await expect(skipEmptyPages('3', ask)).resolves.toEqual({ data: ['b'], nextCursor: null });
  });

  it('ends where there is no more', async () => {
    const { asked, ask } = from([[], []]);
    await expect(skipEmptyPages(undefined, ask)).resolves.toEqual({ data: [], nextCursor: null });
    expect(asked).toHaveLength(2);
  });

  it('leaves it to the person to go on after many', async () => {
    const { asked, ask } = from(Array.from({ length: 100 }, () => []));
    await expect(skipEmptyPages(undefined, ask)).resolves.toEqual({ data: [], nextCursor: '20' });
    expect(asked).toHaveLength(20);
  });
});
