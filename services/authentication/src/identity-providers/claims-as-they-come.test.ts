import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import type { Misbehaviour } from '../testing/fake-provider.ts';
import { FakeProviderFixture } from '../testing/fake-provider-fixture.ts';
import { joinUnit, makeUnit } from '../testing/organizational-units.ts';

// Each case is one that an identity product sends, or a report about another program that failed on it.

const list = { kind: 'LIST' };
const many = Array.from({ length: 2_500 }, (_, number) => `group-${number}`);
const leftOut = (endpoint: string) => ({
  _claim_names: { groups: 'src1' },
  _claim_sources: { src1: { endpoint } },
});

interface Case {
  from: string;
  path?: string;
  form?: object;
  claims: Record<string, unknown>;
  /** Groups that have to be recognized; undefined if the claim cannot be read whole. */
  read?: string[];
  /** Why it cannot be read. */
  unread?: string;
}

const groupCases: [string, Case][] = [
  [
    'a list of texts',
    { from: 'Okta, Keycloak, authentik', claims: { groups: ['staff', 'x'] }, read: ['staff'] },
  ],
  [
    'a text for a list of one',
    {
      from: 'https://github.com/goharbor/harbor/issues/15416',
      claims: { groups: 'staff' },
      read: ['staff'],
    },
  ],
  [
    'a text for a list of one, under another name',
    {
      from: 'https://github.com/tchiotludo/akhq/issues/840',
      path: 'roles',
      claims: { roles: 'staff' },
      read: ['staff'],
    },
  ],
  [
    'JSON in a text',
    {
      from: 'providers whose attributes are texts only, such as Amazon Cognito',
      claims: { groups: '["staff","x"]' },
      read: ['staff'],
    },
  ],
  ['numbers', { from: 'ids of groups in GitLab', claims: { groups: [4711, 12] }, read: ['4711'] }],
  [
    'an empty list, which says that there are none',
    {
      from: 'https://github.com/hivemq/hivemq-edge/pull/1706',
      claims: { groups: [] },
      read: [],
    },
  ],
  [
    'a list below another name',
    {
      from: 'https://github.com/sonar-auth-oidc/sonar-auth-oidc/issues/34',
      path: 'resource_access.annals.roles',
      claims: { resource_access: { annals: { roles: ['staff'] } } },
      read: ['staff'],
    },
  ],
  [
    'a name with dots in the middle of a path',
    {
      from: 'client ids in Keycloak',
      path: 'resource_access.annals.example.org.roles',
      claims: { resource_access: { 'annals.example.org': { roles: ['staff'] } } },
      read: ['staff'],
    },
  ],
  [
    'a URL as the name',
    {
      from: 'https://github.com/zorn-v/nextcloud-social-login/issues/338',
      path: 'https://example.com/roles',
      claims: { 'https://example.com/roles': ['staff'] },
      read: ['staff'],
    },
  ],
  [
    'a URL as the name of an object',
    {
      from: 'https://github.com/nextcloud/user_oidc/issues/1373',
      path: 'https://idp.example.com/attrs.user.role',
      claims: { 'https://idp.example.com/attrs': { 'user.role': ['staff'] } },
      read: ['staff'],
    },
  ],
  [
    'a path as Keycloak writes it, with a backslash before the dots of a name',
    {
      from: 'https://github.com/keycloak/keycloak/pull/5384',
      path: 'resource_access.annals\\.example\\.org.roles',
      claims: { resource_access: { 'annals.example.org': { roles: ['staff'] } } },
      read: ['staff'],
    },
  ],
  [
    'a name with a backslash',
    {
      from: 'https://github.com/keycloak/keycloak/issues/19767',
      path: 'https://hasura\\.io/jwt/claims.x-hasura-groups',
      claims: { 'https://hasura\\.io/jwt/claims.x-hasura-groups': ['staff'] },
      read: ['staff'],
    },
  ],
  [
    'an object without keys that PHP wrote as a list',
    {
      from: 'https://github.com/composer/composer/pull/12643 (json_encode), for claims',
      form: { kind: 'KEYS' },
      claims: { groups: [] },
      read: [],
    },
  ],
  [
    'a list where keys are expected',
    {
      from: 'found while testing',
      form: { kind: 'KEYS' },
      claims: { groups: ['x'] },
      unread: 'FORM',
    },
  ],
  [
    'objects with the name in a property',
    {
      from: 'https://github.com/9p4/jellyfin-plugin-sso/issues/210',
      form: { kind: 'OBJECTS', property: 'Value' },
      claims: {
        groups: [
          { Type: 'groups', Value: 'staff' },
          { Type: 'groups', Value: 'x' },
        ],
      },
      read: ['staff'],
    },
  ],
  [
    'objects with the name deeper inside',
    {
      from: 'SCIM-like claims: groups with a nested value',
      form: { kind: 'OBJECTS', property: 'group.name' },
      claims: { groups: [{ group: { name: 'staff' } }] },
      read: ['staff'],
    },
  ],
  [
    'the keys of an object',
    {
      from: 'https://github.com/Flowfin/jellyfin-plugin-sso/issues/934 (Zitadel)',
      path: 'urn:zitadel:iam:org:project:roles',
      form: { kind: 'KEYS' },
      claims: { 'urn:zitadel:iam:org:project:roles': { staff: { '1': 'a.example' }, x: {} } },
      read: ['staff'],
    },
  ],
  [
    'keys that are switched off',
    {
      from: 'flags by name, as Auth0 actions write them',
      form: { kind: 'KEYS' },
      claims: { groups: { staff: false, x: true } },
      read: [],
    },
  ],
  [
    'a text with commas',
    {
      from: 'LDAP attributes and SAML brokers',
      form: { kind: 'TEXT', separator: ',' },
      claims: { groups: 'x, staff ,y' },
      read: ['staff'],
    },
  ],
  [
    'a text with spaces, as scopes are written',
    {
      from: 'RFC 6749, section 3.3',
      form: { kind: 'TEXT' },
      claims: { groups: 'x staff' },
      read: ['staff'],
    },
  ],
  [
    'more than a thousand, the last of which counts',
    {
      from: 'issue: nothing is cut before mapping',
      claims: { groups: [...many, 'staff'] },
      read: ['staff'],
    },
  ],
  [
    'brackets without quotes',
    {
      from: 'https://github.com/oauth2-proxy/oauth2-proxy/issues/1765 (Amazon Cognito)',
      form: { kind: 'TEXT', separator: ',' },
      claims: { groups: '[x, staff]' },
      read: ['staff'],
    },
  ],
  [
    'brackets without quotes where a list is expected',
    {
      from: 'https://github.com/oauth2-proxy/oauth2-proxy/issues/1765 (Amazon Cognito)',
      claims: { groups: '[x, staff]' },
      unread: 'FORM',
    },
  ],
  [
    'the notation of a map in another language',
    { from: 'Java, Map.toString', claims: { groups: '{x=1, staff=2}' }, unread: 'FORM' },
  ],
  [
    'a text below another name that is JSON',
    {
      from: 'https://github.com/grafana/grafana/issues/92801, one level higher',
      path: 'realm_access.roles',
      claims: { realm_access: '{"roles":["staff"]}' },
      read: ['staff'],
    },
  ],
  [
    'objects as JSON in texts',
    {
      from: 'https://github.com/grafana/grafana/issues/92801, within a list',
      form: { kind: 'OBJECTS', property: 'name' },
      claims: { groups: ['{"name":"staff"}', '{"name":"x"}'] },
      read: ['staff'],
    },
  ],
  [
    'a list where the path goes on, although a missing claim means none',
    {
      from: 'https://github.com/sonar-auth-oidc/sonar-auth-oidc/issues/34, after the roles moved up',
      path: 'realm_access.roles',
      form: { ...list, absentMeansNone: true },
      claims: { realm_access: ['staff'] },
      unread: 'FORM',
    },
  ],
  [
    'none where the client has no roles at all',
    {
      from: 'Keycloak, resource_access of somebody without roles at this client',
      path: 'resource_access.annals.roles',
      form: { ...list, absentMeansNone: true },
      claims: { resource_access: { account: { roles: ['manage-account'] } } },
      read: [],
    },
  ],
  [
    'a name with space around it',
    {
      from: 'https://github.com/adminsyspro/proxcenter-ui/pull/343',
      claims: { groups: [' staff '] },
      read: ['staff'],
    },
  ],
  [
    'a name whose accents are composed in another way',
    {
      from: 'https://github.com/ShMaunder/JMapMyLDAP/issues/63, as macOS writes it',
      claims: { groups: ['pru\u0308fer'] },
      read: ['prüfer'],
    },
  ],
  [
    'keys that are switched off in words',
    {
      from: 'flags of providers that can only write texts and numbers',
      form: { kind: 'KEYS' },
      claims: { groups: { staff: 'false', '4711': 0, former: '', x: 'true' } },
      read: [],
    },
  ],
  [
    'what stands above it, which was left out',
    {
      from: 'OpenID Connect Core 1.0, section 5.6.2: names of claims, not paths',
      path: 'realm_access.roles',
      form: { ...list, absentMeansNone: true },
      claims: {
        _claim_names: { realm_access: 'src1' },
        _claim_sources: { src1: { endpoint: 'https://provider.invalid/claims' } },
      },
      unread: 'OVERAGE',
    },
  ],
  [
    'the remark that there are too many, as JSON in a text',
    {
      from: 'https://github.com/grafana/grafana/issues/43356, behind a broker that knows texts only',
      form: { ...list, absentMeansNone: true },
      claims: { _claim_names: '{"groups":"src1"}' },
      unread: 'OVERAGE',
    },
  ],
  [
    'names that no database can hold',
    {
      from: 'https://github.com/logto-io/logto/pull/8992',
      claims: { groups: { 'a\0b': 1, 'c\ud800': 2, ['d'.repeat(10_000)]: 3 } },
      unread: 'FORM',
    },
  ],
  [
    'none where the provider leaves the claim out for none',
    {
      from: 'Microsoft Entra ID, group claims',
      form: { ...list, absentMeansNone: true },
      claims: {},
      read: [],
    },
  ],
  [
    'no claim',
    {
      from: 'https://github.com/nexspence/nexspence/pull/487',
      claims: {},
      unread: 'MISSING',
    },
  ],
  [
    'null',
    {
      from: 'https://github.com/nextcloud/user_oidc/issues/648',
      claims: { groups: null },
      unread: 'MISSING',
    },
  ],
  [
    'an object where a list is expected',
    {
      from: 'https://github.com/hivemq/hivemq-edge/pull/1706 (realm_access)',
      path: 'realm_access',
      claims: { realm_access: { roles: ['staff'] } },
      unread: 'FORM',
    },
  ],
  [
    'objects where texts are expected',
    {
      from: 'https://github.com/9p4/jellyfin-plugin-sso/issues/210',
      claims: { groups: [{ name: 'staff' }] },
      unread: 'FORM',
    },
  ],
  [
    'objects of which one lacks the property',
    {
      from: 'a list that is read in part takes away the rest',
      form: { kind: 'OBJECTS', property: 'name' },
      claims: { groups: [{ name: 'x' }, { id: 'staff' }] },
      unread: 'FORM',
    },
  ],
  [
    'a list with something else in it',
    {
      from: 'a list that is read in part takes away the rest',
      claims: { groups: ['x', null] },
      unread: 'FORM',
    },
  ],
  [
    'nothing but the remark that there are too many',
    {
      from: 'https://github.com/grafana/grafana/issues/43356, without permission to read them',
      claims: leftOut('https://graph.windows.net/tenant/users/user/getMemberObjects'),
      unread: 'OVERAGE',
    },
  ],
  [
    'the short form of that remark',
    {
      from: 'Microsoft Entra ID, hasgroups',
      form: { ...list, absentMeansNone: true },
      claims: { hasgroups: true },
      unread: 'OVERAGE',
    },
  ],
];

