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
  it('names the total the service tells', () => {
    expect(messages({ count: 50, hasMore: true, total: { value: 12_431, estimate: false } })).toBe(
      '1–50 of 12,431',
    );
    expect(
      messages({ count: 50, hasMore: true, total: { value: 12_000, estimate: true } }, 2),
    ).toBe('101–150 of about 12,000');
  });

  it('says that more follow when nothing tells how many', () => {
    expect(messages({ count: 50, hasMore: true })).toBe('1–50 of more than 50');
  });

  it('counts by itself on the last page', () => {
    expect(messages({ count: 12, hasMore: false }, 3)).toBe('151–162 of 162');
    expect(messages({ count: 12, hasMore: false, total: { value: 500, estimate: true } }, 3)).toBe(
      '151–162 of 162',
    );
  });

  it('names one row by its number', () => {
    expect(messages({ count: 1, hasMore: false })).toBe('1 of 1');
    expect(messages({ count: 1, hasMore: true })).toBe('1 of more than 1');
  });

  it('does not claim a place it does not know', () => {
    expect(messages({ count: 50, hasMore: true }, undefined)).toBe('50 shown, more follow');
  });

  it('says when there is none', () => {
    expect(messages({ count: 0, hasMore: false })).toBe('No entries');
  });
});
