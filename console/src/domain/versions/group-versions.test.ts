import { expect, it } from 'vitest';
import { groupVersions, isCut } from './group-versions.ts';

const version = (id: string, second: number, more: { user?: string; partition?: string } = {}) => ({
  id,
  modificationDate: new Date(Date.UTC(2026, 2, 3, 12, 0, second)).toISOString(),
  modificationUserId: more.user ?? 'ada',
  partitionId: more.partition ?? 'p',
});
const idsOf = (versions: ReturnType<typeof version>[]) =>
  groupVersions(versions).map((group) => group.map(({ id }) => id).join(''));

it('groups three or more versions that one user wrote within seconds', () => {
  const versions = [version('a', 50), version('b', 9), version('c', 8), version('d', 6)];
  expect(idsOf(versions)).toEqual(['a', 'bcd']);
});

it('knows that older versions may belong to the last group', () => {
  const versions = [version('a', 50), version('b', 9), version('c', 8), version('d', 6)];
  expect(isCut(versions, true)).toBe(true);
  expect(isCut(versions, false)).toBe(false);
  expect(isCut(versions.slice(0, 2), true)).toBe(false);
});

it('leaves two versions, and versions with longer breaks, apart', () => {
  expect(idsOf([version('a', 9), version('b', 8)])).toEqual(['a', 'b']);
  expect(idsOf([version('a', 9), version('b', 6), version('c', 3)])).toEqual(['a', 'b', 'c']);
});

it('does not group versions of different users or partitions', () => {
  const user = { user: 'bob' };
  const partition = { partition: 'q' };
  expect(idsOf([version('a', 3), version('b', 3, user), version('c', 3)])).toEqual(['a', 'b', 'c']);
  const elsewhere = [version('a', 3), version('b', 3), version('c', 3, partition)];
  expect(idsOf(elsewhere)).toEqual(['a', 'b', 'c']);
});

it('does not group versions without author or date', () => {
  const unknown = { id: 'a', modificationDate: undefined, modificationUserId: 'ada' };
  const anonymous = { id: 'b', modificationDate: '2026-03-03T12:00:00Z' };
  expect(groupVersions([unknown, unknown, unknown])).toHaveLength(3);
  expect(groupVersions([anonymous, anonymous, anonymous])).toHaveLength(3);
});