describe.each(testDatabases())('claims as they come, $kind', ({ open }) => {
  const fixture = FakeProviderFixture.forAll(open);
  const { running, calls } = fixture;

  const connect = (path = 'groups', form: object = list, more: object = {}) =>
    fixture.connect({
      claimMap: { groups: path },
      groupsForm: form,
      groupRoles: { staff: 'AUDITOR', '4711': 'AUDITOR', former: 'AUDITOR', prüfer: 'AUDITOR' },
      newUserRoles: ['USER'],
      ...more,
    });
  const rolesAfter = async (misbehaviour: Misbehaviour) =>
    (await fixture.userAfter(misbehaviour)).roles;

  describe('groups', () => {
    it.each(groupCases)('are read from %s', async (_, { path, form, claims, read, unread }) => {
      // Somebody who has the role from an earlier sign-in.
      await connect('before');
      expect(await rolesAfter({ idToken: { before: ['former'] } })).toEqual(['AUDITOR', 'USER']);
      await calls.change(fixture.id, {
        claimMap: { groups: path ?? 'groups' },
        groupsForm: form ?? list,
      });
      const roles = await rolesAfter({ idToken: claims });
      const shown = await fixture.shown();
      // Whoever cannot be read keeps the role, and administrators are told in three places.
      const hasRole = read === undefined || read.length > 0;
      expect(roles).toEqual(hasRole ? ['AUDITOR', 'USER'] : ['USER']);
      const reported = { attribute: 'groups', claim: path ?? 'groups', reason: unread };
      expect(shown).toMatchObject({
        unreadUserCount: unread === undefined ? 0 : 1,
        unread: unread === undefined ? [] : [{ claims: [reported] }],
      });
      const listed = await calls.call('GET', '/v1/identity-providers?unread=true');
      expect(listed.body.data?.some(({ id }) => id === fixture.id)).toBe(unread !== undefined);
      const [event] = await events('identity.claimUnread');
      expect(event).toEqual(
        unread === undefined ? undefined : { identityProviderId: fixture.id, ...reported },
      );
    });

    it('are followed to where the provider has them all, with every page', async () => {
      await connect();
      const endpoint = `${fixture.fake.issuer}/me/getMemberObjects`;
      const pages = [many.slice(0, 1_000), many.slice(1_000), ['staff']];
      expect(await rolesAfter({ idToken: leftOut(endpoint), leftOut: pages })).toEqual([
        'AUDITOR',
        'USER',
      ]);
      expect(new Set(fixture.fake.bearers)).toEqual(new Set(['Bearer an access token']));
      expect((await fixture.shown())['unreadUserCount']).toBe(0);

      // Half of them are not all of them.
      const half = await rolesAfter({ idToken: leftOut(endpoint), leftOut: [['x'], 403] });
      expect(half).toEqual(['AUDITOR', 'USER']);
      expect(await fixture.shown()).toMatchObject({
        unread: [{ claims: [{ reason: 'OVERAGE' }] }],
      });

      expect(await rolesAfter({ idToken: leftOut(endpoint), leftOut: [['x']] })).toEqual(['USER']);
      expect((await fixture.shown())['unreadUserCount']).toBe(0);
    });

    it.each([list, { ...list, absentMeansNone: true }])(
      'stay as they are when userinfo, which has them, does not answer, and nobody is refused for it: %o',
      async (form) => {
        await connect('groups', form);
        const groups = { groups: ['staff'] };
        expect(await rolesAfter({ userinfo: groups })).toEqual(['AUDITOR', 'USER']);
        for (const userinfoStatus of [403, 503]) {
          expect(await rolesAfter({ userinfo: groups, userinfoStatus })).toEqual([
            'AUDITOR',
            'USER',
          ]);
          expect(await fixture.shown()).toMatchObject({
            unread: [{ claims: [{ attribute: 'groups', reason: 'UNANSWERED' }] }],
          });
        }
        // The email says who they are at the first sign-in only.
        const nameless = { without: ['email'], userinfoStatus: 503 };
        expect(await rolesAfter(nameless)).toEqual(['AUDITOR', 'USER']);
        fixture.fake.subject = 'somebody new';
        expect((await fixture.signIn(nameless)).status).toBe(401);
      },
    );

    it('show in a test what was found, and what would be gained and lost', async () => {
      await connect();
      await rolesAfter({ idToken: { groups: ['former'] } });
      const lost = await fixture.trial({ idToken: { groups: ['x'] } });
      expect(lost?.mapping).toEqual([
        {
          attribute: 'groups',
          claim: 'groups',
          state: 'READ',
          found: { kind: 'TEXTS', count: 1, properties: [] },
          values: ['x'],
        },
      ]);
      expect(lost?.changes).toMatchObject({ rolesGained: [], rolesLost: ['AUDITOR'], unread: [] });
      const unread = await fixture.trial({ idToken: { groups: [{ id: 1, name: 'staff' }] } });
      expect(unread?.mapping?.[0]).toMatchObject({
        state: 'FORM',
        found: { kind: 'OBJECTS', count: 1, properties: ['id', 'name'] },
      });
      expect(unread?.changes).toMatchObject({
        rolesLost: [],
        unread: [{ attribute: 'groups', reason: 'FORM' }],
      });
      // A test has no effect.
      expect(await rolesAfter({ idToken: { groups: ['former'] } })).toEqual(['AUDITOR', 'USER']);
    });
  });

  describe('units', () => {
    it('follow the claim, and stay while it cannot be read', async () => {
      const berlin = await makeUnit(running, calls.token, 'Berlin');
      const oslo = await makeUnit(running, calls.token, 'Oslo');
      await connect('groups', list, {
        claimMap: { units: 'site' },
        unitMap: { BER: berlin, OSL: oslo },
      });
      const unitsAfter = async (claims: Record<string, unknown>) => {
        const user = await fixture.userAfter({ idToken: claims });
        return unitsOf(user).toSorted();
      };
      expect(await unitsAfter({ site: ['BER'] })).toEqual(['Berlin']);
      expect(await unitsAfter({ site: ['BER', 'OSL'] })).toEqual(['Berlin', 'Oslo']);
      expect(await unitsAfter({ site: { BER: true } })).toEqual(['Berlin', 'Oslo']);
      expect(await fixture.shown()).toMatchObject({
        unread: [{ claims: [{ attribute: 'units', reason: 'FORM' }] }],
      });
      expect(await unitsAfter({ site: 'OSL' })).toEqual(['Oslo']);
      const trial = await fixture.trial({ idToken: { site: 'BER' } });
      expect(trial?.changes).toMatchObject({
        unitsGained: [{ name: 'Berlin' }],
        unitsLost: [{ name: 'Oslo' }],
      });
      await calls.change(fixture.id, { synchronization: { units: 'NEVER' } });
      expect(await unitsAfter({ site: [] })).toEqual(['Oslo']);
    });

    it('are left alone where somebody else assigned them', async () => {
      const unit = await makeUnit(running, calls.token, 'Harbour');
      await connect('groups', list, { claimMap: { units: 'site' }, unitMap: { HAR: unit } });
      const { id } = await fixture.userAfter({ idToken: { site: [] } });
      await joinUnit(running, String(id), unit);
      const user = await fixture.userAfter({ idToken: { site: ['HAR'] } });
      expect(unitsOf(user)).toEqual(['Harbour']);
      expect(unitsOf(await fixture.userAfter({ idToken: { site: [] } }))).toEqual(['Harbour']);
    });
  });

  describe('attributes', () => {
    it.each<[string, object, Misbehaviour, Record<string, unknown>]>([
      [
        'a new name (https://github.com/matrix-org/synapse/issues/13277)',
        {},
        { idToken: { name: 'Renamed Person' } },
        { name: 'Renamed Person' },
      ],
      [
        'a new email (https://github.com/xperseguers/t3ext-oidc/issues/189)',
        {},
        { idToken: { email: 'married@example.org' } },
        { email: 'married@example.org', username: 'married@example.org' },
      ],
      ['a new language', { language: 'ALWAYS' }, { idToken: { locale: 'de-AT' } }, { lang: 'de' }],
      [
        'a language with its country in an object (LinkedIn)',
        { language: 'ALWAYS' },
        { idToken: { locale: { country: 'AT', language: 'de' } } },
        { lang: 'de' },
      ],
      [
        'an email as a list of one (https://github.com/keycloak/keycloak/issues/19881)',
        {},
        { idToken: { email: ['listed@example.org'] } },
        { email: 'listed@example.org' },
      ],
      [
        'a name as a list of one, as directories write attributes',
        {},
        { idToken: { name: ['Listed Person'] } },
        { name: 'Listed Person' },
      ],
      [
        'a name that is too long, without half of its last sign (https://github.com/mozilla-iam/mozilla-iam/issues/98)',
        {},
        { idToken: { name: `${'a'.repeat(199)}😀` } },
        { name: 'a'.repeat(199) },
      ],
      [
        'the parts of a name (https://github.com/contember/contember/pull/939, https://github.com/karakeep-app/karakeep/pull/3034)',
        {},
        { idToken: { given_name: 'Ada', family_name: ' Lovelace ' }, without: ['name'] },
        { name: 'Ada Lovelace' },
      ],
      [
        'one part of a name beside nothing',
        {},
        { idToken: { name: '', given_name: 'Ada', family_name: null } },
        { name: 'Ada' },
      ],
      [
        'a name that is null in the token and told by userinfo',
        {},
        { idToken: { name: null }, userinfo: { name: 'Told Later' } },
        { name: 'Told Later' },
      ],
      [
        'a name with half a sign',
        {},
        { idToken: { name: 'Ada \ud800 Lovelace' } },
        { name: 'Ada \ufffd Lovelace' },
      ],
    ])('follow %s', async (_, synchronization, misbehaviour, expected) => {
      await fixture.connect({ synchronization });
      const before = await fixture.userAfter();
      const after = await fixture.userAfter(misbehaviour);
      expect(after).toMatchObject({ id: before.id, ...expected });
      const [event] = await events('user.changed');
      expect(event).toMatchObject({ ...expected, identityProviderId: fixture.id });
    });

    it('are set at the first sign-in from userinfo too, which is not asked for them again', async () => {
      await fixture.connect({ synchronization: { language: 'FIRST' } });
      const userinfo = { locale: 'de' };
      expect(await fixture.userAfter({ userinfo })).toMatchObject({ lang: 'de' });
      const asked = () => fixture.fake.requestedPaths.filter((path) => path === '/userinfo').length;
      const before = asked();
      expect(await fixture.userAfter({ userinfo: { locale: 'en' } })).toMatchObject({ lang: 'de' });
      expect(asked()).toBe(before);
    });

    it('are set at the first sign-in only, or never, where the provider is configured so', async () => {
      await fixture.connect({
        synchronization: { name: 'FIRST', email: 'NEVER', language: 'NEVER' },
      });
      const first = await fixture.userAfter({ idToken: { locale: 'de' } });
      expect(first).toMatchObject({ name: 'Fake Person', lang: 'en' });
      const second = await fixture.userAfter({
        idToken: { name: 'Other', email: 'other-one@example.org' },
      });
      expect(second).toMatchObject({ name: 'Fake Person', email: first.email });
      expect((await fixture.shown())['unreadUserCount']).toBe(0);
    });

    it.each<[string, string, (taken: string) => Misbehaviour]>([
      [
        'somebody else has (https://github.com/BookStackApp/BookStack/issues/4887)',
        'EMAIL_TAKEN',
        (taken) => ({ idToken: { email: taken.toUpperCase() } }),
      ],
      [
        'the provider does not verify (https://github.com/getodk/central/issues/1490)',
        'EMAIL_NOT_VERIFIED',
        () => ({ idToken: { email: 'unverified@example.org', email_verified: false } }),
      ],
      ['is not valid', 'FORM', () => ({ idToken: { email: 'no address' } })],
      [
        'is one of two (https://github.com/oauth2-proxy/oauth2-proxy/issues/1165)',
        'FORM',
        () => ({ idToken: { email: ['one@example.org', 'two@example.org'] } }),
      ],
      ['is no text', 'FORM', () => ({ idToken: { email: { value: 'one@example.org' } } })],
    ])('report an email that %s, and keep the old one', async (_, reason, misbehaviour) => {
      await fixture.connect();
      const { email: taken } = await fixture.userAfter();
      fixture.nextPerson();
      const before = await fixture.userAfter({});
      const after = await fixture.userAfter(misbehaviour(String(taken)));
      expect([after.id, after.email]).toEqual([before.id, before.email]);
      expect(await fixture.shown()).toMatchObject({
        unread: [{ user: { id: before.id }, claims: [{ attribute: 'email', reason }] }],
      });
      const [event] = await events('identity.claimUnread');
      expect(event).toMatchObject({ attribute: 'email', claim: 'email', reason });
    });

    it.each<[string, unknown]>([
      ['the word null (https://github.com/zitadel/oidc/issues/672)', 'null'],
      ['a country instead of a language (https://github.com/zitadel/oidc/pull/505)', 'gb'],
      ['nothing', null],
      ['a number', 7],
      ['an empty list', []],
    ])('leave the language as it is for %s', async (_, locale) => {
      await fixture.connect({ synchronization: { language: 'ALWAYS' } });
      const german = { lang: 'de' };
      expect(await fixture.userAfter({ idToken: { locale: 'de' } })).toMatchObject(german);
      expect(await fixture.userAfter({ idToken: { locale } })).toMatchObject(german);
    });

    it('say that an email is not valid, not that it is missing', async () => {
      await fixture.connect();
      const { body } = await fixture.signIn({ idToken: { email: 'no address' } });
      expect(body.code).toBe('email_invalid');
    });
  });

  async function events(action: string): Promise<Record<string, unknown>[]> {
    const rows = await running.database.query<{ after: Record<string, unknown> }>(sql`
      select after from authentication.event
      where action = ${action} and after ->> 'identityProviderId' = ${fixture.id}
      order by seq desc limit 1`);
    return rows.map(({ after }) => after);
  }
});

const unitsOf = (user: object): string[] =>
  ((user as { organizationalUnits?: { name: string }[] }).organizationalUnits ?? []).map(
    ({ name }) => name,
  );
