import { beforeEach, expect, test, vi } from 'vitest';
import { RawJson } from '@annals/rules/json/raw-json';
import {
  isGlobalMaster,
  isSameOwner,
  ownerOf,
  refreshTokenOf,
  removeSession,
  rolesOf,
  storedAuth,
  storedIdp,
  storeIdp,
  storeSignIn,
  storeTokens,
} from './session.ts';
import { tokensIn } from './tokens-in.ts';
import { setAnnounced } from './announced.ts';
import { accessTokenOf } from './testing/fake-server.ts';

const stored = (key: string) => localStorage.getItem(key);

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
    () => stored('refreshToken'),
  ],
  ['idp', storeIdp, storedIdp],
])('%s is stored in the browser under this name', (name, store, read) => {
  store('kept');
  expect(Object.entries(localStorage)).toContainEqual([name, 'kept']);
  expect(read()).toBe('kept');
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
  expect([storedAuth(), stored('refreshToken')]).toEqual(['a', 'r']);
  storeTokens({ accessToken: 'b', refreshToken: undefined });
  expect([storedAuth(), stored('refreshToken')]).toEqual(['b', 'r']);
  storeTokens({ accessToken: 'c', refreshToken: 's' });
  expect([storedAuth(), stored('refreshToken')]).toEqual(['c', 's']);
  storeSignIn({ accessToken: 'd', refreshToken: undefined });
  expect([storedAuth(), stored('refreshToken')]).toEqual(['d', null]);
});

type Change = [key: string, text: string | null];

function apply([key, text]: Change): void {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
}

function storeAll(entries: readonly Change[]): void {
  localStorage.clear();
  for (const entry of entries) apply(entry);
}

/** What a tab changes, which sees nothing of the others meanwhile. */
function changesOf(action: () => void): Change[] {
  const before: Change[] = Object.entries(localStorage);
  const changes: Change[] = [];
  const set = vi.spyOn(localStorage, 'setItem').mockImplementation((key, text) => {
    changes.push([key, text]);
    Storage.prototype.setItem.call(localStorage, key, text);
  });
  const remove = vi.spyOn(localStorage, 'removeItem').mockImplementation((key) => {
    changes.push([key, null]);
    Storage.prototype.removeItem.call(localStorage, key);
  });
  action();
  set.mockRestore();
  remove.mockRestore();
  storeAll(before);
  return changes;
}

/** All orders in which the changes of two tabs can arrive. */
function* merged(one: readonly Change[], other: readonly Change[]): Generator<Change[]> {
  if (one.length === 0 || other.length === 0) return void (yield [...one, ...other]);
  for (const rest of merged(one.slice(1), other)) yield [one[0] as Change, ...rest];
  for (const rest of merged(one, other.slice(1))) yield [other[0] as Change, ...rest];
}

const tokensOf = (sub: string, turn: number) => ({
  accessToken: accessTokenOf({ sub, turn }),
  refreshToken: `${turn} of ${sub}`,
});

/** Whom a refresh would be for, and who would take it for their own. */
function refreshed(): { for: string | undefined; by: string | undefined } | undefined {
  const auth = storedAuth();
  const token = auth === null ? null : refreshTokenOf(auth);
  if (auth === null || token === null) return undefined;
  return { for: token.split(' of ')[1], by: ownerOf(auth).subject };
}

test('whichever way a sign-in and the refresh of somebody else cross, nobody is refreshed as the other', () => {
  storeSignIn(tokensOf('ada', 1));
  const before: Change[] = Object.entries(localStorage);
  const ways = [
    changesOf(() => storeTokens(tokensOf('ada', 2))),
    changesOf(() =>
      storeTokens({ accessToken: tokensOf('ada', 2).accessToken, refreshToken: undefined }),
    ),
    changesOf(() => storeSignIn(tokensOf('joan', 1))),
    changesOf(removeSession),
  ];
  const signIn = changesOf(() => storeSignIn(tokensOf('grace', 1)));
  let mixed = 0;
  for (const way of ways)
    for (const order of merged(signIn, way)) {
      storeAll(before);
      for (const change of order) apply(change);
      const refresh = refreshed();
      if (refresh === undefined) mixed += 1;
      expect([refresh?.for, order]).toEqual([refresh?.by, order]);
      // A newer access token comes without a refresh token, and makes nobody's its own.
      const auth = storedAuth();
      if (auth === null) continue;
      const sub = ownerOf(auth).subject ?? '';
      storeTokens({ accessToken: tokensOf(sub, 3).accessToken, refreshToken: undefined });
      expect([refreshed(), order]).toEqual([refresh, order]);
    }
  expect(mixed).toBeGreaterThan(0);
});

test.each([
  ['another refresh token', '2 of ada'],
  ['the same refresh token', undefined],
])('whatever another tab sees of a refresh that brings %s, it can refresh', (_, refreshToken) => {
  storeSignIn(tokensOf('ada', 1));
  const { accessToken } = tokensOf('ada', 2);
  for (const change of changesOf(() => storeTokens({ accessToken, refreshToken }))) {
    apply(change);
    expect([change, refreshed()]).toEqual([change, { for: 'ada', by: 'ada' }]);
  }
  expect([storedAuth(), stored('refreshToken')]).toEqual([accessToken, refreshToken ?? '1 of ada']);
});

test.each([
  ['both tokens', { auth: tokensOf('joan', 7).accessToken, refreshToken: '7 of joan' }],
  ['an access token that names nobody', { auth: 'expired' }],
])('what another program stores is taken as it is: %s', (_, entries) => {
  storeSignIn(tokensOf('ada', 1));
  storeAll([...Object.entries(localStorage), ...Object.entries(entries)]);
  expect(refreshTokenOf(entries.auth)).toBe(stored('refreshToken'));
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
