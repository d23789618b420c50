// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recentPagesOf, storeRecentPage } from './shell/palette/recent-pages.ts';
import { listRequestAt } from './ui/list/useListState.ts';
import { product } from './platform/api/product.ts';
import { changeState, clearUser, currentPersonKey } from './platform/api/state.ts';
import { localStore } from './platform/api/storage.ts';

type Told = Parameters<typeof changeState>[0]['user'];

beforeEach(() => localStorage.clear());
afterEach(() => {
  clearUser();
  localStorage.clear();
});

/** Somebody signs in, in place of whoever was here. */
function signIn(user: Told): string {
  clearUser();
  changeState({ user });
  return currentPersonKey() ?? '';
}

const page = { path: '/v1/partitions/p', name: 'Secret plans', within: '' };
const list = { name: 'users', filters: [] };

/** Leaves behind whatever a browser keeps for one person. */
function leaveTraces(): void {
  const person = currentPersonKey() ?? '';
  storeRecentPage(person, page);
  localStore.set(`${product}.list:${person}:users`, '{"pageSize":100}');
}

function seen() {
  const person = currentPersonKey() ?? '';
  return {
    recent: recentPagesOf(person),
    pageSize: listRequestAt(list, {}).pageSize,
  };
}

const nothing = { recent: [], pageSize: 50 };

it.each<[string, Told, Told]>([
  ['ids', { id: 'a' }, { id: 'b' }],
  ['ids that a colon would make part of another key', { id: 'a' }, { id: 'a:users' }],
  ['user names', { id: '', username: 'ada' }, { id: '', username: 'grace' }],
  ['addresses', { id: '', email: 'ada@a.org' }, { id: '', email: 'grace@a.org' }],
  ['a user name and an id that is the same', { id: '', username: 'ada' }, { id: 'ada' }],
])(
  'two people with %s see nothing of each other, and find again what is theirs',
  (_, ada, grace) => {
    signIn(ada);
    leaveTraces();
    signIn(grace);
    expect(seen()).toEqual(nothing);
    signIn(ada);
    expect(seen()).toEqual({
      recent: [page],
      pageSize: 100,
    });
  },
);

it('of a person whom nothing names, nothing outlives the visit, and nothing is in the browser', () => {
  const first = signIn({ id: '', name: 'Ada' });
  leaveTraces();
  expect(seen().recent).toEqual([page]);
  expect(Object.keys(localStorage)).toEqual([]);
  expect(signIn({ id: '', name: 'Ada' })).not.toBe(first);
  expect(seen()).toEqual(nothing);
  expect(Object.keys(localStorage)).toEqual([]);
});

it('keeps what it has kept so far for a person with an id', () => {
  expect(signIn({ id: '0190aaaa-0000-7000-8000-000000000001' })).toBe(
    '0190aaaa-0000-7000-8000-000000000001',
  );
});
