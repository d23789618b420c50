// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { maxQueryLength, maxViews, openingViewOf, readViews } from './list-request.ts';

const view = {
  id: 'v1',
  name: 'Thick rings',
  query: 'kind=EVEN',
  pageSize: 25,
  columns: { year: false },
  density: 'compact',
};
const read = (value: unknown) => readViews(JSON.stringify(value));

describe('saved views', () => {
  it('reads stored views', () => {
    const saved = read({ views: [view], opensWith: 'v1' });
    expect(saved.views).toEqual([view]);
    expect(openingViewOf(saved)).toEqual(view);
  });

  it('reads missing, invalid or foreign data as no views', () => {
    for (const text of [null, '', '{', '[]', '"x"', '{"views":"x"}'])
      expect(readViews(text).views).toEqual([]);
  });

  it('omits invalid views and keeps the others', () => {
    const broken = [
      { ...view, name: '' },
      { ...view, pageSize: 'many' },
      { ...view, density: 'loose' },
      { ...view, columns: { year: 'no' } },
      { ...view, query: 'x'.repeat(maxQueryLength + 1) },
      null,
    ];
    expect(read({ views: [...broken, view] }).views).toEqual([view]);
  });

  it('reads at most the maximum number of views', () => {
    const many = Array.from({ length: maxViews + 5 }, (_, index) => ({ ...view, id: `${index}` }));
    expect(read({ views: many }).views).toHaveLength(maxViews);
  });

  it('opens without a view when the default view no longer exists', () => {
    expect(openingViewOf(read({ views: [view], opensWith: 'v2' }))).toBeUndefined();
  });
});
