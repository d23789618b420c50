import { beforeEach, expect, test } from 'vitest';
import {
  isGlobalMaster,
  namesSubject,
  ownerOf,
  removeSession,
  rolesOf,
  storeAuth,
  storedAuth,
  storedIdp,
  storedRefreshToken,
  storeIdp,
  storeRefreshToken,
} from './session.ts';
import { accessTokenOf } from './testing/fake-server.ts';

beforeEach(() => localStorage.clear());

test.each([
  ['auth', storeAuth, storedAuth],
  ['refreshToken', storeRefreshToken, storedRefreshToken],
  ['idp', storeIdp, storedIdp],
])('%s is stored in the browser under this name', (name, store, stored) => {
  store('kept');
  expect(Object.entries(localStorage)).toEqual([[name, 'kept']]);
  expect(stored()).toBe('kept');
});

test('roles are read from the roles claim, with any characters in the payload', () => {
  expect(
    rolesOf(accessTokenOf({ roles: ['USER', 'ORG_ADMIN'], name: 'Žoë 🌲 ÿÿÿ???>>>' })),
  ).toEqual(['USER', 'ORG_ADMIN']);
});

test.each([
  [['GLOBAL_MASTER'], true],
  [['USER', 'ORG_ADMIN'], true],
  [['USER'], false],
  [[], false],
])('roles %j make a global master: %s', (roles, master) => {
  expect(isGlobalMaster(accessTokenOf({ roles }))).toBe(master);
});

test.each([
  null,
  '',
  'opaque',
  'a.b.c',
  'a.%%%.c',
  accessTokenOf({ roles: 'GLOBAL_MASTER' }),
  accessTokenOf(null),
])('an invalid token does not make a global master: %s', (token) => {
  expect(isGlobalMaster(token)).toBe(false);
});

test('the end of a session removes auth, refreshToken and idp only', () => {
  for (const key of ['auth', 'refreshToken', 'idp', 'annals.lang']) localStorage.setItem(key, 'x');
  removeSession();
  expect(Object.keys(localStorage)).toEqual(['annals.lang']);
});

test.each([
  ['u1', true],
  [5, true],
  ['', false],
  [null, false],
  [undefined, false],
])('the subject %j names somebody: %s', (sub, names) => {
  expect(namesSubject(ownerOf(accessTokenOf({ sub })))).toBe(names);
});
