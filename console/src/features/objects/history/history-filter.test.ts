// @vitest-environment node
import { expect, it } from 'vitest';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { authorsOf, filterVersions, filterOfSearch, periodOf, zoomTo } from './history-filter.ts';

const none = {
  field: undefined,
  author: undefined,
  from: undefined,
  to: undefined,
  reason: undefined,
};

/** Newest first: version 3 by Bea changed `/release/cycle`, version 2 by Ada the list. */
const versions: ObjectVersion[] = [
  { release: { cycle: 'B' }, tags: ['x', 'y'] },
  { release: { cycle: 'A' }, tags: ['x', 'y'] },
  { release: { cycle: 'A' }, tags: ['x'] },
].map((objectData, index) => ({
  id: `v${3 - index}`,
  predecessorId: index === 2 ? null : `v${2 - index}`,
  modificationCount: 3 - index,
  modificationDate: `2024-03-0${3 - index}T00:00:00.000000Z`,
  modificationUserId: index === 0 ? 'bea' : 'ada',
  modificationUserName: index === 0 ? 'Bea' : 'Ada',
  reason: ['Price list of Júne', null, undefined][index],
  objectData,
}));
const ids = (found: readonly ObjectVersion[]) => found.map(({ id }) => id);

it('filters by field, author and dates, alone or combined', () => {
  expect(ids(filterVersions(versions, none))).toEqual(['v3', 'v2', 'v1']);
  expect(ids(filterVersions(versions, { ...none, field: '/release/cycle' }))).toEqual(['v3', 'v1']);
  expect(ids(filterVersions(versions, { ...none, field: '/tags' }))).toEqual(['v2', 'v1']);
  expect(ids(filterVersions(versions, { ...none, field: '/tags/1' }))).toEqual(['v2']);
  expect(ids(filterVersions(versions, { ...none, field: '/absent' }))).toEqual([]);
  expect(ids(filterVersions(versions, { ...none, author: 'ada', field: '/tags' }))).toEqual([
    'v2',
    'v1',
  ]);
  const dates = { ...none, from: '2024-03-02T00:00:00Z', to: '2024-03-02T00:00:00Z' };
  expect(ids(filterVersions(versions, dates))).toEqual(['v2']);
});

it('filters by a part of the reason, ignoring case and accents', () => {
  expect(ids(filterVersions(versions, { ...none, reason: 'list of JUNE' }))).toEqual(['v3']);
  expect(ids(filterVersions(versions, { ...none, reason: 'july' }))).toEqual([]);
});

it('does not match the oldest loaded version by field if its predecessor is unknown', () => {
  const [, second] = versions;
  expect(filterVersions(second ? [second] : [], { ...none, field: '/tags' })).toEqual([]);
});

it('reads filters from the address, and omits an invalid date', () => {
  expect(
    filterOfSearch({
      field: '/tags',
      author: 'ada',
      from: 'yesterday',
      to: '2024-03-02T00:00:00Z',
    }),
  ).toEqual({ field: '/tags', author: 'ada', from: undefined, to: '2024-03-02T00:00:00Z' });
});

it('lists each author once', () => {
  expect(authorsOf(versions)).toEqual([
    { id: 'bea', name: 'Bea' },
    { id: 'ada', name: 'Ada' },
  ]);
});

it('zooms in around a time, and out to the whole history', () => {
  const whole = { from: '2024-01-01T00:00:00.000Z', to: '2024-01-09T00:00:00.000Z' };
  const half = zoomTo(whole, whole, 0.5, undefined);
  expect(half).toEqual({ from: '2024-01-03T00:00:00.000Z', to: '2024-01-07T00:00:00.001Z' });
  const atTheEnd = zoomTo(whole, whole, 0.5, whole.to);
  expect(atTheEnd).toEqual({ from: '2024-01-05T00:00:00.000Z', to: '2024-01-09T00:00:00.001Z' });
  expect(zoomTo(half ?? whole, whole, 2, undefined)).toBeUndefined();
  expect(periodOf(versions)).toEqual({
    from: '2024-03-01T00:00:00.000000Z',
    to: '2024-03-03T00:00:00.000000Z',
  });
});
