import { beforeEach, expect, test, vi } from 'vitest';
import { RawJson } from '@annals/rules/json/raw-json';
import {
  isGlobalMaster,
  isSameOwner,
  ownerOf,
  removeSession,
  rolesOf,
  storedAuth,
  storedIdp,
  storedRefreshToken,
  storeIdp,
  storeSignIn,
  storeTokens,
} from './session.ts';
import { tokensIn } from './tokens-in.ts';
import { setAnnounced } from './announced.ts';
import { accessTokenOf } from './testing/fake-server.ts';

beforeEach(() => localStorage.clear());

test.each([
  [
    'auth',
    (accessToken: string) => storeTokens({ accessToken, refreshToken: undefined }),
    storedAuth,
  ],
  [
    'refreshToken',
    (refreshToken: string) => {
      storeTokens({ accessToken: 'a', refreshToken });
      localStorage.removeItem('auth');
    },
    storedRefreshToken,
  ],
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

test('a sign-in stores both tokens, and newer ones keep the refresh token unless they bring another', () => {
  storeSignIn({ accessToken: 'a', refreshToken: 'r' });
  expect([storedAuth(), storedRefreshToken()]).toEqual(['a', 'r']);
  storeTokens({ accessToken: 'b', refreshToken: undefined });
  expect([storedAuth(), storedRefreshToken()]).toEqual(['b', 'r']);
  storeTokens({ accessToken: 'c', refreshToken: 's' });
  expect([storedAuth(), storedRefreshToken()]).toEqual(['c', 's']);
  storeSignIn({ accessToken: 'd', refreshToken: undefined });
  expect([storedAuth(), storedRefreshToken()]).toEqual(['d', null]);
});

test('no part of a sign-in that another tab may see has its refresh token beside the access token of somebody else', () => {
  storeSignIn({ accessToken: 'of ada', refreshToken: 'r of ada' });
  const seen: (string | null)[][] = [];
  const look = () => seen.push([storedAuth(), storedRefreshToken()]);
  const set = vi.spyOn(localStorage, 'setItem').mockImplementation((name, text) => {
    Storage.prototype.setItem.call(localStorage, name, text);
    look();
  });
  const remove = vi.spyOn(localStorage, 'removeItem').mockImplementation((name) => {
    Storage.prototype.removeItem.call(localStorage, name);
    look();
  });
  storeSignIn({ accessToken: 'of grace', refreshToken: 'r of grace' });
  set.mockRestore();
  remove.mockRestore();
  expect(seen.at(-1)).toEqual(['of grace', 'r of grace']);
  expect(seen).not.toContainEqual(['of ada', 'r of grace']);
});

test.each([undefined, null, '', 'text', 1, [], { accessToken: '' }, { accessToken: 5 }])(
  'an answer of %j carries no access token',
  (body) => expect(tokensIn(body)).toBeUndefined(),
);

const ours = ['authentication'] as const;
test.each([
  ['one subject of ours', ours, 'u1', 'u1', true],
  ['two subjects of ours', ours, 'u1', 'u2', false],
  ['numbers of ours', ours, 5, 5, true],
  ['an empty subject of ours', ours, '', '', false],
  ['no subject of ours', ours, null, undefined, false],
  ['one subject of another vendor, which may be that of all', [], 'client', 'client', false],
  ['two subjects of another vendor', [], 'u1', 'u2', false],
  ['no subject of another vendor', [], undefined, undefined, false],
] as const)('two sign-ins with %s', (_, services, first, second, isOne) => {
  setAnnounced(services);
  const ownerAfterSignIn = (sub: unknown) => {
    const accessToken = accessTokenOf({ sub });
    storeSignIn({ accessToken, refreshToken: undefined });
    return ownerOf(accessToken);
  };
  const before = ownerAfterSignIn(first);
  expect(isSameOwner(before, ownerOf(accessTokenOf({ sub: first })))).toBe(true);
  expect(isSameOwner(before, ownerAfterSignIn(second))).toBe(isOne);
});

test('tells users apart whose numbers a double would make equal', () => {
  const tokenOf = (sub: string) => accessTokenOf({ sub: new RawJson(sub) });
  expect(ownerOf(tokenOf('1234567890123456788'))).not.toEqual(
    ownerOf(tokenOf('1234567890123456789')),
  );
  expect(ownerOf(tokenOf('7'))).toEqual(ownerOf(accessTokenOf({ sub: '7' })));
});
