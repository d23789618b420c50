// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { parseIdOrAddress } from './parse-id-or-address.ts';

const origin = 'https://annals.example.org';
const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const other = '01890a5d-ac96-774b-bcce-b302099a8058';
const partition = `/v1/partitions/${id}`;
const of = (text: string, anyId = false) => parseIdOrAddress(text, origin, anyId);

describe('an id', () => {
  it.each([id, ` ${id}\n`, id.toUpperCase(), `"${id}",`, `{${id}}`, `'${id}'`])(
    'is recognized in %j',
    (text) => {
      expect(of(text)).toEqual({ kind: 'id', id });
    },
  );

  it('of another service is one word with a digit', () => {
    expect(of('acc-1042', true)).toEqual({ kind: 'id', id: 'acc-1042' });
    expect(of('acc-1042', false)).toBeUndefined();
    for (const text of ['accounts', 'account 1042', '12', '1042/7'])
      expect(of(text, true)).toBeUndefined();
  });
});

describe('an address', () => {
  it('of this console returns the page with its query', () => {
    expect(of(`${origin}/v1/users?status=ACTIVE`)).toEqual({
      kind: 'address',
      page: { path: '/v1/users?status=ACTIVE', route: 'v1-users' },
      detail: undefined,
      elsewhere: false,
    });
    expect(of('/migrations')).toMatchObject({ page: { route: 'migrations' }, elsewhere: false });
    expect(of('annals.example.org/migrations')).toMatchObject({
      page: { route: 'migrations' },
      elsewhere: false,
    });
  });

  it('of another console returns the same page here', () => {
    expect(of(`http://localhost:3000${partition}/users?x=1`)).toMatchObject({
      page: { path: `${partition}/users?x=1` },
      elsewhere: true,
    });
  });

  it('returns the detail page of its subject', () => {
    expect(of(`${partition}/objects/referencedBy/${other}`)).toMatchObject({
      detail: { kind: 'object', path: `${partition}/objects/${other}` },
    });
    expect(of(`/v1/users/${id}/roles`)).toMatchObject({
      page: { route: 'v1-users-userId-roles' },
      detail: { kind: 'user', path: `/v1/users/${id}` },
    });
    expect(of(`/v1/users/${id}/`)).toMatchObject({ detail: undefined });
  });

  it('of an API call returns the detail page of its subject', () => {
    expect(of(`${origin}${partition}/timelines/${other}/blame?asOf=x`)).toEqual({
      kind: 'address',
      page: undefined,
      detail: { kind: 'timeline', path: `${partition}/timelines/${other}/objects` },
      elsewhere: false,
    });
  });

  it('can be an alias', () => {
    expect(of(`${origin}/a/handbook`)).toMatchObject({
      page: { path: '/a/handbook', route: 'alias' },
    });
  });

  it.each(['/', '/v1/partitions'])('%s is a page', (path) => {
    expect(of(path)).toMatchObject({ page: { path } });
  });

  it.each([
    '/login',
    '/nowhere',
    `${origin}/nowhere/at/all`,
    '//evil.example/v1/users',
    `https://evil.example//v1/users`,
    'javascript:alert(1)//v1/users',
    'Users and roles',
    'and/or',
    '',
  ])('is not recognized in %j', (text) => {
    expect(of(text)).toBeUndefined();
  });
});
