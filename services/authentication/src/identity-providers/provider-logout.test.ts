import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { FakeProviderFixture } from '../testing/fake-provider-fixture.ts';
import { ProviderFixture } from '../testing/provider-fixture.ts';
import { publicUrl } from '../testing/running-service.ts';
import { codeNow, FactorClient } from '../testing/second-factors.ts';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

describe.each(testDatabases())('logout with a stand-in, $kind', ({ open }) => {
  const fixture = FakeProviderFixture.forAll(open);
  const { running, calls } = fixture;

  const send = async (logoutToken: string, id = fixture.id) =>
    calls.call('POST', `/v1/auth/identity-providers/${id}/logout`, { logoutToken }, '');
  const isSignedIn = async (token: string | undefined) =>
    (await running.get('/v1/users/current', token)).status === 200;
  const signedIn = async (sid?: string) => {
    const { body } = await fixture.signIn({ idToken: sid === undefined ? {} : { sid } });
    return body;
  };

  it.each<[string, () => Record<string, unknown>, [boolean, boolean]]>([
    // https://github.com/nextcloud/user_oidc/pull/1184
    ['a session', () => ({ sid: 'one' }), [false, true]],
    ['a session and the subject', () => ({ sid: 'one', sub: fixture.fake.subject }), [false, true]],
    ['the subject alone', () => ({ sub: fixture.fake.subject }), [false, false]],
    // https://github.com/nextcloud/user_oidc/issues/1183 (authentik)
    ['no session, as null', () => ({ sid: null, sub: fixture.fake.subject }), [false, false]],
    ['another subject', () => ({ sub: 'somebody-else' }), [true, true]],
    ['the session of another subject', () => ({ sid: 'one', sub: 'somebody-else' }), [true, true]],
    ['a session that is not known', () => ({ sid: 'three' }), [true, true]],
  ])('ends what the token names: %s', async (_, claims, [first, second]) => {
    await fixture.connect();
    const one = await signedIn('one');
    const two = await signedIn('two');
    const { status } = await send(await fixture.fake.logoutToken(claims()));
    expect(status).toBe(204);
    expect([await isSignedIn(one.accessToken), await isSignedIn(two.accessToken)]).toEqual([
      first,
      second,
    ]);
    const refreshed = await calls.call(
      'POST',
      '/v1/auth?type=REFRESH_TOKEN',
      { refreshToken: one.refreshToken },
      '',
    );
    expect(refreshed.status).toBe(first ? 200 : 401);
  });

  it('ends a session whose id is a number', async () => {
    await fixture.connect();
    const { body } = await fixture.signIn({ idToken: { sid: 4711 } });
    expect((await send(await fixture.fake.logoutToken({ sid: 4711 }))).status).toBe(204);
    expect(await isSignedIn(body.accessToken)).toBe(false);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a list of one as the audience', { aud: ['fake-client'] }],
    ['further events', { events: { 'https://other.example/event': {}, [logoutEvent]: {} } }],
    ['details of the event', { events: { [logoutEvent]: { reason: 'admin' } } }],
  ])('accepts a logout token with %s', async (_, claims) => {
    await fixture.connect();
    const { accessToken } = await signedIn('one');
    const token = await fixture.fake.logoutToken({ sid: 'one', ...claims });
    expect((await send(token)).status).toBe(204);
    expect(await isSignedIn(accessToken)).toBe(false);
  });

  it('ends a session of a provider that names none in its ID tokens', async () => {
    // https://github.com/openid-certification/oidctest/issues/204
    await fixture.connect();
    const { accessToken } = await signedIn();
    const claims = { sid: 'unknown-here', sub: fixture.fake.subject };
    expect((await send(await fixture.fake.logoutToken(claims))).status).toBe(204);
    expect(await isSignedIn(accessToken)).toBe(false);
  });

  it('ends a sign-in that waits for its second factor, and the session that it opens', async () => {
    await fixture.connect();
    const auth_time = Math.floor(running.now / 1000);
    const first = await fixture.signIn({ idToken: { sid: 'first', auth_time } });
    const { accessToken } = first.body;
    const { secret } = await new FactorClient(running).addTotp(accessToken ?? '');
    const waiting = await signedIn('waiting');
    expect(waiting.challenge).toBeDefined();
    await send(await fixture.fake.logoutToken({ sid: 'waiting' }));
    const over = await calls.call(
      'POST',
      '/v1/auth?type=SECOND_FACTOR',
      { challenge: waiting.challenge, code: codeNow(running, secret) },
      '',
    );
    expect(over.body.code).toBe('challenge_over');

    const next = await signedIn('next');
    const finished = await calls.call(
      'POST',
      '/v1/auth?type=SECOND_FACTOR',
      { challenge: next.challenge, code: codeNow(running, secret) },
      '',
    );
    expect(finished.status).toBe(200);
    await send(await fixture.fake.logoutToken({ sid: 'next' }));
    expect(await isSignedIn(finished.body.accessToken)).toBe(false);
  });

  it('ends no session of another provider', async () => {
    await fixture.connect();
    const { accessToken } = await signedIn('shared');
    const first = fixture.id;
    await fixture.connect();
    expect((await send(await fixture.fake.logoutToken({ sid: 'shared' }))).status).toBe(204);
    expect(await isSignedIn(accessToken)).toBe(true);
    expect((await send(await fixture.fake.logoutToken({ sid: 'shared' }), first)).status).toBe(204);
    expect(await isSignedIn(accessToken)).toBe(false);
  });

  it.each<[string, () => Promise<string>]>([
    ['no token', async () => 'abc'],
    ['no event', () => fixture.fake.logoutToken({ sid: 'one', events: {} })],
    // https://github.com/OpenLiberty/open-liberty/pull/20440, https://github.com/jumbojett/OpenID-Connect-PHP/pull/480
    ['no claim about events', () => fixture.fake.logoutToken({ sid: 'one' }, ['events'])],
    [
      'events that are a list',
      () => fixture.fake.logoutToken({ sid: 'one', events: [logoutEvent] }),
    ],
    [
      'an event that is no object',
      () => fixture.fake.logoutToken({ sid: 'one', events: { [logoutEvent]: true } }),
    ],
    ['an ID token', () => fixture.fake.logoutToken({ sid: 'one', nonce: 'n' })],
    ['no subject and no session', () => fixture.fake.logoutToken({})],
    ['no id', () => fixture.fake.logoutToken({ sid: 'one' }, ['jti'])],
    ['another audience', () => fixture.fake.logoutToken({ sid: 'one', aud: 'other' })],
    ['another issuer', () => fixture.fake.logoutToken({ sid: 'one', iss: 'https://evil.example' })],
    ['an end in the past', () => fixture.fake.logoutToken({ sid: 'one', exp: 1_700_000_000 })],
    [
      'no end, and long ago',
      () => fixture.fake.logoutToken({ sid: 'one', iat: 1_700_000_000 }, ['exp']),
    ],
    [
      'the signature of another key',
      () => {
        fixture.fake.misbehaviour = { signWith: 'another key' };
        return fixture.fake.logoutToken({ sid: 'one' });
      },
    ],
    [
      'no signature',
      () => {
        fixture.fake.misbehaviour = { signWith: 'none' };
        return fixture.fake.logoutToken({ sid: 'one' });
      },
    ],
  ])('refuses a logout token with %s', async (_, make) => {
    await fixture.connect();
    const { accessToken } = await signedIn('one');
    const { status, body } = await send(await make());
    expect(status).toBe(400);
    expect(body.message).toContain('The logout token is not accepted.');
    expect(await isSignedIn(accessToken)).toBe(true);
  });

  it('accepts a logout token once', async () => {
    await fixture.connect();
    await signedIn('one');
    const token = await fixture.fake.logoutToken({ sid: 'one' });
    expect((await send(token)).status).toBe(204);
    const { accessToken } = await signedIn('one');
    expect((await send(token)).status).toBe(400);
    expect(await isSignedIn(accessToken)).toBe(true);
  });

  it.each<
    [
      string,
      Record<string, unknown>,
      Record<string, unknown>,
      object | null,
      hint?: 'long' | 'none',
    ]
  >([
    [
      'where the provider has an address for it',
      {},
      {},
      { client_id: 'fake-client', post_logout_redirect_uri: `${publicUrl}/login` },
    ],
    ['nowhere if what the provider names is no address', { endpoints: {} }, {}, null, 'none'],
    ['nowhere if that is switched off', { signOutAtProvider: false }, {}, null, 'none'],
    [
      // https://github.com/aspnet/Security/issues/1892, https://github.com/keycloak/keycloak/issues/21399
      'with a hint instead of a token that is too long for an address',
      {},
      { login_hint: 'O.CiQ', groups: Array.from({ length: 200 }, (_, i) => `group ${i} of many`) },
      { logout_hint: 'O.CiQ' },
      'none',
    ],
    [
      // https://github.com/mogenius/renovate-operator/issues/691 (Okta)
      'with a long token where there is no other hint',
      {},
      { groups: Array.from({ length: 120 }, (_, i) => `group ${i} of many`) },
      { client_id: 'fake-client' },
      'long',
    ],
    [
      'without a token that no address can hold',
      {},
      { groups: Array.from({ length: 400 }, (_, i) => `group ${i} of many`) },
      { client_id: 'fake-client' },
      'none',
    ],
  ])('signs the browser out %s', async (_, settings, idToken, expected, hint) => {
    const end = `${fixture.fake.issuer}/end?tenant=one`;
    const discovery = { end_session_endpoint: 'javascript:alert(1)' };
    fixture.fake.misbehaviour = { discovery };
    await fixture.connect({ endpoints: { endSession: end }, ...settings });
    const { accessToken } = (await fixture.signIn({ discovery, idToken })).body;
    const { status, body } = await calls.call('POST', '/v1/auth/sign-out', undefined, accessToken);
    expect(status).toBe(200);
    expect(await isSignedIn(accessToken)).toBe(false);
    const { providerSignOutUrl } = body as unknown as { providerSignOutUrl: string | null };
    const url = providerSignOutUrl === null ? null : new URL(providerSignOutUrl);
    expect(url?.href.startsWith(`${end}&`)).toBe(expected === null ? undefined : true);
    const { id_token_hint: token, ...sent } = Object.fromEntries(url?.searchParams ?? []);
    expect(sent).toMatchObject(expected ?? {});
    expect(token !== undefined).toBe(hint !== 'none');
    expect((token ?? '').length > 3_000).toBe(hint === 'long');
    expect(url?.href.length ?? 0).toBeLessThan(hint === 'long' ? 7_000 : 4_000);
  });

  it('ends the session of a person who signed in with a password, and nothing else', async () => {
    const { token } = await running.createAndSignIn('password@example.org');
    const { status, body } = await calls.call('POST', '/v1/auth/sign-out', undefined, token);
    expect([status, body]).toMatchObject([200, { providerSignOutUrl: null }]);
    expect(await isSignedIn(token)).toBe(false);
  });
});

