import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { startSignature } from '@annals/contracts/signatures';
import type { Endpoint } from '@annals/contracts/endpoint';
import type { Database } from '@annals/kit/database/database';
import { bothDatabases } from '@annals/kit/testing/databases';
import { callers, type FixtureCaller } from './testing/callers.ts';
import { mayCall } from './testing/role-permissions.ts';
import { requestFor } from './testing/requests.ts';
import type { Answer } from './testing/running-service.ts';
import {
  namingInPath,
  parametersOf,
  sampleOf,
  samplesLeftOver,
  titleOf,
  type Naming,
} from './testing/sample-inputs.ts';
import {
  resourceLocations,
  AccessFixture,
  type ResourceLocation,
} from './testing/access-fixture.ts';

/** One place in a call that names a resource. */
interface Row {
  endpoint: Endpoint;
  where: string;
  naming: Naming;
}

/** `seen`: visible to the caller, who may not do this. `asAbsent`: indistinguishable from a missing resource. */
type Expected = 'done' | 'forbidden' | 'seen' | 'asAbsent' | number;
type Answers = Record<ResourceLocation, Expected>;

const restricted = authenticationEndpoints.filter(({ access }) => access.kind !== 'public');

const rows = restricted.flatMap((endpoint): Row[] => {
  const inPath = parametersOf(endpoint).map((parameter, index) => ({
    endpoint,
    where: index === 0 ? 'path' : `path.${parameter}`,
    naming: namingInPath(endpoint, parameter),
  }));
  const elsewhere = Object.entries(sampleOf(endpoint).namings ?? {})
    .filter(([where]) => where !== 'path')
    .map(([where, naming]) => ({ endpoint, where, naming }));
  return [...inPath, ...elsewhere];
});

/** Whether a missing resource gives an empty list. */
const isSearch = ({ endpoint, where, naming: { kind, within } }: Row) =>
  (where.startsWith('query.') || endpoint.path.includes('{searchtext}')) &&
  kind !== 'role' &&
  within !== 'nothing';

/** The scope of a role in a call that depends on what the caller may see. */
function scopeIn(role: FixtureCaller['role'], { access, method }: Endpoint) {
  if (role === 'GLOBAL_MASTER') return 'all';
  if (role === 'ORG_ADMIN') return 'unit';
  if (role === 'USER') return 'none';
  return access.kind === 'permission' || method === 'GET' ? 'all' : 'sight';
}

function expectedOf(caller: FixtureCaller, { endpoint, where, naming }: Row): Answers {
  const forAll = (each: Expected) => ({ own: each, foreign: each, absent: each });
  const { within, kind, refuses = {} } = naming;
  if (!mayCall(caller, endpoint)) return forAll('forbidden');
  if (within === 'nothing') return forAll('done');
  if (kind === 'role') {
    if (where === 'path') return { own: 'done', foreign: 'done', absent: 404 };
    if (endpoint.method === 'GET') return forAll('done');
    const foreign = caller.role === 'GLOBAL_MASTER' ? 'done' : 'forbidden';
    return { own: 'done', foreign, absent: 400 };
  }
  const ofRole = scopeIn(caller.role, endpoint);
  const isOwnAlone = within === 'caller' || (within === 'membership' && ofRole !== 'all');
  const ofCaller = isOwnAlone ? 'unit' : undefined;
  const scope = ofCaller ?? (within === 'everyone' ? 'all' : ofRole);
  // A resource inside another is only found there, whoever asks.
  if (where.startsWith('path.') && scope !== 'none')
    return scope === 'sight' ? forAll('seen') : { own: 'done', foreign: 'asAbsent', absent: 404 };
  return {
    all: {
      own: 'done',
      foreign: refuses.foreign ?? 'done',
      absent: refuses.absent ?? 404,
    } as const,
    unit: {
      own: refuses.own ?? 'done',
      foreign: 'asAbsent',
      absent: refuses.absent ?? 404,
    } as const,
    sight: { own: 'seen', foreign: 'seen', absent: 404 } as const,
    none: { own: 'asAbsent', foreign: 'asAbsent', absent: 404 } as const,
  }[scope];
}

const statusOf: Record<string, number> = { forbidden: 403, not_found: 404, bad_request: 400 };

/** The status, including that of a part that is refused inside a response, with 404 for nothing found. */
function statusTold(row: Row, { status, body }: Answer): number {
  const { results, data } = body as { results?: { code?: string }[]; data?: unknown[] };
  const code = results?.[0]?.code;
  if (code !== undefined) return statusOf[code] ?? 409;
  return isSearch(row) && status === 200 && data?.length === 0 ? 404 : status;
}

/** A response without what is new in each and what the caller sent. */
function messages({ status, body, headers }: Answer, named: readonly string[]): string {
  const names = [...headers.keys()].filter((name) => name !== 'content-length').join(' ');
  let text = JSON.stringify({ ...body, requestId: '' });
  for (const each of named) text = text.replaceAll(each, '…');
  // Those of bulk actions return with a new email.
  return `${status} ${names} ${text.replaceAll(/new-\d+@/g, 'new@')}`;
}

