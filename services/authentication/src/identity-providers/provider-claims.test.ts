import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimAt } from './claim-values.ts';
import { joinClaims, lacksClaims, personOf, rolesOfGroups } from './provider-claims.ts';
import { domainOf } from '@annals/contracts/email-address';

const claimMap = {
  subject: 'sub',
  email: 'email',
  name: 'name',
  language: null,
  groups: null,
  units: null,
};
const list = { kind: 'LIST', property: null, separator: null, absentMeansNone: false } as const;
const plain = {
  claimMap,
  trustEmail: false,
  groupsForm: list,
  unitsForm: list,
  synchronization: { name: 'ALWAYS', email: 'ALWAYS', language: 'FIRST', units: 'ALWAYS' },
} as const;

describe('a claim', () => {
  it('is found by its full name first, then by its path', () => {
    const claims = { 'a.b': 1, a: { b: 2, c: { d: 3 } }, 'https://corp.example/groups': ['x'] };
    expect(claimAt(claims, 'a.b')).toBe(1);
    expect(claimAt(claims, 'a.c.d')).toBe(3);
    expect(claimAt(claims, 'https://corp.example/groups')).toEqual(['x']);
    expect(claimAt(claims, 'a.x.d')).toBeUndefined();
  });

  it('is never a built-in property of JavaScript', () => {
    for (const name of ['constructor', '__proto__', 'a.constructor', 'toString.name', 'a.length'])
      expect(claimAt({ a: {} }, name)).toBeUndefined();
  });
});

describe('the claims of the ID token and of userinfo', () => {
  it('are merged, those of the ID token first', () => {
    expect(joinClaims({ sub: 'a', name: 'A' }, { sub: 'a', name: 'B', email: 'e' })).toEqual({
      sub: 'a',
      name: 'A',
      email: 'e',
    });
  });

  it('never make an email verified that neither of them verifies', () => {
    const source = fc.record(
      {
        email: fc.constantFrom('one@example.org', 'two@example.org'),
        email_verified: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(source, source, (idToken, userinfo) => {
        const claims = joinClaims(idToken, userinfo);
        if (claims['email_verified'] !== true) return;
        expect([idToken, userinfo]).toContainEqual(
          expect.objectContaining({ email: claims['email'], email_verified: true }),
        );
      }),
    );
  });

  it('are both requested only if the first is not enough', () => {
    const whole = { sub: 'a', email: 'e', email_verified: false, name: 'n' };
    expect(lacksClaims(whole, plain)).toBe(false);
    expect(lacksClaims({ ...whole, email_verified: undefined }, plain)).toBe(true);
    expect(
      lacksClaims({ ...whole, email_verified: undefined }, { ...plain, trustEmail: true }),
    ).toBe(false);
    expect(lacksClaims(whole, { ...plain, claimMap: { ...claimMap, groups: 'groups' } })).toBe(
      true,
    );
  });
});

describe('a person', () => {
  it('is read through the claim map', () => {
    const map = {
      ...claimMap,
      subject: 'oid',
      email: 'upn',
      name: 'profile.display',
      language: 'locale',
      groups: 'roles',
    };
    const claims = {
      oid: 7,
      upn: ' ada@example.org ',
      profile: { display: ' Ada ' },
      locale: 'de-AT',
      roles: ['a', 1, 'b'],
      email_verified: true,
    };
    const person = {
      subject: '7',
      email: 'ada@example.org',
      emailInvalid: false,
      name: 'Ada',
      language: 'de',
      groups: {
        state: 'READ',
        values: ['a', '1', 'b'],
        found: { kind: 'TEXTS', count: 3, properties: [] },
      },
      units: null,
    };
    // `email_verified` refers to the claim `email`.
    expect(personOf(claims, { ...plain, claimMap: map })).toEqual({
      ...person,
      emailVerified: false,
    });
    expect(personOf(claims, { ...plain, claimMap: map, trustEmail: true })).toEqual({
      ...person,
      emailVerified: true,
    });
  });

  it.each([
    [undefined],
    [''],
    [null],
    [{}],
    [['a']],
    ['x'.repeat(256)],
    ['a\0b'],
    ['a\ud800'],
    [1.5],
  ])('is nobody with the subject %j', (sub) => {
    expect(personOf({ sub }, plain)).toBeUndefined();
  });

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    // https://github.com/coder/coder/pull/25713: whatever is neither says nothing.
    [1, false],
    ['1', false],
    ['True', false],
    [{}, false],
    [['true'], false],
    [null, false],
    [undefined, false],
  ])('has a verified email if email_verified is %j: %j', (verified, expected) => {
    const claims = { sub: 'a', email: 'a@example.org', email_verified: verified };
    expect(personOf(claims, plain)?.emailVerified).toBe(expected);
  });

  it('has no email if it is not valid, verified or not', () => {
    expect(
      personOf(
        { sub: 'a', email: 'nonsense', email_verified: true },
        { ...plain, trustEmail: true },
      ),
    ).toMatchObject({
      email: null,
      emailInvalid: true,
      emailVerified: false,
    });
  });
});

it('gets no role for an unmapped group, and never GLOBAL_MASTER', () => {
  const map = { a: 'AUDITOR', b: 'USER', c: 'AUDITOR', d: 'GLOBAL_MASTER' };
  expect(rolesOfGroups(['c', 'a', 'b', 'd', 'x', 'constructor'], map)).toEqual(['AUDITOR', 'USER']);
});

it('reads the domain of an email', () => {
  expect(domainOf('Ada@Example.ORG')).toBe('example.org');
  expect(domainOf('"a@b"@example.org')).toBe('example.org');
  expect(domainOf('nobody')).toBe('');
});
