import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { FakeProviderFixture } from '../testing/fake-provider-fixture.ts';
import type { Misbehaviour } from '../testing/fake-provider.ts';
import { ProviderFixture } from '../testing/provider-fixture.ts';
import { password, type RunningService } from '../testing/running-service.ts';
import { codeNow, FactorClient } from '../testing/second-factors.ts';

const again = '?fresh=true';
const minute = 60_000;

/** What the service says to a change of credentials, which wants a confirmation of the last ten minutes. */
async function confirmation(running: RunningService, { body }: { body: { accessToken?: string } }) {
  const { status, body: refusal } = await running.call('POST', '/v1/users/current/factors/totp', {
    token: body.accessToken,
    body: { name: `App ${running.now}` },
  });
  const { messageCode } = refusal as { messageCode?: string };
  return status === 201 ? 'confirmed' : messageCode;
}

describe.each(testDatabases())('a confirmation by a stand-in, $kind', ({ open }) => {
  const fixture = FakeProviderFixture.forAll(open);
  const { running, calls } = fixture;
  const secondsAgo = (seconds: number) => Math.floor(running.now / 1000) - seconds;
  const saying = (authTime: unknown): Misbehaviour => ({ idToken: { auth_time: authTime } });
  const started = async () =>
    (await running.get('/v1/events?action=session.started&pageSize=1', calls.token)).body
      .data?.[0] as unknown as { after: Record<string, unknown> };

  const becomeMaster = async () => {
    const { body } = await running.signIn('master@example.org');
    calls.token = body.accessToken ?? '';
  };
  beforeEach(async () => {
    // That of tokens, which providers issue in real time.
    running.now = Math.max(running.now, Date.now());
    await becomeMaster();
  });

  const unknown = 'providerDoesNotSayWhen';
  const stale = 'providerDidNotAskAgain';
  it.each<[string, () => unknown, string]>([
    ['a moment ago', () => secondsAgo(5), 'confirmed'],
    ['with a fraction', () => secondsAgo(5) + 0.25, 'confirmed'],
    // https://github.com/keycloak/keycloak/issues/33641
    ['one second within the limit', () => secondsAgo(598), 'confirmed'],
    ['one second beyond the limit', () => secondsAgo(602), stale],
    // https://github.com/simplesamlphp/simplesamlphp-module-oidc/issues/85
    ['of yesterday, because it ignores the prompt', () => secondsAgo(86_400), stale],
    ['of 1970', () => 1, stale],
    ['at a clock that is a little fast', () => secondsAgo(-20), 'confirmed'],
    ['to come', () => secondsAgo(-90), unknown],
    // https://github.com/Flowfin/jellyfin-plugin-sso/pull/972
    ['in milliseconds', () => running.now, unknown],
    ['in nanoseconds', () => running.now * 1e6, unknown],
    ['as a text', () => String(secondsAgo(5)), 'confirmed'],
    ['as a text of yesterday', () => String(secondsAgo(86_400)), stale],
    ['as a date', () => new Date(running.now).toISOString(), unknown],
    ['as a text in milliseconds', () => String(running.now), unknown],
    ['as an empty text', () => '', unknown],
    ['as a number in hexadecimal', () => `0x${secondsAgo(5).toString(16)}`, unknown],
    ['of zero', () => 0, unknown],
    ['below zero', () => -5, unknown],
    ['null', () => null, unknown],
    ['true', () => true, unknown],
    ['in a list', () => [secondsAgo(5)], unknown],
    ['in an object', () => ({ seconds: secondsAgo(5) }), unknown],
    // https://github.com/keycloak/keycloak/issues/31572, https://github.com/authts/oidc-client-ts/issues/772
    ['missing', () => undefined, unknown],
  ])('with the time of the authentication %s', async (_, authTime, expected) => {
    await fixture.connect();
    const answer = await fixture.signIn(saying(authTime()), again);
    expect(answer.status).toBe(200);
    expect(await confirmation(running, answer)).toBe(expected);
    expect((await started()).after).toMatchObject({
      identityProviderId: fixture.id,
      askedAgain: expected === 'confirmed',
    });
  });

  it('is not given by what only userinfo says', async () => {
    await fixture.connect();
    const answer = await fixture.signIn({ userinfo: { auth_time: secondsAgo(1) } }, again);
    expect(await confirmation(running, answer)).toBe(unknown);
  });

  it('counts from the authentication at the provider, not from the sign-in', async () => {
    await fixture.connect();
    const answer = await fixture.signIn(saying(secondsAgo(540)), again);
    running.now += 59_000;
    expect(await confirmation(running, answer)).toBe('confirmed');
    running.now += 2_000;
    expect(await confirmation(running, answer)).toBe('reauthenticate');
  });

  it('is also given by a usual sign-in whose time is known', async () => {
    await fixture.connect();
    expect(await confirmation(running, await fixture.signIn(saying(secondsAgo(5))))).toBe(
      'confirmed',
    );
    // Nobody has asked the provider for anything yet.
    expect(await confirmation(running, await fixture.signIn(saying(secondsAgo(900))))).toBe(
      'reauthenticate',
    );
    expect(await confirmation(running, await fixture.signIn({}))).toBe('reauthenticate');
  });

  it('is given by a second factor of our own, but not by setting one up', async () => {
    await fixture.connect();
    const first = await fixture.signIn(saying(secondsAgo(5)));
    const { secret } = await new FactorClient(running).addTotp(first.body.accessToken ?? '');
    running.now += 11 * minute;
    await becomeMaster();
    const waiting = await fixture.signIn(saying(secondsAgo(3_600)), again);
    const finished = await calls.call(
      'POST',
      '/v1/auth?type=SECOND_FACTOR',
      { challenge: waiting.body.challenge, code: codeNow(running, secret) },
      '',
    );
    expect(await confirmation(running, finished)).toBe('confirmed');
    expect((await started()).after).toMatchObject({ askedAgain: true });

    fixture.nextPerson();
    const role = { name: 'GUARDED', description: '', permissions: [], scope: 'unit' };
    const guarded = { ...role, secondFactorRequired: true };
    expect((await calls.call('POST', '/v1/roles', guarded)).status).toBe(201);
    await fixture.connect({ newUserRoles: ['GUARDED'] });
    const enrolling = await fixture.signIn(saying(secondsAgo(3_600)), again);
    const { challenge } = enrolling.body;
    const { body } = await calls.call('POST', '/v1/auth/second-factor', { challenge }, '');
    const { secret: own } = body as { secret?: string };
    const enrolled = await calls.call(
      'POST',
      '/v1/auth?type=SECOND_FACTOR',
      { challenge, code: codeNow(running, own ?? '') },
      '',
    );
    expect(enrolled.status).toBe(200);
    expect(await confirmation(running, enrolled)).toBe(stale);
  });

  it('is given by the password after the provider gave none', async () => {
    await fixture.connect();
    const { token } = await running.someone();
    const begun = await calls.call(
      'POST',
      '/v1/users/current/identities',
      { identityProviderId: fixture.id },
      token,
    );
    await calls.finish(fixture.fake.authorize(begun.body.authorizationUrl ?? ''));
    const answer = await fixture.signIn({}, again);
    expect(await confirmation(running, answer)).toBe(unknown);
    const proof = '/v1/users/current/reauthentication';
    await calls.call('POST', proof, { password }, answer.body.accessToken);
    expect(await confirmation(running, answer)).toBe('confirmed');
    running.now += 11 * minute;
    const { body } = await running.refresh(answer.body.refreshToken ?? '');
    expect(await confirmation(running, { body })).toBe('reauthenticate');
  });

  it.each<[string, Record<string, unknown>, string | null]>([
    ['says nothing about prompts', {}, 'login'],
    ['announces them', { prompt_values_supported: ['none', 'login'] }, 'login'],
    [
      'announces another one',
      { prompt_values_supported: ['consent', 'select_account'] },
      'select_account',
    ],
    ['announces none that asks', { prompt_values_supported: ['none'] }, null],
    ['announces them in another form', { prompt_values_supported: 'login' }, 'login'],
  ])('is asked for as a provider understands it that %s', async (_, discovery, prompt) => {
    fixture.fake.misbehaviour = { discovery };
    await fixture.connect();
    const { searchParams } = new URL(await calls.start(fixture.id, again));
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual([prompt, '600']);
    const usual = new URL(await calls.start(fixture.id)).searchParams;
    expect([usual.get('prompt'), usual.get('max_age')]).toEqual([null, null]);
  });

  it('is asked for without a word that Google refuses', async () => {
    fixture.fake.misbehaviour = {};
    await fixture.connect({
      issuer: 'https://accounts.google.com',
      discovery: false,
      endpoints: {
        authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
        token: `${fixture.fake.issuer}/token`,
        jwks: `${fixture.fake.issuer}/jwks`,
      },
    });
    const { searchParams } = new URL(await calls.start(fixture.id, again));
    expect(searchParams.get('prompt')).toBe('select_account');
  });

  it('is announced by a test sign-in, which asks for the time alone', async () => {
    await fixture.connect();
    const begun = await calls.call('POST', `/v1/identity-providers/${fixture.id}/trial`);
    const { searchParams } = new URL(begun.body.authorizationUrl ?? '');
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual([null, '600']);
    const time = secondsAgo(42);
    expect(await fixture.trial(saying(time))).toMatchObject({
      authenticatedDate: new Date(time * 1000).toISOString(),
    });
    expect(await fixture.trial({})).toMatchObject({ authenticatedDate: null });
  });
});

