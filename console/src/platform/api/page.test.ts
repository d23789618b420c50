// @vitest-environment node
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { toldPageOf } from './page.ts';

const list = toldPageOf(z.looseObject({ id: z.string() }));

test('a page in the format of Annals is read as it is', () => {
  const page = { data: [{ id: 'a' }], nextCursor: 'c', hasMore: true };
  expect(z.parse(list, page)).toEqual(page);
});

test('a bare array with unknown fields is a list without more pages', () => {
  expect(z.parse(list, [{ id: 'a', extra: 1 }])).toEqual({
    data: [{ id: 'a', extra: 1 }],
    nextCursor: null,
    hasMore: false,
    unpaged: true,
  });
});

test('additional fields of the response are kept', () => {
  expect(z.parse(list, { data: [], nextCursor: null, hasMore: false, links: 7 })).toEqual({
    data: [],
    nextCursor: null,
    hasMore: false,
    more: { links: 7 },
  });
});

test('the field that breaks the contract is named', () => {
  const result = z.safeParse(list, { data: [{ name: 'no id' }] });
  expect(JSON.stringify(result.error?.issues)).toContain('"id"');
});
