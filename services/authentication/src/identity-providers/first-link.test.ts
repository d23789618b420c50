import sql, { type Sql } from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { emailCodes } from '../testing/email-codes.ts';
import {
  insertFactor,
  insertIdentity,
  insertTrustedDevice,
  totpSecret,
} from '../testing/inserted-rows.ts';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { ProviderFixture } from '../testing/provider-fixture.ts';
import type { ProviderAnswer } from '../testing/provider-calls.ts';
import { password, RunningService } from '../testing/running-service.ts';
import { codeNow } from '../testing/second-factors.ts';
import { mailsTo, tokenIn } from '../testing/written-mails.ts';

const theirPassword = 'seven herons in the fog';

describe.each(testDatabases())('the first link of an account by its email, $kind', ({ open }) => {
  const fixture = ProviderFixture.forAll(open);
  const { running, calls } = fixture;
  let unit: string;
  let adminToken: string;

  beforeAll(async () => {
    unit = await makeUnit(running.database, 'north');
    const admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    await assignToUnit(running.database, unit, admin.userId);
    adminToken = admin.token;
  });

  const post = (path: string, body?: unknown, token = '') => calls.call('POST', path, body, token);
  const current = async (token: string | undefined) =>
    (await running.get('/v1/users/current', token)).status;
  const { sendCode, confirm, codesTo, textsTo } = emailCodes(fixture);

  /** A unit administrator invites somebody and sets the password with the copied link. */
  const hijacked = async (email: string) => {
    const made = await post(
      '/v1/users',
      { email, roles: ['USER'], organizationalUnitIds: [unit] },
      adminToken,
    );
    const userId = made.body.id ?? '';
    const invitations = await calls.call(
      'GET',
      `/v1/users/invitations?userId=${userId}`,
      undefined,
      adminToken,
    );
    const path = `/v1/users/invitations/${String(invitations.body.data?.[0]?.['id'])}/link`;
    const { link = '' } = (await post(path, undefined, adminToken)).body as { link?: string };
    const token = new URL(link).hash.replace('#token=', '');
    const set = await post('/v1/auth/password', { token, password: theirPassword });
    expect(set.status).toBe(200);
    return { userId, access: set.body.accessToken, refresh: tokensOf(set).refreshToken };
  };
  const tokensOf = ({ body }: ProviderAnswer) => body as { refreshToken?: string };

  it('locks out whoever set the account up with a copied link, once its owner confirmed it', async () => {
    const { email, subject } = fixture.account();
    const { userId, access = '', refresh } = await hijacked(email);
    const token = (
      await post(
        '/v1/tokens',
        { description: 'kept', scopes: ['read'], expiresDate: '2026-06-01T00:00:00Z' },
        access,
      )
    ).body as { id?: string; token?: string };
    await insertFactor(running.database, running.now, { userId, isConfirmed: true });
    await insertTrustedDevice(running.database, running.now, { userId });
    await running.database.query(sql`
      insert into authentication.recovery_code (user_id, hash) values (${userId}, '\\x00')`);
    const other = await calls.make({
      name: 'Trojan',
      issuer: fixture.peer.issuer,
      clientId: 'public',
    });
    await insertIdentity(running.database, running.now, { userId, providerId: other });
    const linking = await post(
      '/v1/users/current/identities',
      { identityProviderId: other },
      access,
    );
    const challenge = (await running.signIn(email, theirPassword)).body as { challenge?: string };

    const asked = await fixture.signIn(subject);
    expect(asked.status).toBe(200);
    expect(asked.body).toEqual({
      confirmation: expect.stringMatching(/^[\w-]{43}$/),
      identityProviderId: fixture.id,
      identityProviderName: 'Peer',
      email,
      byEmail: true,
    });
    expect(await current(access)).toBe(200);
    expect(await fixture.lastEvent('identity.confirmationAsked')).toMatchObject({
      subject: `user/${userId}`,
    });

    expect((await sendCode(asked.body.confirmation)).status).toBe(202);
    const [code = ''] = await codesTo(email);
    const confirmed = await confirm(asked.body.confirmation, code);
    expect(confirmed.body.removedCredentials).toEqual({
      password: true,
      sessions: 1,
      tokens: 1,
      factors: 1,
      identities: 1,
    });
    expect((await calls.whoIs(confirmed)).id).toBe(userId);
    const devices = await running.database.query(sql`
      select from authentication.trusted_device where user_id = ${userId}`);
    expect(devices).toEqual([]);

    expect(await current(access)).toBe(401);
    expect((await running.refresh(refresh)).status).toBe(401);
    expect((await running.signIn(email, theirPassword)).status).toBe(401);
    const byToken = await running.call('GET', '/v1/users/current', {
      headers: { 'x-akarion-api-token': token.token ?? '' },
    });
    expect(byToken.status).toBe(401);
    const finished = await post('/v1/auth?type=SECOND_FACTOR', {
      challenge: challenge.challenge,
      code: codeNow(running, totpSecret),
    });
    expect([finished.status, finished.body.code]).toEqual([401, 'challenge_over']);
    const linked = await calls.finish(
      await fixture.peer.signIn(linking.body.authorizationUrl ?? '', fixture.account().subject),
    );
    expect([linked.status, linked.body.code]).toEqual([401, 'state_unknown']);
    const identities = await calls.call('GET', `/v1/users/${userId}/identities`);
    expect(identities.body.data).toMatchObject([{ identityProviderId: fixture.id, subject }]);
    const [left] = await running.database.query<{
      codes: number;
      devices: number;
      links: number;
    }>(sql`
      select (select count(*) from authentication.recovery_code where user_id = ${userId}) as codes,
        (select count(*) from authentication.second_factor where user_id = ${userId}) as factors,
        (select count(*) from authentication.one_time_link where user_id = ${userId} and used is null) as links,
        (select count(*) from authentication.session where user_id = ${userId} and ended is null) as sessions`);
    expect(left).toEqual({ codes: 0, factors: 0, links: 0, sessions: 1 });

    expect(await fixture.lastEvent('credentials.removed')).toEqual({
      subject: `user/${userId}`,
      before: { factors: [{ kind: 'TOTP', name: expect.any(String) as unknown }] },
      after: {
        identityProviderId: fixture.id,
        removedPassword: true,
        endedSessions: 1,
        revokedTokens: [{ id: token.id, description: 'kept' }],
        factors: [],
        unlinkedIdentities: 1,
        revokedDevices: 1,
      },
    });
    const [reported] = await textsTo(email, 'was linked to a provider');
    expect(reported).toContain(
      'the password, 1 session, 1 API token, 1 second factor, 1 linked account',
    );
    // From now on the provider suffices.
    expect((await calls.whoIs(await fixture.signIn(subject))).id).toBe(userId);
  });

  it('needs no confirmation if nobody could sign in yet, and invalidates the copied link', async () => {
    const { email, subject } = fixture.account();
    const { userId, link = '' } = await running.service.createUser({ email, roles: ['USER'] });
    expect((await calls.whoIs(await fixture.signIn(subject))).id).toBe(userId);
    const token = link.split('token=')[1];
    expect((await post('/v1/auth/password', { token, password })).status).toBe(400);
  });

  it('keeps everything if the user signs in as before and links the provider', async () => {
    const { email, subject } = fixture.account();
    const { userId, token } = await running.createAndSignIn(email, 'USER');
    expect((await fixture.signIn(subject)).body.confirmation).toBeDefined();
    const begun = await post(
      '/v1/users/current/identities',
      { identityProviderId: fixture.id },
      token,
    );
    const linked = await calls.finish(
      await fixture.peer.signIn(begun.body.authorizationUrl ?? '', subject),
    );
    expect(linked.body).toEqual({ linked: { identityProviderId: fixture.id } });
    expect((await calls.whoIs(await fixture.signIn(subject))).id).toBe(userId);
    expect(await current(token)).toBe(200);
    expect((await running.signIn(email)).status).toBe(200);
  });

  it('does not open the account of a global master with a code', async () => {
    const { email, subject } = fixture.account();
    const { token } = await running.createAndSignIn(email, 'GLOBAL_MASTER');
    const asked = await fixture.signIn(subject);
    expect(asked.body.byEmail).toBe(false);
    const { status, body } = await sendCode(asked.body.confirmation);
    expect([status, body.code]).toEqual([403, 'forbidden']);
    // A user who became a master after the code was sent.
    const person = fixture.account();
    const { userId } = await running.createAndSignIn(person.email, 'USER');
    const { confirmation } = (await fixture.signIn(person.subject)).body;
    await sendCode(confirmation);
    const [code = ''] = await codesTo(person.email);
    await calls.call('PUT', `/v1/users/${userId}/roles?role=GLOBAL_MASTER`);
    expect((await confirm(confirmation, code)).status).toBe(403);
    expect(await current(token)).toBe(200);
  });

  it('removes no second factor of an account whose mailbox was verified before', async () => {
    const { email, subject } = fixture.account();
    const made = await calls.call('POST', '/v1/users', { email, roles: ['USER'] });
    const userId = made.body.id ?? '';
    const [invitation] = await mailsTo(running.mailDirectory, email);
    const token = invitation ? tokenIn(invitation) : '';
    expect((await post('/v1/auth/password', { token, password })).status).toBe(200);
    const { byEmail } = (await fixture.signIn(subject)).body;
    await insertFactor(running.database, running.now, { userId, isConfirmed: true });
    const withFactor = (await fixture.signIn(subject)).body;
    expect([byEmail, withFactor.byEmail]).toEqual([true, false]);
    // With another email it is unknown who reads the new mailbox.
    const { email: renamed, subject: next } = fixture.account();
    await calls.call('PATCH', `/v1/users/${userId}`, { email: renamed });
    expect((await fixture.signIn(next)).body.byEmail).toBe(true);
  });

  it('refuses a password that was removed while it was checked', async () => {
    const email = 'slow@example.org';
    let removesPassword = false;
    const watched = new Proxy(running.database, {
      get(target, name: keyof Database) {
        if (name !== 'query') {
          const value: unknown = target[name];
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (query: Sql, label?: string) => {
          const rows = await target.query(query, label);
          if (removesPassword && label === 'authentication.userToSignIn')
            await target.query(sql`
              delete from authentication.password w using authentication.user_account u
              where u.id = w.user_id and u.email = ${email}`);
          return rows;
        };
      },
    });
    const slow = await RunningService.start(watched);
    try {
      await slow.service.createUser({ email, roles: ['USER'], password });
      expect((await slow.signIn(email)).status).toBe(200);
      removesPassword = true;
      expect((await slow.signIn(email)).status).toBe(401);
    } finally {
      await slow.stop();
    }
  });

  it('is shown in a test sign-in if a real one would require it', async () => {
    const { email, subject } = fixture.account();
    await running.createAndSignIn(email, 'USER');
    const { body } = await calls.call('POST', `/v1/identity-providers/${fixture.id}/trial`);
    const trial = await calls.finish(
      await fixture.peer.signIn(body.authorizationUrl ?? '', subject),
    );
    expect(trial.body.trial?.outcome).toBe('CONFIRM');
  });
});
