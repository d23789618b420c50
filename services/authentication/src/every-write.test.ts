import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { isRead } from '@annals/contracts/endpoint';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { AccessFixture } from './testing/access-fixture.ts';
import { people } from './testing/callers.ts';
import { requestFor } from './testing/requests.ts';
import { sampleOf, titleOf } from './testing/sample-inputs.ts';

const writes = authenticationEndpoints.filter(
  (endpoint) => endpoint.access.kind !== 'public' && !isRead(endpoint),
);
/**
 * They only begin or try something that is over in minutes. Executed once more after the claim of a key was lost, they
 * replace what they began.
 */
const beginnings = new Set([
  'POST /v1/users/current/reauthentication/options',
  'POST /v1/users/current/reauthentication',
  'POST /v1/users/current/factors/totp',
  'POST /v1/users/current/factors/passkeys/options',
  'POST /v1/users/current/identities',
  'POST /v1/users/current/signatures',
  'POST /v1/identity-providers/discovery',
  'POST /v1/identity-providers/{identityProviderId}/trial',
  'POST /authentication/v1/event-webhooks/{eventWebhookId}/test',
  'POST /authentication/v1/sign-in-rules/preview',
]);

/** What is taken away has to be given first. */
const additions: Readonly<Record<string, (path: string) => string>> = {
  'DELETE /v1/users/{userId}/roles': (path) => path,
  'DELETE /v1/organizational-units/{organizationalUnitId}/roles': (path) => path,
  'PUT /v1/users/{userId}/organizational-unit/unassign': (path) => path.replace('/unassign', ''),
};

const nothing = { where: '', place: 'own' } as const;
const master = people.find(({ role }) => role === 'GLOBAL_MASTER');

describe.each(testDatabases())('every write, $kind', ({ open }) => {
  let database: Database;
  let fixture: AccessFixture;

  beforeAll(async () => {
    database = await open();
    fixture = await AccessFixture.make(database);
  });

  afterAll(async () => {
    await fixture.stop();
    await database.close();
  });

  const request = (endpoint: (typeof writes)[number]) =>
    requestFor({ fixture, caller: master }, endpoint, nothing, false);

  it.each(writes.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    '%s honours If-Match, or refuses it',
    async (_title, endpoint) => {
      const { path, body } = await request(endpoint);
      const headers = { 'if-match': '"987654321"' };
      const answer = await fixture.send(master, endpoint.method, path, body, headers);
      expect(answer).toMatchObject(
        endpoint.takesIfMatch
          ? { status: 412 }
          : { status: 400, body: { fields: [{ path: 'headers.if-match' }] } },
      );
    },
  );

  // What is signed is covered by the tests of signatures.
  const samples = writes.filter((endpoint) => !titleOf(endpoint).includes('{signatureId}'));

  it.each(samples.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    '%s records an event, and with it that its Idempotency-Key is used up',
    async (title, endpoint) => {
      if (title.endsWith('/recovery-codes') && master)
        await fixture.insertFactor(fixture.idOf(master), true);
      if (title.endsWith('/mails/retries'))
        await database.query(sql`
          insert into authentication.mail (id, kind, recipient, parameters, lang, created, next_attempt, failure)
          values (${randomUUID()}, 'INVITATION', 'ada@example.org', '{}', 'en', now(), '2100-01-01', '{}')`);
      const { path, body } = await request(endpoint);
      const addition = additions[title]?.(path);
      if (addition !== undefined) await fixture.send(master, 'PUT', addition);
      // Those that are not confirmed disappear without an event.
      await database.query(sql`update authentication.second_factor set confirmed = true
        where ${title === 'DELETE /v1/users/current/factors/{factorId}'}::boolean`);
      const headers = { 'idempotency-key': randomUUID() };
      const answer = sampleOf(endpoint).endsSession
        ? await fixture.callOnce('GLOBAL_MASTER', endpoint.method, path, body, headers)
        : await fixture.send(master, endpoint.method, path, body, headers);
      expect(answer).toMatchObject({ status: endpoint.status });
      const [used] = await database.query<{ written: boolean; recorded: boolean }>(sql`
        select written, exists (select from authentication.event where request_id = ${answer.headers.get('x-request-id')}) as recorded
        from authentication.idempotency order by claimed desc, claim desc limit 1`);
      const isRecorded = !beginnings.has(title);
      expect(used).toEqual({ written: isRecorded, recorded: isRecorded });
    },
  );
});
