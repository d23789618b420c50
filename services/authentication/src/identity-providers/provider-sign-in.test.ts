import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { ProviderFixture } from '../testing/provider-fixture.ts';
import { publicUrl } from '../testing/running-service.ts';

describe.each(testDatabases())('sign-in at a provider, $kind', ({ open }) => {
  const fixture = ProviderFixture.forAll(open);
  const { running, calls } = fixture;

  it('sends the browser to the provider with state, nonce and PKCE', async () => {
    const url = new URL(await calls.start(fixture.id));
    expect(url.origin).toBe(fixture.peer.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'basic',
      response_type: 'code',
      redirect_uri: `${publicUrl}/login`,
      scope: 'openid email profile groups',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const [stored] = await running.database.query<{ stateHash: Buffer }>(sql`
      select state_hash as "stateHash" from authentication.provider_authorization
      order by created desc, state_hash limit 1`);
    expect(stored?.stateHash.length).toBe(32);
  });

  it('creates a user at the first sign-in, and recognizes them by their subject', async () => {
    const { subject, email, name } = fixture.account();
    const first = await fixture.signIn(subject);
    expect(first.status).toBe(200);
    const user = await calls.whoIs(first);
    expect(user).toMatchObject({ email, status: 'ACTIVE', roles: ['USER'] });
    expect(user.name).toBe(name);
    fixture.peer.accounts.set(subject, { email: 'renamed@example.org', email_verified: false });
    const second = await calls.whoIs(await fixture.signIn(subject));
    expect(second.id).toBe(user.id);
    const shown = await calls.call('GET', `/v1/users/${user.id}/identities`);
    expect(shown.body.data).toEqual([
      {
        id: expect.any(String),
        identityProviderId: fixture.id,
        identityProviderName: 'Peer',
        subject,
        email: 'renamed@example.org',
        linkedDate: expect.any(String),
        lastSignInDate: expect.any(String),
      },
    ]);
    const provider = await calls.call('GET', `/v1/identity-providers/${fixture.id}`);
    expect(provider.body).toMatchObject({ userCount: 1, lastSignInDate: expect.any(String) });
  });

  it.each([
    ['post', 'client_secret_post'],
    ['public', 'none'],
  ])('authenticates as %s with %s', async (clientId, clientAuthentication) => {
    const clientSecret = clientId === 'public' ? null : `secret of ${clientId}`;
    await calls.change(fixture.id, { clientId, clientAuthentication, clientSecret });
    expect((await fixture.signIn(fixture.account().subject)).status).toBe(200);
  });

  it('refuses if its own secret is wrong', async () => {
    await calls.change(fixture.id, { clientSecret: 'another' });
    const { status, body } = await fixture.signIn(fixture.account().subject);
    expect([status, body.code]).toEqual([401, 'provider_answer_refused']);
    expect((await fixture.lastEvent('signIn.refused'))?.after).toMatchObject({
      reason: 'provider_answer_refused',
      detail: { message: expect.stringContaining('invalid_client') },
    });
  });

  it('lists the enabled providers, or with an email those of its domain', async () => {
    const list = async (query = '') =>
      (await calls.call('GET', `/v1/auth/identity-providers${query}`, undefined, '')).body.data;
    expect(await list()).toEqual([{ id: fixture.id, name: 'Peer', buttonLabel: 'Peer' }]);
    expect(await list('?email=ada@corp.example')).toEqual([]);
    await calls.change(fixture.id, { emailDomains: ['Corp.Example'] });
    expect(await list('?email=nobody@CORP.example')).toEqual([
      { id: fixture.id, name: 'Peer', buttonLabel: 'Peer' },
    ]);
    expect(await list('?email=master@example.org')).toEqual([]);
    expect(await list('?email=corp.example')).toEqual([]);
    await calls.change(fixture.id, { enabled: false });
    expect(await list()).toEqual([]);
    expect(await list('?email=nobody@corp.example')).toEqual([]);
  });

  it('starts nothing at a disabled or unknown provider', async () => {
    const start = (provider: string) =>
      calls.call('POST', `/v1/auth/identity-providers/${provider}/authorization`, undefined, '');
    const absent = await start(randomUUID());
    await calls.change(fixture.id, { enabled: false });
    const disabled = await start(fixture.id);
    expect([absent.status, disabled.status]).toEqual([404, 404]);
    expect({ ...absent.body, requestId: '' }).toEqual({ ...disabled.body, requestId: '' });
    expect((await start('x')).status).toBe(400);
  });

  it('finishes nothing if the provider was disabled or changed meanwhile', async () => {
    const { subject } = fixture.account();
    const disabled = await fixture.peer.signIn(await calls.start(fixture.id), subject);
    await calls.change(fixture.id, { enabled: false });
    expect((await calls.finish(disabled)).status).toBe(401);
  });

  it('has to finish within ten minutes', async () => {
    const { subject } = fixture.account();
    const late = await fixture.peer.signIn(await calls.start(fixture.id), subject);
    running.advance(600);
    const { status, body } = await calls.finish(late);
    running.advance(-600);
    expect([status, body.code]).toEqual([401, 'state_unknown']);
  });

  it('reports that a provider is unreachable, and nothing else', async () => {
    await calls.change(fixture.id, { issuer: `${fixture.peer.issuer}/nowhere` });
    const start = `/v1/auth/identity-providers/${fixture.id}/authorization`;
    const { status, body } = await calls.call('POST', start, undefined, '');
    expect([status, body.code]).toEqual([502, 'provider_unreachable']);
    expect(JSON.stringify(body)).not.toContain(fixture.peer.host);
  });

  it('refuses malformed bodies', async () => {
    for (const body of [{}, { code: 'x' }, { state: 'x' }, { code: '', state: 'x' }])
      expect((await calls.call('POST', '/v1/auth?type=IDENTITY_PROVIDER', body, '')).status).toBe(
        400,
      );
  });

  it('keeps secrets out of events and logs', async () => {
    await fixture.signIn(fixture.account().subject);
    const events = await running.database.query<{ text: string }>(sql`
      select concat(before::text, after::text) as text from authentication.event`);
    const reported = `${events.map(({ text }) => text).join()}${running.logged.join()}`;
    expect(reported).not.toContain('secret of basic');
    expect(reported).not.toMatch(/eyJ[\w-]+\.eyJ/);
  });

  it('requires the second factor of the account, unless the provider is trusted with it', async () => {
    const { subject } = fixture.account();
    const user = await calls.whoIs(await fixture.signIn(subject));
    await running.database.query(sql`
      insert into authentication.second_factor (id, user_id, kind, name, created, confirmed, totp_secret)
      values (${randomUUID()}, ${user.id}, 'TOTP', 'App', '2026-01-01T00:00:00Z', true, 'JBSWY3DPEHPK3PXP')`);
    const asked = await fixture.signIn(subject);
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({ challenge: expect.any(String), methods: ['TOTP'] });
    expect(asked.body.accessToken).toBeUndefined();
    await calls.change(fixture.id, { trustSecondFactor: true });
    expect((await calls.whoIs(await fixture.signIn(subject))).id).toBe(user.id);
  });
});
