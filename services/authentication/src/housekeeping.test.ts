import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { toTimestamp } from './context/clock.ts';
import { deleteOutdated } from './housekeeping.sql.ts';
import { insertConfirmation } from './identity-providers/confirmations.sql.ts';
import type { ProviderPerson } from './identity-providers/provider-claims.ts';
import { RunningService } from './testing/running-service.ts';

describe.each(testDatabases())('housekeeping, $kind', ({ open }) => {
  const running = RunningService.forAll(open);

  const count = async () => {
    const [counts] = await running.database.query<Record<string, number>>(sql`
      select (select count(*) from authentication.session) as sessions,
        (select count(*) from authentication.refresh_token) as tokens,
        (select count(*) from authentication.one_time_link) as links,
        (select count(*) from authentication.sign_in_delay) as delays,
        (select count(*) from authentication.second_factor) as factors,
        (select count(*) from authentication.second_factor_challenge) as challenges,
        (select count(*) from authentication.known_device) as devices,
        (select count(*) from authentication.identity_confirmation) as confirmations`);
    return counts;
  };

  it('deletes what has expired, and nothing else', async () => {
    const { token } = await running.createAndSignIn('ada@example.org');
    const factors = '/v1/users/current/factors';
    await running.call('POST', `${factors}/totp`, { token, body: { name: 'never finished' } });
    await running.call('POST', `${factors}/passkeys/options`, { token });
    await running.service.createUser({ email: 'invited@example.org', roles: [] });
    await running.signIn('nobody@example.org', 'wrong');
    const all = {
      sessions: 1,
      tokens: 1,
      links: 1,
      // Of the name that failed: at the address and everywhere; of the one that signed in: everywhere, without a
      // failure.
      delays: 3,
      factors: 1,
      challenges: 1,
      devices: 1,
      confirmations: 1,
    };
    await insertConfirmation(
      running.database,
      Buffer.alloc(32),
      await vouchedFor(running.database),
      {
        created: toTimestamp(running.now),
        expires: toTimestamp(running.now + 24 * 3600_000 - 3600_000),
      },
    );
    await deleteOutdated(running.database, toTimestamp(running.now));
    expect(await count()).toEqual(all);
    running.advance(24 * 3600);
    await deleteOutdated(running.database, toTimestamp(running.now));
    expect(await count()).toEqual({ ...all, challenges: 0 });
    running.advance(1);
    await deleteOutdated(running.database, toTimestamp(running.now));
    const none = { delays: 0, factors: 0, challenges: 0, confirmations: 0 };
    expect(await count()).toEqual({ ...all, ...none });
    running.advance(31 * 24 * 3600);
    await deleteOutdated(running.database, toTimestamp(running.now));
    expect(await count()).toEqual({ ...all, ...none, sessions: 0, tokens: 0 });
    running.advance(7 * 24 * 3600);
    await deleteOutdated(running.database, toTimestamp(running.now));
    expect(await count()).toEqual({ ...all, ...none, sessions: 0, tokens: 0, links: 0 });
    running.advance(60 * 24 * 3600);
    await deleteOutdated(running.database, toTimestamp(running.now));
    expect((await count())?.['devices']).toBe(0);
  });
});

/** The provider and user of a confirmation, which both exist. */
async function vouchedFor(database: Database) {
  const providerId = randomUUID();
  await database.query(sql`
    insert into authentication.identity_provider (id, name, enabled, button_label, issuer, client_id, client_authentication,
      scopes, endpoints, claim_map, group_roles, trust_email, trust_second_factor, provisioning, new_user_roles, created)
    values (${providerId}, 'P', true, 'P', 'https://idp.example', 'c', 'none', '{openid}', '{}', '{}', '{}', false, false,
      'EXISTING', '{}', '2026-01-01T00:00:00Z')`);
  const [user] = await database.query<{ userId: string }>(sql`
    select id as "userId" from authentication.user_account order by created, id limit 1`);
  const { userId = '' } = user ?? {};
  return {
    userId,
    providerId,
    providerVersion: 1,
    subject: 's',
    email: 'e@example.org',
    vouched: {
      person: {} as ProviderPerson,
      session: { sid: null, idToken: 'e', authTime: null, fresh: false },
    },
  };
}
