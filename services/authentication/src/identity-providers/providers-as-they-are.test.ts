import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { certified } from '../testing/certified-key.ts';
import type { Misbehaviour } from '../testing/fake-provider.ts';
import { FakeProviderFixture } from '../testing/fake-provider-fixture.ts';
import { publicUrl } from '../testing/running-service.ts';

const tenant = '4e35db53-1111-4222-8333-72283835fabc';
const otherTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

describe.each(testDatabases())('providers as they are, $kind', ({ open }) => {
  const fixture = FakeProviderFixture.forAll(open);
  const { calls } = fixture;

  type Deviation = { settings?: () => Record<string, unknown>; misbehaviour?: () => Misbehaviour };
  const issuer = () => fixture.fake.issuer;

  it.each<[string, Deviation]>([
    [
      'without a discovery document',
      {
        settings: () => ({
          discovery: false,
          endpoints: {
            authorization: `${issuer()}/authorize`,
            token: `${issuer()}/token`,
            jwks: `${issuer()}/jwks`,
          },
        }),
        misbehaviour: () => ({
          answerDiscovery: (response) => void response.writeHead(404).end(),
        }),
      },
    ],
    [
      'whose issuer is another one than the address of its document (https://github.com/ory/kratos/issues/4536)',
      {
        settings: () => ({
          issuer: `${issuer()}/contoso.onmicrosoft.com/B2C_1_susi/v2.0`,
          tokenIssuer: `${issuer()}/${tenant}/v2.0/`,
        }),
        misbehaviour: () => ({
          discovery: { issuer: `${issuer()}/${tenant}/v2.0/` },
          idToken: { iss: `${issuer()}/${tenant}/v2.0/` },
        }),
      },
    ],
    [
      'with an issuer for each tenant (https://github.com/coreos/go-oidc/issues/212)',
      {
        settings: () => ({
          issuer: `${issuer()}/organizations/v2.0`,
          tokenIssuer: `${issuer()}/{tenantid}/v2.0`,
          tenants: [tenant.toUpperCase()],
        }),
        misbehaviour: () => ({
          discovery: { issuer: `${issuer()}/{tenantid}/v2.0` },
          idToken: { iss: `${issuer()}/${tenant.toUpperCase()}/v2.0`, tid: tenant.toUpperCase() },
        }),
      },
    ],
    [
      'whose issuer ends with a slash (authentik, https://github.com/Freika/dawarich/issues/2925)',
      {
        settings: () => ({ issuer: `${issuer()}/application/o/annals/` }),
        misbehaviour: () => ({
          discovery: { issuer: `${issuer()}/application/o/annals/` },
          idToken: { iss: `${issuer()}/application/o/annals/` },
        }),
      },
    ],
    [
      'that signs with the client secret, where that was chosen (https://github.com/huggingface/chat-ui/pull/1568)',
      {
        settings: () => ({ idTokenAlgorithm: 'HS256' }),
        misbehaviour: () => ({
          signWith: 'the client secret',
          discovery: { id_token_signing_alg_values_supported: ['HS256'], jwks_uri: undefined },
        }),
      },
    ],
    [
      'with a numeric subject (https://github.com/dexidp/dex/pull/2483)',
      { misbehaviour: () => ({ idToken: { sub: 4711 } }) },
    ],
    [
      'with a subject that is a number here and a text there (https://github.com/manfredsteyer/angular-oauth2-oidc/issues/548)',
      {
        misbehaviour: () => ({
          idToken: { sub: 4712 },
          without: ['email', 'email_verified'],
          userinfo: { sub: '4712', email: 'numeric@example.org', email_verified: true },
        }),
      },
    ],
    [
      'with signed userinfo (https://github.com/quarkusio/quarkus/issues/42341)',
      {
        misbehaviour: () => ({
          signsUserinfo: true,
          without: ['email', 'email_verified'],
          userinfo: { email: 'signed@example.org', email_verified: true },
        }),
      },
    ],
    [
      'whose tokens name no key (https://github.com/openfga/openfga/issues/2309)',
      { misbehaviour: () => ({ kid: null }) },
    ],
    [
      'with several keys and tokens that name none',
      {
        misbehaviour: () => ({
          kid: null,
          keys: [{ ...foreignKey(), kid: 'foreign' }, { ...fixture.fake.publicKey }],
        }),
      },
    ],
    [
      'that publishes a key twice (https://github.com/panva/openid-client/issues/166)',
      {
        misbehaviour: () => ({
          keys: [{ ...fixture.fake.publicKey }, { ...fixture.fake.publicKey }],
        }),
      },
    ],
    [
      'whose keys have no ids (https://github.com/authlib/authlib/pull/893)',
      {
        misbehaviour: () => {
          const { kid: _kid, ...key } = fixture.fake.publicKey;
          return { kid: 'a name of its own', keys: [key] };
        },
      },
    ],
    [
      'whose keys name no algorithm (https://github.com/nextcloud/user_oidc/issues/709, Shibboleth)',
      {
        misbehaviour: () => {
          const { alg: _alg, use: _use, ...key } = fixture.fake.publicKey;
          return { keys: [key] };
        },
      },
    ],
    [
      'that publishes a key for encryption under the same id (https://github.com/marcjazz/authkestra/issues/341)',
      {
        misbehaviour: () => {
          const { kid } = fixture.fake.publicKey;
          const other = { ...foreignKey(), alg: 'RSA-OAEP', use: 'enc', kid };
          return { keys: [other, { ...fixture.fake.publicKey }] };
        },
      },
    ],
    [
      'that publishes a key once for each algorithm (https://github.com/keycloak/keycloak/issues/14794)',
      {
        misbehaviour: () => {
          const { publicKey } = fixture.fake;
          return { keys: [{ ...publicKey, alg: 'RS512' }, { ...publicKey }] };
        },
      },
    ],
    [
      'whose keys are in plain base64 with padding (https://github.com/DuendeArchive/identity-model-oidc-client-js/issues/451, NetIQ)',
      {
        misbehaviour: () => {
          const { n = '', ...key } = fixture.fake.publicKey;
          return { keys: [{ ...key, n: Buffer.from(n, 'base64url').toString('base64') }] };
        },
      },
    ],
    [
      'that answers with 201 instead of 200 (https://github.com/panva/openid-client/issues/666, https://github.com/nextauthjs/next-auth/issues/4749)',
      { misbehaviour: () => ({ tokenStatus: 201 }) },
    ],
    [
      'that writes times as texts (https://github.com/couchbase/sync_gateway/issues/1930)',
      { misbehaviour: () => ({ token: { expires_in: '3600', token_type: undefined } }) },
    ],
    [
      'that lists the project beside the client as audience (https://github.com/7ritn/VaulTLS/issues/219)',
      {
        misbehaviour: () => ({
          idToken: { aud: ['fake-client', '383168317235462148'], azp: 'fake-client' },
        }),
      },
    ],
    [
      'whose audience is a list of one (https://github.com/bacularis/bacularis-app/issues/117)',
      { misbehaviour: () => ({ idToken: { aud: ['fake-client'] } }) },
    ],
    [
      'that sends no time for which refresh tokens are good (https://github.com/nextcloud/user_oidc/issues/1024)',
      { misbehaviour: () => ({ token: { refresh_token: 'r', refresh_expires_in: undefined } }) },
    ],
    [
      'that writes null or nothing for the addresses that it does not have',
      {
        misbehaviour: () => ({
          discovery: { end_session_endpoint: null, userinfo_endpoint: '' },
        }),
      },
    ],
    [
      'whose address for signing out is none',
      { misbehaviour: () => ({ discovery: { end_session_endpoint: '/logout' } }) },
    ],
    [
      'whose address for signing out is a script',
      { misbehaviour: () => ({ discovery: { end_session_endpoint: 'javascript:alert(1)' } }) },
    ],
    [
      'that names its session in a form that no database can hold',
      { misbehaviour: () => ({ idToken: { sid: 'a\0b' } }) },
    ],
    [
      'that issues no access token',
      { misbehaviour: () => ({ token: { access_token: undefined } }) },
    ],
  ])('sign in at a provider %s', async (_, { settings, misbehaviour }) => {
    fixture.fake.misbehaviour = misbehaviour?.() ?? {};
    await fixture.connect(settings?.());
    const first = await fixture.userAfter();
    expect((await fixture.userAfter()).id).toBe(first.id);
    const { body } = await calls.call('POST', `/v1/identity-providers/${fixture.id}/test`);
    expect(body.checks?.filter(({ ok }) => !ok)).toEqual([]);
  });

  it.each<[string, Deviation, RegExp]>([
    [
      'of a tenant that is not listed',
      {
        settings: () => ({
          tokenIssuer: `${issuer()}/{tenantid}/v2.0`,
          tenants: [tenant],
        }),
        misbehaviour: () => ({
          discovery: { issuer: `${issuer()}/{tenantid}/v2.0` },
          idToken: { iss: `${issuer()}/${otherTenant}/v2.0`, tid: otherTenant },
        }),
      },
      /"iss"|tenant/,
    ],
    [
      'that names one tenant and has the issuer of another',
      {
        settings: () => ({
          tokenIssuer: `${issuer()}/{tenantid}/v2.0`,
          tenants: [tenant, otherTenant],
        }),
        misbehaviour: () => ({
          discovery: { issuer: `${issuer()}/{tenantid}/v2.0` },
          idToken: { iss: `${issuer()}/${otherTenant}/v2.0`, tid: tenant },
        }),
      },
      /"iss"/,
    ],
    [
      'with another algorithm than the one that was chosen',
      {
        settings: () => ({ idTokenAlgorithm: 'ES256' }),
        misbehaviour: () => ({
          discovery: { id_token_signing_alg_values_supported: ['RS256', 'ES256'] },
        }),
      },
      /alg/,
    ],
    [
      'that is refused in words which no database can hold (https://github.com/logto-io/logto/pull/8992)',
      {
        misbehaviour: () => ({
          token: { error: 'invalid_grant', error_description: `a\0b${'x'.repeat(400)}\ud800` },
        }),
      },
      /invalid_grant a\uFFFDbx/,
    ],
    [
      'that is an error with the status 200 (https://github.com/casdoor/casdoor/issues/2964)',
      { misbehaviour: () => ({ token: { error: 'invalid_client' } }) },
      /invalid_client/,
    ],
    [
      'whose nonce is another one (https://github.com/gravitational/teleport/issues/69748, Amazon Cognito)',
      { misbehaviour: () => ({ idToken: { nonce: '' } }) },
      /nonce/,
    ],
    ['of a key whose name no database can hold', { misbehaviour: () => ({ kid: 'a\0b' }) }, /key/i],
    [
      'with signed userinfo of another issuer',
      {
        misbehaviour: () => ({
          signsUserinfo: true,
          without: ['email'],
          userinfo: { iss: 'https://evil.example', email: 'e@example.org', email_verified: true },
        }),
      },
      /"iss"/,
    ],
  ])('refuse a token %s', async (_, { settings, misbehaviour }, detail) => {
    fixture.fake.misbehaviour = misbehaviour?.() ?? {};
    await fixture.connect(settings?.());
    const started = await calls.call('POST', `/v1/identity-providers/${fixture.id}/trial`);
    const { status, body } = await calls.finish(
      fixture.fake.authorize(started.body.authorizationUrl ?? ''),
    );
    expect(status).toBe(401);
    expect(body.message).toMatch(detail);
  });

  it('find a new key at the first token that is signed with it', async () => {
    // https://github.com/kellnr/kellnr/issues/1265, https://github.com/python-social-auth/social-core/issues/591
    await fixture.connect();
    expect((await fixture.signIn()).status).toBe(200);
    await fixture.fake.rotate();
    expect((await fixture.signIn()).status).toBe(200);
    // With the same id, as after a restore.
    await fixture.fake.rotate(String(fixture.fake.publicKey.kid));
    expect((await fixture.signIn()).status).toBe(200);
    const reads = () => fixture.fake.requestedPaths.filter((path) => path === '/jwks').length;
    const before = reads();
    await fixture.signIn();
    expect(reads()).toBe(before);
  });

  it('keep the users of two tenants apart who have the same subject', async () => {
    await fixture.connect({
      tokenIssuer: `${issuer()}/{tenantid}/v2.0`,
      tenants: [tenant, otherTenant],
    });
    const of = (tid: string, email: string): Misbehaviour => ({
      discovery: { issuer: `${issuer()}/{tenantid}/v2.0` },
      idToken: { iss: `${issuer()}/${tid}/v2.0`, tid, email },
    });
    fixture.fake.misbehaviour = of(tenant, 'one@example.org');
    const one = await fixture.userAfter();
    const two = await fixture.userAfter(of(otherTenant, 'two@example.org'));
    expect(two.id).not.toBe(one.id);
  });

  describe('with private_key_jwt', () => {
    const algorithms: [string, () => string][] = [
      [
        'RSA',
        () =>
          generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
            type: 'pkcs8',
            format: 'pem',
          }) as string,
      ],
      [
        'EC',
        () =>
          generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
            type: 'sec1',
            format: 'pem',
          }) as string,
      ],
      [
        'JWK',
        () =>
          JSON.stringify({
            ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
            kid: 'mine',
          }),
      ],
      [
        'the JSON file of Zitadel',
        () =>
          JSON.stringify({
            type: 'application',
            keyId: '259242039378444290',
            key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
              type: 'pkcs1',
              format: 'pem',
            }),
            appId: '1',
          }),
      ],
    ];
    it.each([['a key that is made here', undefined] as const, ...algorithms])(
      'authenticate with %s, whose public part is published',
      async (_, makeKey) => {
        await fixture.connect({
          clientAuthentication: 'private_key_jwt',
          clientSecret: null,
          ...(makeKey && { clientKey: makeKey() }),
        });
        expect((await fixture.signIn()).status).toBe(200);
        const { form, authorization } = fixture.fake.tokenRequests.at(-1) ?? {};
        expect(authorization).toBeUndefined();
        expect(form?.get('client_assertion_type')).toBe(
          'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        );
        const shown = await fixture.shown();
        const at = `/v1/auth/identity-providers/${fixture.id}/keys`;
        expect(shown['clientKeysUrl']).toBe(`${publicUrl}/api/annals${at}`);
        const { body } = await calls.call('GET', at, undefined, '');
        const keys = body as unknown as JSONWebKeySet;
        expect(keys.keys).toEqual([shown['clientPublicKey']]);
        expect(JSON.stringify(keys)).not.toContain('"d"');
        const { payload } = await jwtVerify(
          form?.get('client_assertion') ?? '',
          createLocalJWKSet(keys),
        );
        expect(payload).toMatchObject({
          iss: 'fake-client',
          sub: 'fake-client',
          aud: `${issuer()}/token`,
        });
      },
    );

    it('name the certificate that Microsoft Entra ID knows the key by', async () => {
      const { key, certificate } = certified;
      await fixture.connect({
        clientAuthentication: 'private_key_jwt',
        clientKey: `${key}\n${certificate}`,
      });
      await fixture.signIn();
      const { form } = fixture.fake.tokenRequests.at(-1) ?? {};
      const header = decodeProtectedHeader(form?.get('client_assertion') ?? '');
      const { fingerprint } = new X509Certificate(certificate);
      expect(Buffer.from(String(header.x5t), 'base64url').toString('hex').toUpperCase()).toBe(
        fingerprint.replaceAll(':', ''),
      );
    });

    it.each([
      ['no key', 'abc'],
      ['a public key', JSON.stringify(foreignKey())],
      [
        'a short key',
        generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
          type: 'pkcs8',
          format: 'pem',
        }) as string,
      ],
    ])('refuse %s', async (_, clientKey) => {
      const { status, body } = await calls.call('POST', '/v1/identity-providers', {
        name: 'Wrong key',
        issuer: issuer(),
        clientId: 'x',
        clientAuthentication: 'private_key_jwt',
        clientKey,
      });
      expect(status).toBe(400);
      expect(body.fields).toMatchObject([{ path: 'body.clientKey' }]);
    });
  });

  it('ask for the response as a form where that is configured', async () => {
    await fixture.connect({ responseMode: 'form_post' });
    const { searchParams } = new URL(await calls.start(fixture.id));
    expect(searchParams.get('response_mode')).toBe('form_post');
  });

  it('keep the query of an authorization endpoint', async () => {
    await fixture.connect({ endpoints: { authorization: `${issuer()}/authorize?p=B2C_1_susi` } });
    const { searchParams } = new URL(await calls.start(fixture.id));
    expect([searchParams.get('p'), searchParams.get('client_id')]).toEqual([
      'B2C_1_susi',
      'fake-client',
    ]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no addresses without a discovery document', { discovery: false }, 'body.endpoints.token'],
    [
      // https://github.com/ionfury/homelab/pull/1616, https://github.com/pocket-id/website/pull/285
      'the address of the discovery document as the issuer',
      { issuer: 'https://id.example.org/.well-known/openid-configuration' },
      'body.issuer',
    ],
    ['a role for a group that does not exist', { groupRoles: { a: 'X' } }, 'body.groupRoles'],
    ['a role for new users that does not exist', { newUserRoles: ['X'] }, 'body.newUserRoles'],
    [
      'tenants that are not listed',
      { tokenIssuer: 'https://x.example/{tenantid}' },
      'body.tenants',
    ],
    [
      'a shared secret that is missing',
      { idTokenAlgorithm: 'HS256', clientSecret: null, clientAuthentication: 'none' },
      'body.clientSecret',
    ],
    [
      'objects without the property',
      { claimMap: { groups: 'groups' }, groupsForm: { kind: 'OBJECTS' } },
      'body.groupsForm.property',
    ],
  ])('are not saved with %s', async (_, settings, path) => {
    const { status, body } = await calls.call('POST', '/v1/identity-providers', {
      name: 'Incomplete',
      issuer: issuer(),
      clientId: 'x',
      ...settings,
    });
    expect(status).toBe(400);
    expect(body.fields?.map((field) => field.path)).toContain(path);
  });
});

function foreignKey() {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' };
}