const naming = /(?<!mailTemplate|client)Ids?$|\.roles?$|Roles$|^query\.subject$|^body\.csv$/;

const nothing = { status: 0, messages: '' };

/** The expected response for each place, where texts that must be equal are taken from one of them. */
function answersFor(
  row: Row,
  expected: Answers,
  reported: Record<ResourceLocation, typeof nothing>,
) {
  const anything: unknown = expect.any(String);
  const refused: unknown = expect.toBeOneOf([403, 404]);
  const everywhere = resourceLocations.every((place) => expected[place] === 'forbidden');
  const answerAt = (place: ResourceLocation): unknown => {
    const wanted = expected[place];
    switch (wanted) {
      case 'done':
        return { status: row.endpoint.status, messages: anything };
      case 'forbidden':
        return { status: 403, messages: everywhere ? reported.own.messages : anything };
      case 'seen':
        return { status: refused, messages: reported.own.messages };
      case 'asAbsent':
        return {
          status: typeof expected.absent === 'number' ? expected.absent : 404,
          messages: reported.absent.messages,
        };
      default:
        return { status: wanted, messages: anything };
    }
  };
  return { own: answerAt('own'), foreign: answerAt('foreign'), absent: answerAt('absent') };
}

/** The fields in query and body of a call that name something. */
function namesIn({ query, body, method }: Endpoint): string[] {
  const inSchema = (schema: unknown): string[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const { properties = {} } = schema as { properties?: object };
    return [...Object.keys(properties), ...Object.values(schema).flatMap(inSchema)];
  };
  const fieldsOf = (part: string, schema: z.core.$ZodType | undefined) =>
    schema === undefined
      ? []
      : inSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
          .filter((name) => naming.test(`${part}.${name}`))
          .map((name) => `${part}.${name}`);
  const searched = query && method === 'GET' && 'name' in shapeOf(query) ? ['query.name'] : [];
  return [...fieldsOf('query', query), ...fieldsOf('body', body), ...searched];
}

const shapeOf = (schema: z.core.$ZodType): object =>
  (schema._zod.def as { shape?: object }).shape ?? {};

describe('the matrix', () => {
  it.each(restricted.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    'covers everything that %s names',
    (_title, endpoint) => {
      const known = rows.filter((row) => row.endpoint === endpoint).map(({ where }) => where);
      // What is signed is only text here; the data service checks what it names.
      const names = endpoint === startSignature ? [] : namesIn(endpoint);
      expect(known).toEqual(expect.arrayContaining(names));
    },
  );

  it('fails for a new call without an input', () => {
    const row = restricted.find(({ body }) => body !== undefined);
    expect(() => sampleOf({ ...row, path: '/v1/new' } as Endpoint)).toThrow(/No sample input/);
    expect(() => namingInPath({ ...row, body: undefined } as Endpoint, 'newId')).toThrow(/newId/);
  });

  it('has no inputs for removed calls', () => {
    expect(samplesLeftOver()).toEqual([]);
  });
});

// Each call's own test runs on both databases; the thousand combinations of roles only on the one that companies use.
describe.each(bothDatabases().slice(-1))('authority, $kind', ({ open }) => {
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

  const ask = async (
    { endpoint, where }: Row,
    caller: FixtureCaller | undefined,
    place: ResourceLocation,
    isShared: boolean,
  ) => {
    const asking = { fixture, caller };
    const { path, body, named } = await requestFor(asking, endpoint, { where, place }, isShared);
    return { answer: await fixture.send(caller, endpoint.method, path, body), named };
  };

  it.each(rows.map((row) => [titleOf(row.endpoint), row.where, row] as const))(
    '%s: %s reveals nothing to strangers',
    async (_title, _where, row) => {
      const statuses: number[] = [];
      for (const place of resourceLocations)
        statuses.push((await ask(row, undefined, place, true)).answer.status);
      expect(statuses).toEqual([401, 401, 401]);
    },
  );

  it.each(
    rows.flatMap((row) =>
      callers.map(
        (caller) => [titleOf(row.endpoint), row.where, caller.name, row, caller] as const,
      ),
    ),
  )('%s: %s, called by %s', async (_title, _where, _name, row, caller) => {
    const expected = expectedOf(caller, row);
    const isShared = row.endpoint.method === 'GET' || expected.own === 'forbidden';
    const reported = { own: nothing, foreign: nothing, absent: nothing };
    for (const place of resourceLocations) {
      const { answer, named } = await ask(row, caller, place, isShared);
      reported[place] = { status: statusTold(row, answer), messages: messages(answer, named) };
    }
    expect(reported).toEqual(answersFor(row, expected, reported));
  });
});
