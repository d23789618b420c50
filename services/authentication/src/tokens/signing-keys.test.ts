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

  it('are one when several servers start at once, and all accept its tokens', async () => {
    const servers = await Promise.all(
      Array.from({ length: 4 }, () => RunningService.start(database)),
    );
    expect(await keys()).toHaveLength(1);
    const [first] = servers;
    const { token } = (await first?.signedIn('ada@example.org')) ?? {};
    for (const server of servers)
      expect((await server.get('/v1/users/current', token)).status).toBe(200);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('give way to a new one, while tokens of the old one live on', async () => {
    const running = await RunningService.start(database);
    const { token } = await running.signedIn('ada@example.org');
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
});
