import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { momentOf } from './clock.ts';
import { deleteOutdated } from './housekeeping.sql.ts';
import { RunningService } from './testing/running-service.ts';

describe.each(testDatabases())('housekeeping, $kind', ({ open }) => {
  let database: Database;
  let running: RunningService;

  beforeAll(async () => {
    database = await open();
    running = await RunningService.start(database);
  });

  afterAll(async () => {
    await running.stop();
    await database.close();
  });

  const count = async () => {
    const [counts] = await database.query(sql`
      select (select count(*) from authentication.session) as sessions,
        (select count(*) from authentication.refresh_token) as tokens,
        (select count(*) from authentication.one_time_link) as links,
        (select count(*) from authentication.sign_in_delay) as delays`);
    return counts;
  };

  it('removes what nothing asks for any more, and nothing else', async () => {
    await running.signedIn('ada@example.org');
    await running.service.createUser({ email: 'invited@example.org', roles: [] });
    await running.signIn('nobody@example.org', 'wrong');
    const all = { sessions: 1, tokens: 1, links: 1, delays: 1 };
    await deleteOutdated(database, momentOf(running.now));
    expect(await count()).toEqual(all);
    running.advance(3601);
    await deleteOutdated(database, momentOf(running.now));
    expect(await count()).toEqual({ ...all, delays: 0 });
    running.advance(31 * 24 * 3600);
    await deleteOutdated(database, momentOf(running.now));
    expect(await count()).toEqual({ sessions: 0, tokens: 0, links: 1, delays: 0 });
    running.advance(7 * 24 * 3600);
    await deleteOutdated(database, momentOf(running.now));
    expect(await count()).toEqual({ sessions: 0, tokens: 0, links: 0, delays: 0 });
  });
});
