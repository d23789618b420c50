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
  it('reads what was kept', () => {
    const saved = read({ views: [view], opensWith: 'v1' });
    expect(saved.views).toEqual([view]);
    expect(openingViewOf(saved)).toEqual(view);
  });

  it('reads nothing out of nothing, of no JSON, and of something else', () => {
    for (const text of [null, '', '{', '[]', '"x"', '{"views":"x"}'])
      expect(readViews(text).views).toEqual([]);
  });

  it('leaves out what is no view, and keeps the others', () => {
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

  it('takes no more than may be saved', () => {
    const many = Array.from({ length: maxViews + 5 }, (_, index) => ({ ...view, id: `${index}` }));
    expect(read({ views: many }).views).toHaveLength(maxViews);
  });

  it('opens with none when the view is gone', () => {
    expect(openingViewOf(read({ views: [view], opensWith: 'v2' }))).toBeUndefined();
  });
});
