import { describe, expect, it } from 'vitest';
import { useListTexts } from './list.texts.ts';
import { rangeOf, type ListRange } from './list-request.ts';

const rows = (count: number) => Array.from({ length: count }, () => ({}));
const messages = (
  page: { count: number; hasMore: boolean; total?: ListRange['total'] },
  ...place: [pagesBefore?: number | undefined]
) =>
  useListTexts
    .now()
    .range(rangeOf({ ...page, data: rows(page.count) }, 50, place.length === 0 ? 0 : place[0]));

describe('the range of a list', () => {
  it('shows the total from the service', () => {
    expect(messages({ count: 50, hasMore: true, total: { value: 12_431, estimate: false } })).toBe(
      '1–50 of 12,431',
    );
    expect(
      messages({ count: 50, hasMore: true, total: { value: 12_000, estimate: true } }, 2),
    ).toBe('101–150 of about 12,000');
  });

  it('shows that there are more when the total is unknown', () => {
    expect(messages({ count: 50, hasMore: true })).toBe('1–50, more follow');
  });

  it('calculates the total on the last page', () => {
    expect(messages({ count: 12, hasMore: false }, 3)).toBe('151–162 of 162');
    expect(messages({ count: 12, hasMore: false, total: { value: 500, estimate: true } }, 3)).toBe(
      '151–162 of 162',
    );
  });

  it('shows the number of a single row', () => {
    expect(messages({ count: 1, hasMore: false })).toBe('1 of 1');
    expect(messages({ count: 1, hasMore: true })).toBe('1, more follow');
  });

  it('shows no position when it is unknown', () => {
    expect(messages({ count: 50, hasMore: true }, undefined)).toBe('50 shown, more follow');
  });

  it('shows that there are no entries', () => {
    expect(messages({ count: 0, hasMore: false })).toBe('No entries');
  });
});
