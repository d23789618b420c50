import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { testDatabases } from '@annals/kit/testing/databases';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { password, RunningService, type Answer } from '../testing/running-service.ts';

describe.each(testDatabases())('the profile of a user, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: { userId: string; token: string };
  let admin: { userId: string; token: string };
  let north: string;

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    north = await makeUnit(running.database, 'north');
    await assignToUnit(running.database, north, admin.userId);
  });

  const patch = (
    userId: string,
    body: object,
    token = master.token,
    headers: Record<string, string> = {},
  ): Promise<Answer> => running.call('PATCH', `/v1/users/${userId}`, { token, body, headers });
  const lastEvent = async (userId: string) => {
    const [event] = await running.database.query<{
      action: string;
      before: object;
      after: object;
    }>(sql`
      select action, before, after from authentication.event where subject = ${`user/${userId}`}
      order by seq desc limit 1`);
    return event;
  };

  it('changes name and language for the user, effective at once', async () => {
    const { userId, token, email } = await running.someone();
    const { status, body } = await patch('current', { name: '  Ada  ', lang: 'de' }, token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: userId,
      name: 'Ada',
      lang: 'de',
      username: email,
      version: 2,
    });
    expect(await lastEvent(userId)).toEqual({
      action: 'user.changed',
      before: { name: email, lang: 'en' },
      after: { name: 'Ada', lang: 'de' },
    });
    expect((await patch(userId, { name: 'Ada B' }, token)).body).toMatchObject({ version: 3 });
    const found = await running.get('/v1/users?name=ada%20b', master.token);
    expect(found.body.data?.map(({ id }) => id)).toEqual([userId]);
    expect((await running.get('/v1/users?name=somebody%20else', master.token)).body.data).toEqual(
      [],
    );
  });

  it('stores whether the user wants emails about change sets, which nobody else sets or sees', async () => {
    const { userId, token } = await running.someone();
    const own = await running.get('/v1/users/current', token);
    expect(own.body).toMatchObject({ changeSetMails: true });
    const { body } = await patch('current', { changeSetMails: false }, token);
    expect(body).toMatchObject({ changeSetMails: false });
    expect(await lastEvent(userId)).toEqual({
      action: 'user.changed',
      before: { changeSetMails: true },
      after: { changeSetMails: false },
    });
    expect(await patch(userId, { changeSetMails: true })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect((await patch('current', { changeSetMails: 'no' }, token)).status).toBe(400);
    const seen = await running.get(`/v1/users/${userId}`, master.token);
    expect(seen.body).toMatchObject({ changeSetMails: null });
  });

  it('is changed together with the status, or not at all', async () => {
    const { userId, token } = await running.someone();
    const disabled = await patch(userId, { name: 'Gone', status: 'DISABLED' });
    expect(disabled).toMatchObject({ status: 200, body: { name: 'Gone', status: 'DISABLED' } });
    expect((await running.get('/v1/users/current', token)).status).toBe(401);
    expect(await lastEvent(userId)).toMatchObject({ action: 'user.statusChanged' });
    const back = await patch(userId, { status: 'ACTIVE' });
    expect(back).toMatchObject({ status: 200, body: { name: 'Gone', status: 'ACTIVE' } });
    expect(await patch('current', { name: 'Nobody', status: 'DISABLED' })).toMatchObject({
      status: 409,
      body: { code: 'own_account' },
    });
    const own = await running.get('/v1/users/current', master.token);
    expect(own.body.name).not.toBe('Nobody');
  });

  it('is unchanged if nothing differs', async () => {
    const { userId, token, email } = await running.someone();
    expect((await patch('current', {}, token)).body).toMatchObject({ id: userId, version: 1 });
    expect((await patch('current', { name: email }, token)).body).toMatchObject({ version: 1 });
    expect(await lastEvent(userId)).not.toMatchObject({ action: 'user.changed' });
  });

  it('lets only administrators change user name and email', async () => {
    const { userId, token } = await running.someone();
    for (const body of [{ email: 'mine@example.org' }, { username: 'mine', name: 'Me' }]) {
      const { status, body: answer } = await patch('current', body, token);
      expect(status).toBe(403);
      expect(answer.message).toContain('administrator');
    }
    expect((await running.get('/v1/users/current', token)).body).toMatchObject({ version: 1 });
    const own = await patch('current', { username: 'the-master' }, master.token);
    expect(own.body).toMatchObject({ id: master.userId, username: 'the-master' });
    expect((await patch(userId, { username: 'someone-else' })).body).toMatchObject({ version: 2 });
  });

  it('is one’s own however the id in the path is written', async () => {
    const { userId, token } = await running.someone();
    const own = userId.toUpperCase();
    expect(own).not.toBe(userId);
    expect((await patch(own, { email: 'mine@example.org' }, token)).status).toBe(403);
    expect((await patch(own, { name: 'Ada' }, token)).body).toMatchObject({ id: userId });
    expect(await lastEvent(userId)).toMatchObject({ after: { name: 'Ada' } });
    const disabled = await running.call('PUT', `/v1/users/${own}/status`, {
      token: (await running.createAndSignIn('upper@example.org', 'GLOBAL_MASTER')).token,
      body: { status: 'DISABLED' },
    });
    expect(disabled.body.status).toBe('DISABLED');
    expect(await lastEvent(userId)).toMatchObject({ action: 'user.statusChanged' });
    const oneself = await running.call('PUT', `/v1/users/${master.userId.toUpperCase()}/status`, {
      token: master.token,
      body: { status: 'DISABLED' },
    });
    expect(oneself.body.code).toBe('own_account');
  });

  it('requires a reauthentication within ten minutes for one’s own email and user name', async () => {
    const email = 'chief@example.org';
    const { userId, token, refreshToken } = await running.createAndSignIn(email, 'GLOBAL_MASTER');
    const { body: made } = await running.call('POST', '/v1/tokens', {
      token,
      body: { description: 'all', scopes: ['read', 'write', 'admin'], expiresDate: null },
    });
    const headers = { 'x-akarion-api-token': String((made as { token?: unknown }).token) };
    for (const body of [{ email: 'thief@example.org' }, { username: 'thief' }]) {
      const byToken = await running.call('PATCH', `/v1/users/${userId}`, { headers, body });
      expect([byToken.status, byToken.body.code]).toEqual([403, 'forbidden']);
    }
    expect((await patch('current', { username: 'chief' }, token)).status).toBe(200);
    running.advance(601);
    const later = (await running.refresh(refreshToken)).body.accessToken ?? '';
    const { status, body } = await patch('current', { email: 'thief@example.org' }, later);
    expect([status, body.code]).toEqual([403, 'reauthentication_needed']);
    // Unchanged fields need no reauthentication.
    expect((await patch('current', { email, name: 'Chief' }, later)).status).toBe(200);
    master.token = (await running.signIn('the-master')).body.accessToken ?? '';
    admin.token = (await running.signIn('admin@example.org')).body.accessToken ?? '';
  });

  it('does not let an administrator change the email of a user with more permissions', async () => {
    const auditor = await running.someone('USER', 'AUDITOR');
    await assignToUnit(running.database, north, auditor.userId);
    const { status, body } = await patch(
      auditor.userId,
      { email: 'mine@example.org' },
      admin.token,
    );
    expect(status).toBe(403);
    expect(body.message).toContain('AUDITOR');
    expect((await patch(auditor.userId, { name: 'Ada' }, admin.token)).status).toBe(200);
    const peer = await running.someone('USER', 'ORG_ADMIN');
    await assignToUnit(running.database, north, peer.userId);
    expect((await patch(peer.userId, { email: 'peer@example.org' }, admin.token)).status).toBe(200);
    expect((await patch(auditor.userId, { email: 'theirs@example.org' })).status).toBe(200);
  });

  it('changes a user name that equals the email together with it', async () => {
    const { userId, email } = await running.someone();
    const { status, body } = await patch(userId, { email: 'Moved@example.org' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: 'Moved@example.org', username: 'Moved@example.org' });
    expect((await running.signIn(email)).status).toBe(401);
    expect((await running.signIn('moved@EXAMPLE.org')).status).toBe(200);
    // The old one is free again.
    await running.service.createUser({ email, roles: [] });
    const named = await patch(userId, { username: 'mover' });
    expect(named.body).toMatchObject({ email: 'Moved@example.org', username: 'mover' });
    for (const name of ['MOVER', 'moved@example.org'])
      expect((await running.signIn(name)).status).toBe(200);
    const again = await patch(userId, { email: 'again@example.org' });
    expect(again.body).toMatchObject({ email: 'again@example.org', username: 'mover' });
  });

  it('has names that no other user signs in with', async () => {
    const one = await running.someone();
    const two = await running.someone();
    await patch(one.userId, { username: 'one-name' });
    for (const body of [
      { email: one.email.toUpperCase() },
      { username: 'ONE-NAME' },
      { username: one.email },
      { username: 'ｏne-name' },
    ]) {
      const { status, body: answer } = await patch(two.userId, body);
      expect(status).toBe(409);
      expect(answer.code).toMatch(/^(?:email|username)_taken$/);
    }
    expect((await running.signIn(two.email)).status).toBe(200);
  });

  it('invalidates links that were sent to the old email', async () => {
    const { userId, link = '' } = await running.service.createUser({
      email: 'typo@example.org',
      roles: [],
    });
    await patch(userId, { email: 'right@example.org' });
    const token = new URL(link).hash.replace('#token=', '');
    const { status, body } = await running.call('POST', '/v1/auth/password', {
      body: { token, password },
    });
    expect(status).toBe(400);
    expect(body.fields?.[0]?.path).toBe('body.token');
    expect((await running.get(`/v1/users/${userId}`, master.token)).body.status).toBe('INVITED');
  });

  it('does not overwrite a change that the caller has not seen', async () => {
    const { userId } = await running.someone();
    await patch(userId, { name: 'First' }, master.token, { 'if-match': '"1"' });
    const late = await patch(userId, { name: 'Second' }, master.token, { 'if-match': '"1"' });
    expect(late.status).toBe(412);
    expect(late.body).toMatchObject({
      code: 'changed_meanwhile',
      current: { id: userId, name: 'First', version: 2 },
    });
    const seen = await patch(userId, { name: 'Second' }, master.token, { 'if-match': '"2"' });
    expect(seen.status).toBe(200);
    expect(seen.headers.get('etag')).toBe('"3"');
  });

  it.each([
    { email: 'no email' },
    { name: '' },
    { name: ' ' },
    { name: 'a\nb' },
    { name: '\u202emoc.elpmaxe' },
    { username: '\t' },
    { username: 'admin\u200b' },
    { username: '.' },
    { username: ' .. ' },
    { username: '\uff0e' },
    { username: '\u2025' },
    { lang: 'xx' },
    { status: 'LOCKED' },
    { name: 'x'.repeat(201) },
  ])('is refused as %j', async (body) => {
    const { status, body: answer } = await patch(master.userId, body);
    expect(status).toBe(400);
    expect(answer.fields?.length).toBeGreaterThan(0);
  });

  it.each([
    ['david.anes', 'https://github.com/SUSE/hackweek/issues/1046'],
    ['...', 'three dots are a name'],
    ['someone+1', 'https://github.com/openshiftio/openshift.io/issues/1001'],
    ['a/../b', 'dots between slashes'],
    ['50%41', 'a percent sign before two digits'],
    ['a?b#c;d', 'what ends a path'],
    ['CORP\\jdoe', 'a domain of Windows'],
    ['current', 'the word for the caller'],
  ])('accepts the user name %s, with which the user can be found (%s)', async (username) => {
    const { userId } = await running.someone('USER');
    expect((await patch(userId, { username }, master.token)).status).toBe(200);
    const path = `/v1/users/forName/${encodeURIComponent(username)}`;
    expect((await running.get(path, master.token)).body).toMatchObject({ id: userId, username });
  });

  it('requires the right to administer the user', async () => {
    const inside = await running.someone('USER');
    await assignToUnit(running.database, north, inside.userId);
    const chief = await running.someone('GLOBAL_MASTER');
    await assignToUnit(running.database, north, chief.userId);
    const outside = await running.someone('USER');
    const both = await running.someone('USER');
    await assignToUnit(running.database, north, both.userId);
    await assignToUnit(running.database, await makeUnit(running.database, 'south'), both.userId);
    const name = { name: 'Changed' };
    expect((await patch(inside.userId, name, admin.token)).status).toBe(200);
    expect((await patch(chief.userId, name, admin.token)).status).toBe(403);
    expect((await patch(both.userId, name, admin.token)).status).toBe(403);
    const foreign = await patch(outside.userId, name, admin.token);
    const absent = await patch(randomUUID(), name, admin.token);
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' });
    expect((await patch(inside.userId, name, outside.token)).status).toBe(404);
    expect((await running.call('PATCH', '/v1/users/current', { body: name })).status).toBe(401);
  });
});
