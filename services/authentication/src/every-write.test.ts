import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';
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

const signInTypes = ['PASSWORD', 'REFRESH_TOKEN', 'SECOND_FACTOR', 'PASSKEY'];

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

  const withSecrets = authenticationEndpoints.flatMap((endpoint) => {
    const fields = isRead(endpoint) ? [] : secretFieldsOf(endpoint);
    return fields.length === 0 ? [] : [[titleOf(endpoint), endpoint, fields] as const];
  });

  it('has secrets in the bodies of some', () => {
    expect(withSecrets.map(([title]) => title)).toEqual(
      expect.arrayContaining(['POST /v1/auth', 'POST /v1/users/current/password']),
    );
  });

  it.each(withSecrets)(
    '%s says nothing secret in events, log lines and errors, valid or not',
    async (title, endpoint, fields) => {
      const isPublic = endpoint.access.kind === 'public';
      const { path, body } = isPublic
        ? { path: endpoint.path.replace(/\{\w+\}/, randomUUID()), body: {} }
        : await request(endpoint);
      // A sign-in says in its address what it is done with.
      const paths =
        title === 'POST /v1/auth' ? signInTypes.map((type) => `${path}?type=${type}`) : [path];
      const send = (address: string, changed: object) =>
        !isPublic && sampleOf(endpoint).endsSession
          ? fixture.callOnce('GLOBAL_MASTER', endpoint.method, address, changed)
          : fixture.send(isPublic ? undefined : master, endpoint.method, address, changed);
      const { logged } = fixture.running;
      logged.length = 0;
      const secret = `canary-${randomUUID()}`;
      for (const value of [secret, [secret], { [secret]: secret }, `${secret}\n${secret}`, null])
        for (const [address, field] of paths.flatMap((each) =>
          [...fields, 'unknown'].map((name) => [each, name] as const),
        )) {
          const changed = { ...(body as object), [field]: value };
          const { body: answer } = await send(address, changed);
          // A wrong name of a field is named.
          const errors = JSON.stringify(answer ?? null).replaceAll(`Unknown: ${secret}`, '');
          expect([field, typeof value, errors]).toEqual([
            field,
            typeof value,
            expect.not.stringContaining(secret),
          ]);
        }
      // As the whole body, which is no JSON.
      await fixture.running.call(endpoint.method, path, { body: secret });
      expect(logged.filter((line) => line.includes(secret))).toEqual([]);
      const stored = await database.query<{ event: string }>(
        sql`select e::text as event from authentication.event e where strpos(e::text, ${secret}) > 0`,
      );
      expect(stored).toEqual([]);
    },
  );
});

/** The fields of a body that are secrets, by their names. */
function secretFieldsOf({ body }: Endpoint): string[] {
  if (!body) return [];
  const names = new Set<string>();
  const collect = ({ properties = {}, anyOf = [], oneOf = [], allOf = [] }: JsonSchema) => {
    for (const name of Object.keys(properties)) names.add(name);
    for (const part of [...anyOf, ...oneOf, ...allOf]) collect(part);
  };
  collect(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }));
  return [...names].filter((name) =>
    /^(?:\w*password|\w*secret|\w*token|code|challenge|assertion|attestation|clientKey)$/i.test(
      name,
    ),
  );
}

interface JsonSchema {
  properties?: Record<string, unknown>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}
