import { say } from '@annals/contracts/messages';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ResponseOf } from '@annals/contracts/endpoint';
import type { getAuthenticationSystem } from '@annals/contracts/system';
import { testDatabases } from '@annals/kit/testing/databases';
import { record } from '../audit/audit-log.sql.ts';
import { operator } from '../context/actor.ts';
import { RunningService } from '../testing/running-service.ts';

type System = ResponseOf<typeof getAuthenticationSystem>;

const day = 24 * 3600;

describe.each(testDatabases())(
  'the state of the authentication service, $kind',
  ({ kind, open }) => {
    const running = RunningService.forAll(open);
    let master: { userId: string; token: string };

    beforeAll(async () => {
      master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    });

    const read = async (): Promise<System> => {
      const { status, body } = await running.get('/v1/system', master.token);
      expect(status).toBe(200);
      return body as unknown as System;
    };

    it('reports its runtime, and the age of its keys', async () => {
      const system = await read();
      expect(system).toMatchObject({
        service: 'authentication',
        runtime: expect.stringMatching(/^Node\.js \d+/),
        schema: {
          newest: expect.stringMatching(/\.sql$/),
          pending: [],
          firstDate: expect.any(String),
        },
        database: { kind: kind === 'embedded' ? 'embedded' : 'postgresql' },
        outbox: { waiting: 0, failed: 0, oldestDate: null, failures: [] },
        signingKeys: [{ createdDate: '2026-03-01T12:00:00.250000Z', retiredDate: null }],
      });
      expect(system.database.bytes).toBeGreaterThan(1_000_000);
      expect(JSON.stringify(system.signingKeys)).not.toContain('"d"');
    });

    it('shows failed emails, with the mail server’s reply only if the recipient is a user', async () => {
      const { userId } = master;
      const at = new Date(running.now).toISOString();
      const later = new Date(running.now + 3600_000).toISOString();
      const reason = say('mailServerSaid', { said: '451 <somebody@example.org> is greylisted' });
      for (const [recipient, ofUser] of [
        ['master@example.org', userId],
        ['somebody@example.org', null],
      ])
        await running.database.query(sql`
        insert into authentication.mail (id, kind, recipient, user_id, parameters, lang, created, attempts, next_attempt, failure)
        values (gen_random_uuid(), 'RESET', ${recipient}, ${ofUser}, '{}', 'en', ${at}, 3, ${later}, ${JSON.stringify(reason)}::jsonb)`);
      const giveUp = (daysAgo: number) =>
        running.database.transaction((transaction) =>
          record(
            transaction,
            { id: null, at: running.now - daysAgo * day * 1000, source: operator },
            'mail.failed',
            `user/${userId}`,
            {
              after: {
                kind: 'INVITATION',
                reason: say('mailServerSaid', { said: `no ${daysAgo}` }),
              },
            },
          ),
        );
      await giveUp(8);
      await giveUp(1);

      const { outbox } = await read();
      expect(outbox).toMatchObject({ waiting: 0, failed: 2, oldestDate: expect.any(String) });
      const of = (wanted: string | null) =>
        outbox.failures.filter((each) => each.userId === wanted);
      expect(of(null)).toMatchObject([{ kind: 'RESET', failure: null, userName: null }]);
      expect(of(userId)).toMatchObject([
        { kind: 'RESET', failure: reason, nextAttemptDate: expect.any(String) },
        { kind: 'INVITATION', failure: { parameters: { said: 'no 1' } }, nextAttemptDate: null },
      ]);
      expect(JSON.stringify(of(null))).not.toContain('somebody');
    });

    it('retries failed emails at once, except those that may be in progress', async () => {
      const tryAgain = (token?: string, query = '') =>
        running.call('POST', `/v1/system/mails/retries${query}`, { token });
      const dueDates = () =>
        running.database.query<{ due: string }>(
          sql`select next_attempt as due from authentication.mail where failure is not null order by 1`,
        );
      const [first] = await running.database.query<{ id: string }>(
        sql`select id from authentication.mail limit 1`,
      );
      const underWay = new Date(running.now + 60_000).toISOString();
      await running.service.withMailPaused(async () => {
        await running.database.query(
          sql`update authentication.mail set next_attempt = ${underWay} where id = ${first?.id}`,
        );
        expect((await tryAgain(master.token)).body).toEqual({ count: 1 });
        const due = (await dueDates()).map((one) => Date.parse(one.due));
        expect(due).toEqual([running.now, Date.parse(underWay)]);
        expect((await tryAgain(master.token)).body).toEqual({ count: 0 });
        const events = await running.get('/v1/events?action=mail.retried', master.token);
        expect(events.body.data).toMatchObject([
          { actor: { id: master.userId }, after: { count: 1 } },
        ]);
        const refused = await running.createAndSignIn('other-admin@example.org', 'ORG_ADMIN');
        expect((await tryAgain(refused.token)).status).toBe(403);
        expect((await tryAgain()).status).toBe(401);
        expect((await tryAgain(master.token, '?x=1')).status).toBe(400);
        expect(
          (await running.call('POST', '/v1/system/mails', { token: master.token })).status,
        ).toBe(404);
      });
    });

    it('requires the permission of operators', async () => {
      const admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
      const user = await running.createAndSignIn('user@example.org', 'USER');
      const auditor = await running.createAndSignIn('auditor@example.org', 'AUDITOR');
      const statusOf = async (address: string, token?: string) =>
        (await running.get(address, token)).status;
      expect(await statusOf('/v1/system')).toBe(401);
      expect(await statusOf('/v1/system', admin.token)).toBe(403);
      expect(await statusOf('/v1/system', user.token)).toBe(403);
      expect(await statusOf('/v1/system', auditor.token)).toBe(200);
      expect(await statusOf('/v1/system?x=1', master.token)).toBe(400);
      expect(await statusOf('/v1/system/elsewhere', master.token)).toBe(404);
    });
  },
);
