import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import { testDatabases } from '@annals/kit/testing/databases';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { ruleWithoutDemands } from '../testing/no-demands.ts';
import { RunningService } from '../testing/running-service.ts';

describe.each(testDatabases())('offboarding a user, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: { userId: string; token: string };
  let admin: { userId: string; token: string };
  let north: string;
  let count = 0;

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN', 'USER');
    north = await makeUnit(running.database, 'north');
    await assignToUnit(running.database, north, admin.userId);
  });

  const someone = async (...roles: string[]) => {
    const email = `someone${(count += 1)}@example.org`;
    const made = await running.createAndSignIn(email, ...roles);
    await assignToUnit(running.database, north, made.userId);
    return { ...made, email };
  };
  const setStatus = (userId: string, status: string, token = master.token) =>
    running.call('PUT', `/v1/users/${userId}/status`, { token, body: { status } });
  const previewStatus = (userId: string, status: string, token = master.token) =>
    running.call('PUT', `/v1/users/${userId}/status?dryRun=true`, { token, body: { status } });
  const offboard = (userId: string, query = '', token = master.token) =>
    running.call('POST', `/v1/users/${userId}/offboarding${query}`, { token });
  const shown = async (userId: string) =>
    (await running.get(`/v1/users/${userId}`, master.token)).body;

  it('removes nothing if the user is only disabled for a while', async () => {
    const { userId, token, email, refreshToken } = await someone('USER');
    const { status, body } = await setStatus(userId, 'DISABLED', admin.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'DISABLED', roles: ['USER'], version: 2 });
    expect((await running.get('/v1/users/current', token)).status).toBe(401);
    expect((await running.refresh(refreshToken)).status).toBe(401);
    expect((await running.signIn(email)).status).toBe(401);
    expect((await setStatus(userId, 'DISABLED')).body.status).toBe('DISABLED');
    expect((await setStatus(userId, 'ACTIVE')).body).toMatchObject({
      status: 'ACTIVE',
      version: 3,
    });
    expect((await running.signIn(email)).status).toBe(200);
    const events = await running.database.query(sql`
      select before, after from authentication.event
      where subject = ${`user/${userId}`} and action = 'user.statusChanged' order by seq`);
    expect(events).toEqual([
      { before: { status: 'ACTIVE' }, after: { status: 'DISABLED', endedSessions: 1 } },
      { before: { status: 'DISABLED' }, after: { status: 'ACTIVE' } },
    ]);
  });

  it('reports what stops when a user is disabled: what works now, and nothing else', async () => {
    const { userId, token, email } = await someone('USER');
    const preview = async (status = 'DISABLED') => {
      const answer = await previewStatus(userId, status, admin.token);
      expect(answer.status).toBe(200);
      const { status: unchanged, stops } = answer.body as { status: string; stops: object };
      return { unchanged, stops };
    };
    const none = { sessions: 0, tokens: [], trustedDevices: 0 };
    const tokenOf = async (description: string, expires: string | null) => {
      const id = uuidv7();
      await running.database.query(sql`
        insert into authentication.api_token (id, hash, prefix, description, user_id, scopes, created, expires)
        values (${id}, ${randomBytes(32)}, 'x', ${description}, ${userId}, '{read}',
          ${new Date(running.now).toISOString()}, ${expires})`);
      return { id, description };
    };
    const backup = await tokenOf('backup', null);
    await tokenOf('expired', new Date(running.now - 1000).toISOString());
    await running.signIn(email);
    await running.database.query(sql`
      update authentication.session set last_seen = last_seen - interval '31 minutes'
      where id = (select id from authentication.session where user_id = ${userId} order by created desc, id desc limit 1)`);
    await running.database.query(sql`
      insert into authentication.trusted_device
        (id, user_id, hash, factor, created, last_used, expires, user_agent, address)
      select ${uuidv7()}, id, ${randomBytes(32)}, 'TOTP', now, now, now + interval '30 days', '', ''
      from authentication.user_account, (select ${new Date(running.now).toISOString()}::timestamptz as now) moment
      where id = ${userId}`);
    // No rule accepts a device, so it stops nothing that works.
    const stops = { sessions: 1, tokens: [backup], trustedDevices: 0 };
    expect(await preview()).toEqual({ unchanged: 'ACTIVE', stops });
    const rule = await running.call('POST', '/v1/sign-in-rules', {
      token: master.token,
      body: { ...ruleWithoutDemands, trustedDeviceDays: 7 },
    });
    expect(rule.status).toBe(201);
    expect(await preview()).toEqual({
      unchanged: 'ACTIVE',
      stops: { ...stops, trustedDevices: 1 },
    });
    expect(await preview('ACTIVE')).toEqual({ unchanged: 'ACTIVE', stops: none });
    expect((await running.get('/v1/users/current', token)).status).toBe(200);
    await setStatus(userId, 'DISABLED');
    expect(await preview()).toEqual({ unchanged: 'DISABLED', stops: none });
  });

  it('returns an invited user to the invited state', async () => {
    const { userId } = await running.service.createUser({ email: 'new@example.org', roles: [] });
    expect((await setStatus(userId, 'ACTIVE')).body.status).toBe('INVITED');
    expect((await setStatus(userId, 'DISABLED')).body.status).toBe('DISABLED');
    expect((await setStatus(userId, 'ACTIVE')).body.status).toBe('INVITED');
  });

  it('is refused for oneself, for the last master, and out of scope', async () => {
    const chief = await someone('GLOBAL_MASTER');
    const outside = await running.createAndSignIn('outside@example.org', 'USER');
    for (const end of [
      (userId: string, token: string) => setStatus(userId, 'DISABLED', token),
      (userId: string, token: string) => previewStatus(userId, 'DISABLED', token),
      (userId: string, token: string) => offboard(userId, '', token),
      (userId: string, token: string) => offboard(userId, '?dryRun=true', token),
    ]) {
      const own = await end(admin.userId, admin.token);
      expect(own.status).toBe(409);
      expect(own.body.code).toBe('own_account');
      expect((await end(master.userId, master.token)).status).toBe(409);
      expect((await end(chief.userId, admin.token)).status).toBe(403);
      const foreign = await end(outside.userId, admin.token);
      const absent = await end(randomUUID(), admin.token);
      expect([foreign.status, absent.status]).toEqual([404, 404]);
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' });
      expect((await end(admin.userId, outside.token)).status).toBe(403);
      expect((await end(admin.userId, '')).status).toBe(401);
      expect((await end('x', master.token)).status).toBe(400);
    }
    expect((await setStatus(outside.userId, 'LOCKED')).status).toBe(400);
    expect((await offboard(outside.userId, '?dryRun=maybe')).status).toBe(400);
    // The administrator cannot offboard a user with a role that they may not remove.
    const auditor = await someone('AUDITOR');
    expect((await offboard(auditor.userId, '', admin.token)).status).toBe(403);
    // To disable takes no role away.
    expect((await previewStatus(auditor.userId, 'DISABLED', admin.token)).status).toBe(200);
    expect(await shown(auditor.userId)).toMatchObject({ status: 'ACTIVE', roles: ['AUDITOR'] });
    // An application with the rights of a master does not count as a remaining master.
    await setStatus(chief.userId, 'DISABLED');
    const second = await running.createAndSignIn('second@example.org', 'GLOBAL_MASTER');
    expect((await offboard(master.userId, '?dryRun=true', second.token)).status).toBe(200);
    await offboard(second.userId);
    expect((await shown(second.userId)).status).toBe('DISABLED');
  });

  it('removes everything the user holds, and reports it beforehand', async () => {
    const { userId, token, email } = await someone('USER');
    const provider = uuidv7();
    const tokenId = uuidv7();
    const identityId = uuidv7();
    const now = new Date(running.now).toISOString();
    await running.database.query(sql`
      insert into authentication.identity_provider (id, name, enabled, button_label, issuer, client_id,
        client_authentication, scopes, endpoints, claim_map, group_roles, trust_email, trust_second_factor,
        provisioning, new_user_roles, created)
      values (${provider}, 'Corp', true, 'Corp', 'https://corp.example', 'x', 'none', '{}', '{}', '{}', '[]', false,
        false, 'NONE', '{}', ${now})`);
    await running.database.query(sql`
      insert into authentication.user_identity (id, provider_id, issuer, subject, user_id, linked)
      values (${identityId}, ${provider}, 'https://corp.example', 's', ${userId}, ${now})`);
    await running.database.query(sql`
      insert into authentication.api_token (id, hash, prefix, description, user_id, scopes, created)
      values (${tokenId}, ${randomBytes(32)}, 'x', 'backup', ${userId}, '{read}', ${now})`);
    await running.database.query(sql`
      insert into authentication.second_factor (id, user_id, kind, name, created, confirmed, totp_secret)
      values (${uuidv7()}, ${userId}, 'TOTP', 'phone', ${now}, true, 'x')`);
    await running.database.query(sql`
      insert into authentication.recovery_code (user_id, hash) values (${userId}, ${randomBytes(32)})`);
    await running.database.query(sql`
      insert into authentication.invitation (id, user_id, created, parameters)
      values (${uuidv7()}, ${userId}, ${now}, '{}')`);
    await running.database.query(sql`
      insert into authentication.one_time_link (hash, user_id, purpose, created, expires)
      values (${randomBytes(32)}, ${userId}, 'RESET', ${now}, '2030-01-01T00:00:00Z')`);
    const touched = {
      sessions: 1,
      tokens: [{ id: tokenId, description: 'backup' }],
      identities: [{ id: identityId, identityProviderName: 'Corp' }],
      factors: 1,
      roles: ['USER'],
      organizationalUnits: [{ id: north, name: 'north' }],
      openInvitations: 0,
    };
    const left = () =>
      running.database.query<{ left: number }>(sql`
      select (select count(*) from authentication.session where user_id = ${userId} and ended is null)
        + (select count(*) from authentication.api_token where user_id = ${userId} and revoked is null)
        + (select count(*) from authentication.user_identity where user_id = ${userId})
        + (select count(*) from authentication.second_factor where user_id = ${userId})
        + (select count(*) from authentication.recovery_code where user_id = ${userId})
        + (select count(*) from authentication.invitation where user_id = ${userId} and withdrawn is null)
        + (select count(*) from authentication.one_time_link where user_id = ${userId} and used is null)
        + (select count(*) from authentication.user_role where user_id = ${userId})
        + (select count(*) from authentication.organizational_unit_member where user_id = ${userId}) as left`);

    const rehearsed = await offboard(userId, '?dryRun=true', admin.token);
    expect(rehearsed.body).toEqual({ dryRun: true, ...touched });
    expect(await left()).toEqual([{ left: 9 }]);
    expect((await running.get('/v1/users/current', token)).status).toBe(200);

    const done = await offboard(userId, '', admin.token);
    expect(done.status).toBe(200);
    expect(done.body).toEqual({ dryRun: false, ...touched });
    expect(await left()).toEqual([{ left: 0 }]);
    expect((await running.get('/v1/users/current', token)).status).toBe(401);
    expect((await running.signIn(email)).status).toBe(401);
    expect(await shown(userId)).toMatchObject({
      status: 'DISABLED',
      roles: [],
      organizationalUnits: [],
    });
    const [event] = await running.database.query(sql`
      select action, before, after, actor_id from authentication.event
      where subject = ${`user/${userId}`} and action <> 'signIn.failed' order by seq desc limit 1`);
    expect(event).toMatchObject({
      action: 'user.offboarded',
      actor_id: admin.userId,
      before: { status: 'ACTIVE', roles: ['USER'], organizationalUnits: [{ name: 'north' }] },
      after: {
        status: 'DISABLED',
        endedSessions: 1,
        revokedTokens: [{ description: 'backup' }],
        unlinkedIdentities: [{ identityProviderName: 'Corp' }],
        removedFactors: 1,
        invitationWithdrawn: true,
      },
    });
  });

  it('transfers the open invitations of the user to a successor', async () => {
    const leaver = await someone('USER');
    const successor = await someone('USER');
    const outside = await running.createAndSignIn('elsewhere@example.org', 'USER');
    const invited = async (email: string, unit?: string) => {
      const { userId } = await running.service.createUser({ email, roles: [] });
      if (unit !== undefined) await assignToUnit(running.database, unit, userId);
      await running.database.query(sql`
        insert into authentication.invitation (id, user_id, invited_by, created, parameters)
        values (${uuidv7()}, ${userId}, ${leaver.userId}, ${new Date(running.now).toISOString()}, '{}')`);
      return userId;
    };
    const invitee = await invited('open@example.org', north);
    const accepted = await invited('accepted@example.org', north);
    const unseen = await invited('unseen@example.org');
    await running.database.query(sql`
      update authentication.invitation set accepted = created where user_id = ${accepted}`);
    const senders = async () => {
      const rows = await running.database.query<{ user: string; sender: string }>(sql`
        select user_id as user, invited_by as sender from authentication.invitation
        where user_id in (${invitee}, ${accepted}, ${unseen})`);
      return new Map(rows.map(({ user, sender }) => [user, sender]));
    };
    const to = (id: string) => `?successorId=${id}`;
    // The user themselves, and users who are disabled, out of scope or unknown, cannot take over.
    const gone = await someone('USER');
    await setStatus(gone.userId, 'DISABLED');
    for (const id of [leaver.userId, gone.userId, outside.userId, randomUUID()]) {
      const { status, body } = await offboard(leaver.userId, to(id), admin.token);
      expect(status).toBe(400);
      expect(body.fields).toMatchObject([{ path: 'query.successorId' }]);
    }
    expect(await shown(leaver.userId)).toMatchObject({ status: 'ACTIVE' });

    const rehearsed = await offboard(leaver.userId, '?dryRun=true', admin.token);
    expect(rehearsed.body).toMatchObject({ openInvitations: 1 });
    const done = await offboard(leaver.userId, to(successor.userId), admin.token);
    expect(done).toMatchObject({ status: 200, body: { openInvitations: 1 } });
    expect(await senders()).toEqual(
      new Map([
        [invitee, successor.userId],
        [accepted, leaver.userId],
        [unseen, leaver.userId],
      ]),
    );
    const [event] = await running.database.query(sql`
      select after from authentication.event
      where subject = ${`user/${leaver.userId}`} and action = 'user.offboarded'`);
    expect(event).toMatchObject({
      after: { successor: { id: successor.userId }, handedOverInvitations: 1 },
    });
  });
});
