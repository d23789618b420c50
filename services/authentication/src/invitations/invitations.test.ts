import { say } from '@annals/contracts/messages';
import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Invitation } from '@annals/contracts/user-administration';
import { testDatabases } from '@annals/kit/testing/databases';
import { toTimestamp } from '../context/clock.ts';
import { operator } from '../context/actor.ts';
import { joinUnit, makeUnit, reported } from '../testing/organizational-units.ts';
import { password, publicUrl, RunningService } from '../testing/running-service.ts';
import { mailsTo, tokenIn } from '../testing/written-mails.ts';
import { enqueueMail } from '../mail/outbox.sql.ts';
import { insertInvitation } from './invitations.sql.ts';
import { insertUser } from '../accounts/insert-user.ts';

const base = '/v1/users/invitations';
const week = 7 * 24 * 3600;

describe.each(testDatabases())('invitations, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: string;

  beforeAll(async () => {
    ({ token: master } = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER'));
  });

  /** Like POST /v1/users. No mail is queued if none should be sent. */
  async function invite(email: string, queued = true): Promise<{ id: string; userId: string }> {
    // When it resumes, the mail worker checks the outbox at once.
    return running.service.withMailPaused(() =>
      running.database.transaction(async (transaction) => {
        const user = { email, name: `Name of ${email}`, roles: [], status: 'INVITED' as const };
        const userId = await insertUser(transaction, user, {
          id: null,
          at: running.now,
          source: operator,
        });
        const created = toTimestamp(running.now);
        const parameters = { headline: 'Welcome', footer: 'Sent to {email}' };
        const id = await insertInvitation(transaction, {
          userId,
          invitedBy: null,
          created,
          parameters,
        });
        if (queued) {
          const mail = { kind: 'INVITATION', recipient: email, userId, lang: 'en' } as const;
          await enqueueMail(transaction, mail, created);
        }
        return { id, userId };
      }),
    );
  }

  const mailTo = async (email: string, count = 1) =>
    (await mailsTo(running.mailDirectory, email, count))[count - 1] ?? { text: '' };
  const tokenTo = async (email: string, count = 1) =>
    tokenIn((await mailsTo(running.mailDirectory, email, count))[count - 1] as never);
  const list = async (query: string, token = master) => {
    const { status, body } = await running.get(`${base}?${query}`, token);
    expect(status).toBe(200);
    return body as unknown as { data: Invitation[]; nextCursor: string | null; hasMore: boolean };
  };
  const one = async (userId: string) => (await list(`userId=${userId}`)).data[0];
  const check = async (token: string) =>
    (await running.get(`/v1/auth/password-token/${token}`)).body;
  const setPassword = (token: string) =>
    running.call('POST', '/v1/auth/password', { body: { token, password } });
  const resend = (id: string, token: string | undefined = master) =>
    running.call('POST', `${base}/${id}/resend`, { token });
  const makeLink = (id: string, token: string | undefined = master) =>
    running.call('POST', `${base}/${id}/link`, { token });
  const withdraw = (id: string, token: string | undefined = master) =>
    running.call('DELETE', `${base}/${id}`, { token });
  const actions = (userId: string) =>
    running.database
      .query<{ action: string }>(
        sql`select action from authentication.event where subject = ${`user/${userId}`} order by seq`,
      )
      .then((rows) => rows.map(({ action }) => action));

  const lastLink = async (userId: string) => {
    const [event] = await running.database.query(
      sql`select before, after from authentication.event
        where subject = ${`user/${userId}`} and action = 'link.made' order by seq desc limit 1`,
    );
    return event;
  };

  it('records each step from the mail to the password', async () => {
    const { userId } = await invite('ada@example.org');
    const mail = await mailTo('ada@example.org');
    expect(mail.text).toContain('Sent to ada@example.org');
    const token = await tokenTo('ada@example.org');
    // The mail arrives before it is recorded as sent.
    await vi.waitFor(
      async () =>
        expect(await one(userId)).toMatchObject({
          email: 'ada@example.org',
          state: 'SENT',
          sentDate: '2026-03-01T12:00:00.250000Z',
          openedDate: null,
          expiresDate: '2026-03-08T12:00:00.250000Z',
          failure: null,
        }),
      { timeout: 10_000 },
    );
    running.advance(60);
    for (let time = 0; time < 2; time += 1)
      expect(await check(token)).toEqual({
        state: 'valid',
        purpose: 'INVITATION',
        email: 'ada@example.org',
      });
    expect(await one(userId)).toMatchObject({
      state: 'OPENED',
      openedDate: '2026-03-01T12:01:00.250000Z',
    });
    expect((await setPassword(token)).status).toBe(200);
    expect(await one(userId)).toMatchObject({
      state: 'ACCEPTED',
      acceptedDate: '2026-03-01T12:01:00.250000Z',
    });
    const recorded = await actions(userId);
    expect(recorded.filter((action) => action.startsWith('invitation.'))).toEqual([
      'invitation.opened',
      'invitation.accepted',
    ]);
    expect(recorded).toContain('mail.sent');
    // There was no password before, so there is nothing to warn about.
    expect(await running.database.query(sql`select 1 from authentication.mail`)).toEqual([]);
  });

  it('is sent again with a new link that replaces the old one', async () => {
    const { id, userId } = await invite('again@example.org');
    const first = await tokenTo('again@example.org');
    await check(first);
    // The files are ordered by the clock.
    running.advance(1);
    const { status, body } = await resend(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, userId, state: 'QUEUED', sentDate: null, openedDate: null });
    const second = await tokenTo('again@example.org', 2);
    expect(await check(first)).toMatchObject({ state: 'used' });
    expect(await check(second)).toMatchObject({ state: 'valid' });
    expect(await actions(userId)).toContain('invitation.resent');
  });

  it('is shared as a link that replaces the old one', async () => {
    const { id, userId } = await invite('link@example.org');
    const first = await tokenTo('link@example.org');
    const { status, body } = await makeLink(id);
    const { link = '', expiresDate } = body as { link?: string; expiresDate?: string };
    expect(status).toBe(200);
    expect(link).toMatch(new RegExp(`^${publicUrl}/set-password#token=[\\w-]{43}$`));
    expect(Date.parse(expiresDate ?? '')).toBe(running.now + week * 1000);
    expect(await check(first)).toMatchObject({ state: 'used' });
    expect((await setPassword(tokenIn({ text: link } as never))).status).toBe(200);
    expect(await actions(userId)).toContain('link.made');
    expect(await lastLink(userId)).toEqual({
      before: null,
      after: { purpose: 'INVITATION', expires: expiresDate, replacedLinks: 1 },
    });
    for (const call of [resend, makeLink, withdraw]) expect((await call(id)).status).toBe(409);
  });

  it('is withdrawn and reopened', async () => {
    const { id, userId } = await invite('gone@example.org');
    const token = await tokenTo('gone@example.org');
    expect((await withdraw(id)).status).toBe(204);
    expect((await withdraw(id)).status).toBe(204);
    expect(await one(userId)).toMatchObject({ state: 'WITHDRAWN' });
    expect(await check(token)).toEqual({ state: 'unknown' });
    expect((await setPassword(token)).status).toBe(400);
    expect((await running.get(`/v1/users/${userId}`, master)).body.status).toBe('DISABLED');
    running.advance(1);
    expect((await resend(id)).body).toMatchObject({ state: 'QUEUED' });
    expect(await check(token)).toMatchObject({ state: 'used' });
    expect((await setPassword(await tokenTo('gone@example.org', 2))).status).toBe(200);
    const recorded = await actions(userId);
    expect(recorded.filter((action) => action === 'invitation.withdrawn')).toHaveLength(1);
    const versions = await running.database.query<{ status: string }>(
      sql`select status from authentication.user_account_version where user_id = ${userId} order by version`,
    );
    expect(versions.map(({ status }) => status)).toEqual([
      'INVITED',
      'DISABLED',
      'INVITED',
      'ACTIVE',
    ]);
  });

  it('is not sent if it was withdrawn before', async () => {
    const { id, userId } = await invite('early@example.org', false);
    await enqueueMail(
      running.database,
      { kind: 'INVITATION', recipient: 'early@example.org', userId, lang: 'en' },
      toTimestamp(running.now + 3_600_000),
    );
    expect(await one(userId)).toMatchObject({ state: 'QUEUED' });
    expect((await withdraw(id)).status).toBe(204);
    const waiting = sql`select 1 from authentication.mail where user_id = ${userId}`;
    expect(await running.database.query(waiting)).toEqual([]);
  });

  it('expires, and is listed by its actual state', async () => {
    const { userId } = await invite('late@example.org');
    await tokenTo('late@example.org');
    running.advance(week);
    ({
      body: { accessToken: master = '' },
    } = await running.signIn('master@example.org'));
    expect(await one(userId)).toMatchObject({ state: 'EXPIRED' });
    const users = async (query: string) =>
      (await list(query)).data.map((each) => each.email.split('@')[0]);
    expect(await users('state=EXPIRED')).toEqual(['late', 'again']);
    expect(await users('state=WITHDRAWN')).toEqual(['early']);
    expect(await users('open=true')).toEqual(['late', 'again']);
    expect(await users('name=NAME%20OF%20li')).toEqual(['link']);
    expect(await users('open=false')).toEqual(['early', 'gone', 'link', 'ada']);
    await running.database.query(
      sql`update authentication.invitation set failure = ${JSON.stringify(say('mailServerRefused'))}::jsonb, sent = null, expires = null where user_id = ${userId}`,
    );
    expect(await one(userId)).toMatchObject({ state: 'FAILED', failure: say('mailServerRefused') });
  });

  it('is reopened by a link, which the audit log says', async () => {
    const { id, userId } = await invite('back@example.org');
    await tokenTo('back@example.org');
    await withdraw(id);
    const { link, expiresDate } = (await makeLink(id)).body as Record<string, string>;
    expect(await lastLink(userId)).toEqual({
      before: { status: 'DISABLED' },
      after: { purpose: 'INVITATION', expires: expiresDate, status: 'INVITED' },
    });
    expect((await setPassword(tokenIn({ text: link } as never))).status).toBe(200);
  });

  it('is listed page by page', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list(
        `pageSize=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength((await list('')).data.length);
    expect((await running.get(`${base}?cursor=x`, master)).status).toBe(400);
    expect((await running.get(`${base}?state=NONE`, master)).status).toBe(400);
  });

  it('is managed by those who administer the user', async () => {
    const unit = await makeUnit(running, master, `Unit ${randomUUID()}`);
    const admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    await joinUnit(running, admin.userId, unit);
    const own = await invite('own@example.org');
    await joinUnit(running, own.userId, unit);
    const foreign = await invite('foreign@example.org');
    expect((await list('', admin.token)).data.map(({ email }) => email)).toEqual([
      'own@example.org',
    ]);
    const { token: plain } = await running.createAndSignIn('plain@example.org', 'USER');
    for (const call of [resend, makeLink, withdraw]) {
      const absent = await call(randomUUID(), admin.token);
      expect(absent.status).toBe(404);
      expect(reported(await call(foreign.id, admin.token))).toEqual(reported(absent));
      expect((await call(own.id, plain)).status).toBe(403);
      expect((await call(own.id, '')).status).toBe(401);
      expect((await call('no-id')).status).toBe(400);
      expect([200, 204]).toContain((await call(own.id, admin.token)).status);
    }
    // Whoever has the link signs in as the user.
    const auditor = await invite('auditor@example.org');
    await joinUnit(running, auditor.userId, unit);
    const path = `/v1/users/${auditor.userId}/roles?role=AUDITOR`;
    await running.call('PUT', path, { token: master });
    expect((await makeLink(auditor.id, admin.token)).status).toBe(403);
    expect((await resend(auditor.id, admin.token)).status).toBe(200);
    expect((await makeLink(auditor.id)).status).toBe(200);
    expect((await running.get(base, plain)).status).toBe(403);
    expect((await running.get(base)).status).toBe(401);
  });
});
