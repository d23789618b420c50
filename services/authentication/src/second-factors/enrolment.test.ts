import { decodeJwt } from 'jose';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { password, RunningService } from '../testing/running-service.ts';
import { codeNow, FactorClient } from '../testing/second-factors.ts';

describe.each(testDatabases())('a second factor set up at sign-in, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const client = new FactorClient(running);
  let count = 0;

  const challengeOf = async (email: string) => (await client.signIn(email)).body.challenge ?? '';

  it('is set up during the sign-in if one is required and missing', async () => {
    await running.database.query(
      sql`update authentication.role set second_factor_required = true where name = 'AUDITOR'`,
    );
    const email = `auditor${(count += 1)}@example.org`;
    const { userId } = await running.service.createUser({ email, roles: ['AUDITOR'], password });
    const due = await client.signIn(email);
    const { challenge } = due.body;
    expect(due.body).toEqual({ challenge: expect.any(String), methods: [], enrolment: true });
    expect((await client.finish({ challenge, code: '000000' })).status).toBe(401);
    const enrol = () => client.call('POST', '/v1/auth/second-factor', undefined, { challenge });
    const { status, body } = await enrol();
    expect([status, body.uri]).toEqual([200, expect.stringContaining('otpauth://totp/')]);
    expect((await enrol()).body.secret).toBe(body.secret);
    expect((await client.finish({ challenge, code: '000000' })).status).toBe(401);
    const done = await client.finish({ challenge, code: codeNow(running, body.secret) });
    expect(done.status).toBe(200);
    expect(done.body.recoveryCodes).toHaveLength(10);
    const token = done.body.accessToken ?? '';
    expect((await client.own('GET', '', token)).body).toMatchObject({
      data: [{ kind: 'TOTP' }],
      recoveryCodesLeft: 10,
      required: true,
    });
    expect((await enrol()).body.code).toBe('challenge_over');
    // From now on the factor is required.
    const next = await client.signIn(email);
    expect(next.body.methods).toEqual(['TOTP', 'RECOVERY_CODE']);
    const refused = await client.call('POST', '/v1/auth/second-factor', undefined, {
      challenge: next.body.challenge,
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'second_factor_exists']);
    expect(
      (await client.finish({ challenge: next.body.challenge, code: codeNow(running, body.secret) }))
        .status,
    ).toBe(401);
    running.advance(30);
    const code = codeNow(running, body.secret);
    expect((await client.finish({ challenge: next.body.challenge, code })).status).toBe(200);
    expect(userId).toBe(decodeJwt(token).sub);
    await running.database.query(
      sql`update authentication.role set second_factor_required = false`,
    );
  });

  it('is added once if two enrolments start concurrently', async () => {
    await running.database.query(
      sql`update authentication.role set second_factor_required = true where name = 'AUDITOR'`,
    );
    const email = `auditor${(count += 1)}@example.org`;
    await running.service.createUser({ email, roles: ['AUDITOR'], password });
    const begin = async () => {
      const challenge = await challengeOf(email);
      const { body } = await client.call('POST', '/v1/auth/second-factor', undefined, {
        challenge,
      });
      return { challenge, code: codeNow(running, body.secret) };
    };
    const begun = [await begin(), await begin()];
    const answers = await Promise.all(begun.map((answer) => client.finish(answer)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    await running.database.query(
      sql`update authentication.role set second_factor_required = false`,
    );
  });

  it('is not added for an unknown challenge', async () => {
    const { status, body } = await client.call('POST', '/v1/auth/second-factor', undefined, {
      challenge: 'B'.repeat(43),
    });
    expect([status, body.code]).toEqual([401, 'challenge_over']);
  });
});