describe.each(testDatabases())('logout with the certified provider, $kind', ({ open }) => {
  const fixture = ProviderFixture.forAll(open);
  const { running, calls } = fixture;

  it('reaches the other side in both directions', async () => {
    const tokens: string[] = [];
    fixture.peer.onLogoutToken = async (logoutToken) => {
      tokens.push(logoutToken);
      const path = `/v1/auth/identity-providers/${fixture.id}/logout`;
      const { status } = await calls.call('POST', path, { logoutToken }, '');
      return status;
    };
    const { subject } = fixture.account();
    const elsewhere = await fixture.signIn(subject);
    const other = fixture.account();
    const { body } = await fixture.signIn(other.subject);
    const left = await calls.call('POST', '/v1/auth/sign-out', undefined, body.accessToken);
    const { providerSignOutUrl } = left.body as unknown as { providerSignOutUrl: string };
    await fixture.peer.signOut(providerSignOutUrl);
    expect(tokens).toHaveLength(1);
    // The other person's session is not touched.
    expect((await running.get('/v1/users/current', elsewhere.body.accessToken)).status).toBe(200);

    const again = await fixture.signIn(other.subject);
    const end = new URL(`${fixture.peer.issuer}/session/end`);
    end.searchParams.set('client_id', 'basic');
    end.searchParams.set('post_logout_redirect_uri', `${publicUrl}/login`);
    await fixture.peer.signOut(end.href);
    expect(tokens).toHaveLength(2);
    expect((await running.get('/v1/users/current', again.body.accessToken)).status).toBe(401);
  });

  it.each([['symmetric', { idTokenAlgorithm: 'HS256' }] as const, ['signed', {}] as const])(
    'signs in as its client %s',
    async (clientId, settings) => {
      await calls.change(fixture.id, {
        clientId,
        clientSecret: `secret of ${clientId}`,
        ...settings,
      });
      const { status } = await fixture.signIn(fixture.account().subject);
      await calls.change(fixture.id, { idTokenAlgorithm: null });
      expect(status).toBe(200);
    },
  );
});
