import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { password, RunningService } from '../testing/running-service.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const updated = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const telephone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605.1 Safari/604.1';
const day = 24 * 3600;

describe.each(testDatabases())('a sign-in with a new device, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let count = 0;

  beforeAll(async () => {
    // Mails leave the outbox when they are sent.
    await running.database.query(sql`
      create table told as select recipient, user_id, kind, parameters, lang from authentication.mail limit 0`);
    await running.database.query(sql`
      create function note_mail() returns trigger language plpgsql as $$
      begin
        insert into told select new.recipient, new.user_id, new.kind, new.parameters, new.lang;
        return new;
      end $$`);
    await running.database.query(sql`
      create trigger note_mail before insert on authentication.mail for each row execute function note_mail()`);
  });

  const someone = async () => {
    const email = `person${(count += 1)}@example.org`;
    await running.service.createUser({ email, roles: [], password });
    return email;
  };
  const signIn = async (username: string, remoteAddress: string, agent: string) => {
    const { statusCode } = await running.app.inject({
      method: 'POST',
      url: '/v1/auth?type=PASSWORD',
      payload: { username, password },
      remoteAddress,
      headers: { 'user-agent': agent, 'x-request-id': 'request-of-device' },
    });
    expect(statusCode).toBe(200);
  };
  const reported = (email: string) =>
    running.database.query<{ parameters: object }>(
      sql`select kind, parameters from told where recipient = ${email}`,
    );

  it('is reported by mail, except the first one and known devices', async () => {
    const email = await someone();
    await signIn(email, '203.0.113.1', firefox);
    await signIn(email, '203.0.113.1', firefox);
    await signIn(email, '203.0.113.1', updated);
    expect(await reported(email)).toEqual([]);
    await signIn(email, '203.0.113.1', telephone);
    expect(await reported(email)).toEqual([
      {
        kind: 'NEW_SIGN_IN',
        parameters: {
          address: '203.0.113.1',
          userAgent: telephone,
          requestId: 'request-of-device',
        },
      },
    ]);
    await signIn(email, '203.0.113.2', firefox);
    expect(await reported(email)).toHaveLength(2);
    await signIn(email, '203.0.113.2', firefox);
    await signIn(email, '203.0.113.1', telephone);
    expect(await reported(email)).toHaveLength(2);
  });

  it('is reported again after ninety days', async () => {
    const email = await someone();
    await signIn(email, '203.0.113.3', firefox);
    running.advance(89 * day);
    await signIn(email, '203.0.113.3', firefox);
    running.advance(90 * day);
    await signIn(email, '203.0.113.3', firefox);
    expect(await reported(email)).toHaveLength(1);
  });

  it('is not reported if its source is unknown', async () => {
    const email = await someone();
    await signIn(email, '203.0.113.4', firefox);
    await signIn(email, '127.0.0.1', '');
    expect(await reported(email)).toEqual([]);
  });
});
