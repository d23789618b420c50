import { describe, expect, it } from 'vitest';
import { providerPresets, type PresetId } from '@annals/rules/provider-presets';
import { testDatabases } from '@annals/kit/testing/databases';
import type { Misbehaviour } from '../testing/fake-provider.ts';
import { FakeProviderFixture } from '../testing/fake-provider-fixture.ts';

/** How a product deviates from the others, according to its documentation. */
interface Product {
  /** Below the address of the stand-in. */
  issuerPath: string;
  /** What an administrator changes in the preset. */
  settings?: Record<string, unknown>;
  discovery?: Record<string, unknown>;
  idToken: Record<string, unknown>;
  /** Claims that the ID token lacks. */
  without?: string[];
  userinfo?: Record<string, unknown>;
  /** The group that gives a role; undefined: the product sends none. */
  group?: string;
  /** Somebody without groups. */
  none: Record<string, unknown>;
  /** What becomes of the role then: whether the product says that there are none. */
  keepsRole?: boolean;
}

const tenantId = '8d88c9c2-2058-486d-9cd4-2fc9010326bc';
const groupId = '02bc1a4b-9f3a-4d5e-8f10-6a1c3d2e4f50';
const zitadelRoles = 'urn:zitadel:iam:org:project:roles';

const products: Record<PresetId, Product> = {
  // Lists no PKCE methods, verifies no email, sends ids of groups, and no claim to somebody without groups.
  entra: {
    issuerPath: `/${tenantId}/v2.0`,
    settings: { trustEmail: true },
    discovery: {
      code_challenge_methods_supported: undefined,
      response_modes_supported: ['query', 'fragment', 'form_post'],
      tenant_region_scope: 'EU',
    },
    idToken: {
      ver: '2.0',
      tid: tenantId,
      oid: '690222be-ff1a-4d56-abd1-7e4f7d38e474',
      preferred_username: 'ada@contoso.example',
      xms_pl: 'de-AT',
      groups: [groupId],
    },
    without: ['email_verified'],
    userinfo: { picture: 'https://graph.microsoft.com/v1.0/me/photo/$value' },
    group: groupId,
    none: {},
  },
  // The ID token of a code flow is thin: profile and groups are in userinfo.
  okta: {
    issuerPath: '',
    discovery: { scopes_supported: ['openid', 'email', 'profile', 'groups', 'offline_access'] },
    idToken: { ver: 1, amr: ['pwd'], idp: '00o62rsvdnBu5rMhF5d6' },
    without: ['name', 'email', 'email_verified'],
    userinfo: {
      name: 'Ada Okta',
      email: 'ada@okta.example',
      email_verified: true,
      locale: 'de_DE',
      zoneinfo: 'Europe/Berlin',
      groups: ['Everyone', 'Annals auditors'],
    },
    group: 'Annals auditors',
    none: { groups: ['Everyone'] },
  },
  // Writes no groups at all, and names its domain.
  google: {
    issuerPath: '',
    idToken: { hd: 'example.org', azp: 'fake-client', email_verified: true, locale: 'de' },
    none: {},
  },
  // Names groups by their path, and writes its client as the authorized party.
  keycloak: {
    issuerPath: '/realms/annals',
    discovery: { backchannel_logout_supported: true, frontchannel_logout_supported: true },
    idToken: {
      typ: 'ID',
      azp: 'fake-client',
      sid: '08f8a1f2-9cb1-4f6c-8f4a-2e4e6ff1a111',
      locale: 'de',
      groups: ['/staff/auditors'],
      realm_access: { roles: ['offline_access'] },
    },
    group: '/staff/auditors',
    none: { groups: [] },
  },
  // Its issuer ends with a slash, and it says that emails are not verified.
  authentik: {
    issuerPath: '/application/o/annals/',
    settings: { trustEmail: true },
    idToken: {
      email_verified: false,
      nickname: 'ada',
      preferred_username: 'ada',
      groups: ['authentik Admins', 'auditors'],
      locale: 'de',
    },
    group: 'auditors',
    none: { groups: [] },
  },
  // Its subjects are numbers, its roles the keys of an object, which is missing for somebody without any.
  zitadel: {
    issuerPath: '',
    discovery: { code_challenge_methods_supported: ['S256'] },
    idToken: {
      sub: '259242039378444290',
      azp: 'fake-client',
      aud: ['fake-client', '259254020357488643'],
      locale: 'de',
      [zitadelRoles]: { auditor: { '259242039378444200': 'annals.zitadel.cloud' } },
    },
    group: 'auditor',
    none: {},
    keepsRole: true,
  },
  // Its subjects are numbers, and the groups in the ID token have a name of their own.
  gitlab: {
    issuerPath: '',
    idToken: {
      sub: '4711',
      sub_legacy: 'e0f1',
      auth_time: 1_795_976_000,
      groups_direct: ['annals/auditors'],
      locale: 'de',
    },
    userinfo: { groups: ['annals', 'annals/auditors'] },
    group: 'annals/auditors',
    none: { groups_direct: [] },
  },
};

describe.each(testDatabases())('the preset, $kind', ({ open }) => {
  const fixture = FakeProviderFixture.forAll(open);
  const { calls } = fixture;

  it.each(providerPresets.map((preset) => [preset.name, preset] as const))(
    'of %s works with what the product sends',
    async (_, { id, scopes, claimMap, groupsForm }) => {
      const product = products[id];
      const issuer = `${fixture.fake.issuer}${product.issuerPath}`;
      const as = (more: Record<string, unknown>): Misbehaviour => ({
        discovery: { issuer, scopes_supported: [...scopes], ...product.discovery },
        idToken: { iss: issuer, ...more },
        ...(product.without && { without: product.without }),
        ...(product.userinfo && { userinfo: product.userinfo }),
      });
      const { sub } = product.idToken;
      if (typeof sub === 'string') fixture.fake.subject = sub;
      fixture.fake.misbehaviour = as(product.idToken);
      await fixture.connect({
        issuer,
        scopes,
        claimMap,
        groupsForm,
        groupRoles: { [product.group ?? 'none']: 'AUDITOR' },
        ...product.settings,
      });
      const checked = await calls.call('POST', `/v1/identity-providers/${fixture.id}/test`);
      expect(checked.body.checks?.filter(({ ok }) => !ok)).toEqual([]);
      const first = await fixture.userAfter();
      expect(first).toMatchObject({
        roles: product.group === undefined ? [] : ['AUDITOR'],
        lang: 'de',
        status: 'ACTIVE',
      });
      expect((await fixture.shown())['unreadUserCount']).toBe(0);

      // The same person without groups.
      const rest = { ...product.idToken, [claimMap.groups ?? 'groups']: undefined };
      const { groups, ...userinfo } = { groups: undefined, ...product.userinfo, ...product.none };
      const second = await fixture.userAfter({
        ...as({ ...rest, ...product.none }),
        userinfo: { ...userinfo, ...(groups !== undefined && { groups }) },
      });
      expect(second.id).toBe(first.id);
      expect(second.roles).toEqual(product.keepsRole ? ['AUDITOR'] : []);
      expect((await fixture.shown())['unreadUserCount']).toBe(product.keepsRole ? 1 : 0);
    },
  );
});
