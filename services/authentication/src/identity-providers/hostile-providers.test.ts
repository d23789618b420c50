import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { FakeProvider, type Misbehaviour } from '../testing/fake-provider.ts';
import { ProviderCalls } from '../testing/provider-calls.ts';
import { RunningService } from '../testing/running-service.ts';

const minuteAgo = () => Math.floor(Date.now() / 1000) - 60;

describe.each(testDatabases())('hostile providers, $kind', ({ open }) => {
  let fake: FakeProvider;
  let other: FakeProvider;
  let id: string;
  let otherId: string;
  let people = 0;
  const running = RunningService.forAll(open, async () => {
    [fake, other] = [await FakeProvider.start(), await FakeProvider.start()];
    return { providerHosts: [fake.host, other.host] };
  });
  const calls = new ProviderCalls(running);

  beforeAll(async () => {
    ({ token: calls.token } = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER'));
    otherId = await calls.make(settings('Other', other));
  });

  afterAll(async () => {
    await fake.stop();
    await other.stop();
  });

  beforeEach(async () => {
    other.misbehaviour = {};
    people += 1;
    for (const provider of [fake, other]) {
      provider.subject = `subject-${people}`;
      provider.email = `person-${people}@example.org`;
    }
    fake.misbehaviour = {};
    // Another provider each time, because metadata is cached for some minutes.
    id = await calls.make(settings(`Fake ${people}`, fake));
  });

  const settings = (name: string, { issuer }: FakeProvider) => ({
    name,
    issuer,
    clientId: 'fake-client',
    clientSecret: 'fake secret'.padEnd(32),
    provisioning: 'CREATE',
  });
  const signIn = async (misbehaviour: Misbehaviour = {}) => {
    fake.misbehaviour = misbehaviour;
    return calls.finish(fake.authorize(await calls.start(id)));
  };
  const reasonOf = async () => {
    const [event] = await running.database.query<{
      after: { reason: string; detail?: { message: string } };
    }>(sql`
      select after from authentication.event where action = 'signIn.refused' order by seq desc limit 1`);
    return event?.after;
  };
  const nobodyCame = async () => {
    const found = await running.database.query(sql`
      select 1 as found from authentication.user_identity where subject = ${fake.subject}`);
    expect(found).toEqual([]);
  };

  it('can sign in if it does nothing wrong', async () => {
    expect((await signIn()).status).toBe(200);
  });

  it.each<[string, () => Misbehaviour, RegExp]>([
    ['another issuer', () => ({ idToken: { iss: 'https://evil.example' } }), /"iss"/],
    ['no issuer', () => ({ without: ['iss'] }), /"iss"/],
    ['another nonce', () => ({ idToken: { nonce: 'x'.repeat(43) } }), /"nonce"/],
    ['no nonce', () => ({ without: ['nonce'] }), /"nonce"/],
    ['another audience', () => ({ idToken: { aud: 'another-client' } }), /"aud"/],
    [
      'a second audience without the party it was issued to',
      () => ({ idToken: { aud: ['fake-client', 'another-client'] } }),
      /untrusted audiences/,
    ],
    [
      // https://github.com/linagora/openrag/issues/485
      'a second audience and another party it was issued to',
      () => ({ idToken: { aud: ['fake-client', 'another-client'], azp: 'another-client' } }),
      /azp/,
    ],
    ['an expiry in the past', () => ({ idToken: { exp: minuteAgo() } }), /"exp"/],
    ['no end', () => ({ without: ['exp'] }), /"exp"/],
    ['no subject', () => ({ without: ['sub'] }), /"sub"/],
    ['the signature of another key', () => ({ signWith: 'another key' }), /signature/],
    ['no signature', () => ({ signWith: 'none' }), /alg|JWS/i],
    ['the signature of the shared secret', () => ({ signWith: 'the client secret' }), /alg|JWS/i],
    ['no ID token', () => ({ token: { id_token: undefined } }), /id_token/],
    ['no JWT', () => ({ token: { id_token: 'a.b.c' } }), /JW[ST]/],
  ])('is refused with an ID token with %s', async (_, misbehaviour, detail) => {
    const { status, body } = await signIn(misbehaviour());
    expect([status, body.code]).toEqual([401, 'provider_answer_refused']);
    expect(body.accessToken).toBeUndefined();
    expect(await reasonOf()).toMatchObject({ detail: { message: expect.stringMatching(detail) } });
    await nobodyCame();
  });

  it('is refused without a signature, even if it announces that', async () => {
    const algorithms = { id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'] };
    for (const signWith of ['none', 'the client secret'] as const) {
      const { status } = await signIn({ signWith, discovery: algorithms });
      expect(status).toBe(401);
    }
    await nobodyCame();
  });

  it('is refused if userinfo is about another user', async () => {
    const { status, body } = await signIn({
      without: ['email'],
      userinfo: { sub: 'somebody-else', email: 'master@example.org', email_verified: true },
    });
    expect([status, body.code]).toEqual([401, 'provider_answer_refused']);
    await nobodyCame();
  });

  it('cannot verify the email of one response with the other', async () => {
    const { status, body } = await signIn({
      idToken: { email: 'victim@example.org' },
      without: ['email_verified'],
      userinfo: { email: 'mine@example.org', email_verified: true },
    });
    expect([status, body.code]).toEqual([403, 'email_not_verified']);
  });

  it('can use a code only once', async () => {
    const first = fake.authorize(await calls.start(id));
    expect((await calls.finish(first)).status).toBe(200);
    const { state } = fake.authorize(await calls.start(id));
    const replayed = await calls.finish({ code: first.code, state });
    expect(replayed.status).toBe(401);
    expect(await reasonOf()).toMatchObject({
      detail: { message: expect.stringContaining('invalid_grant') },
    });
  });

  it('can use a state only once, even if it failed', async () => {
    const answer = fake.authorize(await calls.start(id));
    expect((await calls.finish({ ...answer, code: 'wrong' })).status).toBe(401);
    const second = await calls.finish(answer);
    expect([second.status, second.body.code]).toEqual([401, 'state_unknown']);
    const unknown = await calls.finish({ ...answer, state: 'x'.repeat(43) });
    expect(unknown.body.code).toBe('state_unknown');
    expect(await reasonOf()).toEqual({ reason: 'state_unknown' });
    const both = fake.authorize(await calls.start(id));
    const answers = await Promise.all([calls.finish(both), calls.finish(both)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
  });

  it('is refused if the code comes from another provider', async () => {
    // The browser started here and was sent to the other provider, whose code returns with the state of this one.
    const here = fake.authorize(await calls.start(id));
    const there = other.authorize(await calls.start(otherId));
    const before = fake.requestedPaths.length;
    const mixedUp = await calls.finish({ code: there.code, state: here.state, iss: other.issuer });
    expect([mixedUp.status, mixedUp.body.code]).toEqual([401, 'provider_answer_refused']);
    // It never saw the other provider's code.
    expect(fake.requestedPaths.slice(before)).not.toContain('/token');
  });

  it('is refused with the code of another one, even if neither names itself', async () => {
    const here = fake.authorize(await calls.start(id));
    const there = other.authorize(await calls.start(otherId));
    const mixedUp = await calls.finish({ code: there.code, state: here.state });
    expect([mixedUp.status, mixedUp.body.code]).toEqual([401, 'provider_answer_refused']);
    await nobodyCame();
  });

  it('has to name itself in the response if it announced that', async () => {
    const discovery = { authorization_response_iss_parameter_supported: true };
    const silent = await signIn({ discovery });
    expect(silent.status).toBe(401);
    expect(await reasonOf()).toMatchObject({
      detail: { message: expect.stringContaining('"iss"') },
    });
    const answer = fake.authorize(await calls.start(id));
    expect((await calls.finish({ ...answer, iss: `${fake.issuer}/` })).status).toBe(401);
    const named = fake.authorize(await calls.start(id));
    expect((await calls.finish({ ...named, iss: fake.issuer })).status).toBe(200);
  });

  it('cannot assert the email of a linked user under another subject', async () => {
    await calls.change(id, { provisioning: 'EXISTING' });
    expect((await signIn()).body.code).toBe('not_provisioned');
    await calls.change(id, { provisioning: 'CREATE' });
    expect((await signIn()).status).toBe(200);
    fake.subject = 'somebody-new';
    const { status, body } = await signIn();
    expect([status, body.code]).toEqual([403, 'other_identity_linked']);
  });

  it('does not recognize its users under another issuer', async () => {
    const first = await calls.whoIs(await signIn());
    await calls.change(id, { issuer: other.issuer, provisioning: 'NONE' });
    const { status, body } = await calls.finish(other.authorize(await calls.start(id)));
    expect([status, body.code]).toEqual([403, 'not_provisioned']);
    await calls.change(id, { issuer: fake.issuer });
    expect((await calls.whoIs(await signIn())).id).toBe(first.id);
  });

  it.each<[string, Misbehaviour, string, RegExp]>([
    [
      'redirects',
      {
        answerDiscovery: (response) =>
          void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      },
      'DISCOVERY',
      /redirect/,
    ],
    [
      'is huge',
      { answerDiscovery: (response) => void response.end(`{"a":"${'a'.repeat(300_000)}"}`) },
      'DISCOVERY',
      /256 KiB/,
    ],
    [
      'is no JSON',
      { answerDiscovery: (response) => void response.end('<html>') },
      'DISCOVERY',
      /cannot be read/,
    ],
    [
      'is not there',
      { answerDiscovery: (response) => void response.writeHead(404).end() },
      'DISCOVERY',
      /no discovery document/,
    ],
    [
      'names another issuer',
      { discovery: { issuer: 'https://evil.example' } },
      'ISSUER',
      /issuer is https:\/\/evil/,
    ],
    [
      'leads to an address inside',
      { discovery: { token_endpoint: 'http://169.254.169.254/token' } },
      'ENDPOINTS',
      /token_endpoint.*https/,
    ],
    ['names no keys', { discovery: { jwks_uri: undefined } }, 'ENDPOINTS', /jwks_uri/],
    [
      'leads to a script',
      { discovery: { authorization_endpoint: 'javascript:alert(1)' } },
      'ENDPOINTS',
      /authorization_endpoint/,
    ],
  ])('cannot be used if its discovery document %s', async (_, misbehaviour, failed, message) => {
    fake.misbehaviour = misbehaviour;
    const start = `/v1/auth/identity-providers/${id}/authorization`;
    const started = await calls.call('POST', start, undefined, '');
    expect([started.status, started.body.code]).toEqual([502, 'provider_unreachable']);
    const { body } = await calls.call('POST', `/v1/identity-providers/${id}/test`);
    expect(body.checks?.find(({ ok }) => !ok)).toMatchObject({
      name: failed,
      ok: false,
      message: expect.stringMatching(message),
    });
  });

  it('is not queried for keys or tokens at an internal address', async () => {
    const discovery = { token_endpoint: 'https://169.254.169.254/token' };
    const { status, body } = await signIn({ discovery });
    expect([status, body.code]).toEqual([401, 'provider_unreachable']);
    fake.misbehaviour = { discovery: { jwks_uri: 'https://[fd00::1]/jwks' } };
    const tested = await calls.call('POST', `/v1/identity-providers/${id}/test`);
    expect(tested.body.checks).toContainEqual(
      expect.objectContaining({ name: 'KEYS', ok: false, messageCode: 'providerHostPrivate' }),
    );
  });

  it('is reported to its administrator in a test sign-in, with the problem', async () => {
    fake.misbehaviour = { idToken: { aud: 'another-client' } };
    const { body } = await calls.call('POST', `/v1/identity-providers/${id}/trial`);
    const { status, body: trial } = await calls.finish(fake.authorize(body.authorizationUrl ?? ''));
    expect(status).toBe(401);
    expect(trial.message).toContain('"aud"');
  });

  it('never causes its values to be logged', async () => {
    await signIn({ idToken: { nonce: 'y'.repeat(43) } });
    expect(running.logged.join()).not.toMatch(/eyJ[\w-]+\.eyJ|an access token/);
  });
});
