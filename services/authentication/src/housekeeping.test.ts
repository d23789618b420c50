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
    const [counts] = await database.query<Record<string, number>>(sql`
      select (select count(*) from authentication.session) as sessions,
        (select count(*) from authentication.refresh_token) as tokens,
        (select count(*) from authentication.one_time_link) as links,
        (select count(*) from authentication.sign_in_delay) as delays,
        (select count(*) from authentication.second_factor) as factors,
        (select count(*) from authentication.second_factor_challenge) as challenges,
        (select count(*) from authentication.known_device) as devices`);
    return counts;
  };

  it('removes what nothing asks for any more, and nothing else', async () => {
    const { token } = await running.signedIn('ada@example.org');
    const factors = '/v1/users/current/factors';
    await running.call('POST', `${factors}/totp`, { token, body: { name: 'never finished' } });
    await running.call('POST', `${factors}/passkeys/options`, { token });
    await running.service.createUser({ email: 'invited@example.org', roles: [] });
    await running.signIn('nobody@example.org', 'wrong');
    const all = {
      sessions: 1,
      tokens: 1,
      links: 1,
      // of the name that failed, at the address and everywhere; of the one that signed in, everywhere: no failure
      delays: 3,
      factors: 1,
      challenges: 1,
      devices: 1,
    };
    await deleteOutdated(database, momentOf(running.now));
    expect(await count()).toEqual(all);
    running.advance(24 * 3600);
    await deleteOutdated(database, momentOf(running.now));
    expect(await count()).toEqual({ ...all, challenges: 0 });
    running.advance(1);
    await deleteOutdated(database, momentOf(running.now));
    const none = { delays: 0, factors: 0, challenges: 0 };
    expect(await count()).toEqual({ ...all, ...none });
    running.advance(31 * 24 * 3600);
    await deleteOutdated(database, momentOf(running.now));
    expect(await count()).toEqual({ ...all, ...none, sessions: 0, tokens: 0 });
    running.advance(7 * 24 * 3600);
    await deleteOutdated(database, momentOf(running.now));
    expect(await count()).toEqual({ ...all, ...none, sessions: 0, tokens: 0, links: 0 });
    running.advance(60 * 24 * 3600);
    await deleteOutdated(database, momentOf(running.now));
    expect((await count())?.['devices']).toBe(0);
  });
});
