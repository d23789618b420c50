import { decodeProtectedHeader } from 'jose';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';

describe.each(testDatabases())('signing keys, $kind', ({ open }) => {
  let database: Database;

  beforeEach(async () => {
    database = await open();
  });

  afterEach(async () => {
    await database.close();
  });

  const keys = () =>
    database.query<{ kid: string }>(
      sql`select kid from authentication.signing_key order by created`,
    );

  it('are shared by several servers that start at once, and all accept its tokens', async () => {
    const servers = await Promise.all(
      Array.from({ length: 4 }, () => RunningService.start(database)),
    );
    expect(await keys()).toHaveLength(1);
    const [first] = servers;
    const { token } = (await first?.createAndSignIn('ada@example.org')) ?? {};
    for (const server of servers)
      expect((await server.get('/v1/users/current', token)).status).toBe(200);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('are replaced by a new one, while tokens of the old one stay valid', async () => {
    const running = await RunningService.start(database);
    const { token } = await running.createAndSignIn('ada@example.org');
    await database.query(sql`
      update authentication.signing_key set retired = ${new Date(running.now).toISOString()}`);
    running.advance(61);
    const next = await running.signIn('ada@example.org');
    const kids = (await keys()).map(({ kid }) => kid);
    expect(kids).toHaveLength(2);
    expect(decodeProtectedHeader(next.body.accessToken ?? '').kid).toBe(kids[1]);
    const fresh = await RunningService.start(database);
    fresh.now = running.now;
    for (const each of [token, next.body.accessToken]) {
      expect((await running.get('/v1/users/current', each)).status).toBe(200);
      expect((await fresh.get('/v1/users/current', each)).status).toBe(200);
    }
    await Promise.all([running.stop(), fresh.stop()]);
  });

  it('are rotated while servers run: all know the new one before it signs, and nobody is signed out', async () => {
    const [one, other] = [
      await RunningService.start(database),
      await RunningService.start(database),
    ];
    const advance = (seconds: number) => {
      one.advance(seconds);
      other.now = one.now;
    };
    const { token, refreshToken } = await one.createAndSignIn('ada@example.org');
    const [before] = await keys();
    // The keys are ordered by their creation.
    advance(1);
    const { kid } = await one.service.rotateSigningKey(false);
    expect(kid).not.toBe(before?.kid);
    const kidOf = async (server: RunningService) => {
      const { body } = await server.signIn('ada@example.org');
      for (const each of [one, other])
        expect((await each.get('/v1/users/current', body.accessToken)).status).toBe(200);
      return decodeProtectedHeader(body.accessToken ?? '').kid;
    };
    for (const seconds of [1, 61, 57]) {
      advance(seconds);
      expect([await kidOf(one), await kidOf(other)]).toEqual([before?.kid, before?.kid]);
    }
    advance(61);
    expect([await kidOf(one), await kidOf(other)]).toEqual([kid, kid]);
    expect((await other.get('/v1/users/current', token)).status).toBe(200);
    const renewed = await other.refresh(refreshToken);
    expect(decodeProtectedHeader(renewed.body.accessToken ?? '').kid).toBe(kid);
    expect(await one.service.verifyAuditLog()).toMatchObject({ intact: true });
    // A day later nothing that it signed can still be valid.
    advance(2 * 24 * 3600);
    await one.service.rotateSigningKey(false);
    expect((await keys()).map((key) => key.kid)).not.toContain(before?.kid);
    await Promise.all([one.stop(), other.stop()]);
  });

  it('are dropped when one is compromised: its tokens end, sessions continue', async () => {
    const running = await RunningService.start(database);
    const { token, refreshToken } = await running.createAndSignIn('ada@example.org');
    expect((await running.get('/v1/users/current', token)).status).toBe(200);
    const { kid } = await running.service.rotateSigningKey(true);
    expect((await running.get('/v1/users/current', token)).status).toBe(401);
    const renewed = await running.refresh(refreshToken);
    expect(decodeProtectedHeader(renewed.body.accessToken ?? '').kid).toBe(kid);
    expect((await running.get('/v1/users/current', renewed.body.accessToken)).status).toBe(200);
    await running.stop();
  });

  it('are renewed automatically when they are old, once for all servers', async () => {
    const first = await RunningService.start(database);
    const later = first.now + 91 * 24 * 3_600_000;
    await first.stop();
    const servers = await Promise.all(
      [1, 2, 3].map(() => RunningService.start(database, { clock: () => later })),
    );
    expect(await keys()).toHaveLength(2);
    await Promise.all(servers.map((server) => server.stop()));
  });
});