describe.each(testDatabases())('a confirmation by the certified provider, $kind', ({ open }) => {
  const fixture = ProviderFixture.forAll(open);
  const { running, calls } = fixture;

  beforeAll(async () => {
    running.now = Date.now();
    const { body } = await running.signIn('master@example.org');
    calls.token = body.accessToken ?? '';
  });
  beforeEach(() => {
    running.now = Date.now();
    Object.assign(fixture.peer, { keepsSession: false, askedAt: undefined, timesAsked: 0 });
  });

  it('asks the person again, who has a session there', async () => {
    const { peer } = fixture;
    const { subject } = fixture.account();
    peer.askedAt = Math.floor(running.now / 1000) - 3_600;
    await fixture.signIn(subject);
    Object.assign(peer, { keepsSession: true, askedAt: undefined });
    const silent = await fixture.signIn(subject);
    expect(peer.timesAsked).toBe(1);
    expect(await confirmation(running, silent)).toBe('reauthenticate');
    const asked = await fixture.signIn(subject, again);
    expect(peer.timesAsked).toBe(2);
    expect(await confirmation(running, asked)).toBe('confirmed');
  });

  it('is none if the request was changed on the way through the browser', async () => {
    const { peer } = fixture;
    const { subject } = fixture.account();
    peer.askedAt = Math.floor(running.now / 1000) - 3_600;
    await fixture.signIn(subject);
    peer.keepsSession = true;
    const without = async (...names: string[]) => {
      const url = new URL(await calls.start(fixture.id, again));
      for (const name of names) url.searchParams.delete(name);
      return calls.finish(await peer.signIn(url.href, subject));
    };
    // https://auth0.com/docs/authenticate/login/max-age-reauthentication
    expect(await confirmation(running, await without('prompt', 'max_age'))).toBe(
      'providerDoesNotSayWhen',
    );
    const url = new URL(await calls.start(fixture.id, again));
    url.searchParams.delete('prompt');
    url.searchParams.set('max_age', '86400');
    const kept = await calls.finish(await peer.signIn(url.href, subject));
    expect(await confirmation(running, kept)).toBe('providerDidNotAskAgain');
    expect(peer.timesAsked).toBe(1);
  });
});
