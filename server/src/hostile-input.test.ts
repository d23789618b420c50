import { pino } from 'pino';
import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataPathEndpoints } from '@annals/contracts/data';
import type { Endpoint } from '@annals/contracts/endpoint';
import { authenticationListenerEndpoints } from './embedded.ts';
import { hostileRequests, type HostileRequest, type Known } from './testing/hostile-requests.ts';
import { anyLocation, type DatabaseLocation } from './testing/database-locations.ts';
import { ServicesUnderTest } from './testing/services-under-test.ts';
import { hostileStrings } from '@annals/contracts/testing/hostile-strings';
import { oneInEvery } from '@annals/contracts/testing/exhaustive';

const logged: string[] = [];
let place: DatabaseLocation;
let services: ServicesUnderTest;
let token: string;
const known: Record<string, string> = {};

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  place = await anyLocation();
  services = await ServicesUnderTest.start({ ...place.variables, SIGNUP: 'open' }, { log });
  token = await services.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
  const partition = await made('/v1/partitions', { partitionName: 'Products' });
  const partitionId = partition['id'] ?? '';
  const object = await made(`/v1/partitions/${partitionId}/objects`, {
    type: 'PRODUCT',
    objectData: { name: 'Compass' },
  });
  const { id: userId = '' } = await made('/v1/users', { email: 'ada@example.org' });
  const { id: organizationalUnitId = '' } = await made('/v1/organizational-units?name=North', {});
  const { id: applicationId = '' } = await made('/v1/applications', { name: 'Feed' });
  Object.assign(known, {
    partitionId,
    objectId: object['id'],
    id: object['id'],
    timelineId: object['timelineId'],
    userId,
    organizationalUnitId,
    applicationId,
    type: 'PRODUCT',
    role: 'USER',
    receipt: '1',
  } satisfies Record<keyof Known, string | undefined>);
});

afterAll(async () => {
  await services.close();
  await place.remove();
});

const made = async (url: string, data: object) =>
  (await services.succeed('POST', url, { token, data })) as Record<string, string>;

const send = (service: 'authentication' | 'data', { method, path, body }: HostileRequest) =>
  services.send(method, path, { service, token }, body);

/** It ends the session that all of these calls use. */
const endsSession = (endpoint: Endpoint) =>
  endpoint.method === 'DELETE' && endpoint.path === '/v1/auth';

const calls = oneInEvery(
  8,
  [
    ...authenticationListenerEndpoints.map((endpoint) => ['authentication', endpoint] as const),
    ...dataPathEndpoints.map((endpoint) => ['data', endpoint as Endpoint] as const),
  ].filter(([, endpoint]) => !endsSession(endpoint)),
);

/** Texts that services may stumble over; e2e/src/hostile-strings.spec.ts shows them to pages. */
const texts = (
  [
    'SQL',
    'patterns of SQL',
    'letters that change their number',
    'the prototype',
    'control',
    'NUL',
    'half a character',
    'long ago',
    'long',
  ] as const
).map((name) => [name, hostileStrings[name]] as const);

const together = 16;

/** The response to invalid requests. */
const problem = z.object({
  error: z.string(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
});

it.each(
  calls.map(([service, endpoint]) => [endpoint.method, endpoint.path, service, endpoint] as const),
)(
  '%s %s answers any text in any text field with at most a clear refusal',
  async (_method, _path, service, endpoint) => {
    const requests = new Map(
      texts.flatMap(([name, text]) =>
        hostileRequests(endpoint, text, known).map((request) => [
          JSON.stringify(request),
          { name, request },
        ]),
      ),
    );
    const answer = async ({ name, request }: { name: string; request: HostileRequest }) => {
      const { status, text: messages, headers } = await send(service, request);
      const isClear =
        status < 300 || (status < 500 && z.safeParse(problem, JSON.parse(messages)).success);
      const isCacheable = !headers.get('cache-control')?.includes('no-store');
      const isGuessed = headers.get('x-content-type-options') !== 'nosniff';
      return isClear && !isCacheable && !isGuessed ? [] : [`${name}: ${status} ${messages}`];
    };
    const waiting = [...requests.values()];
    const answers: string[] = [];
    // Few enough at a time that the service does not refuse them for overload.
    while (waiting.length > 0)
      answers.push(...(await Promise.all(waiting.splice(0, together).map(answer))).flat());
    expect(answers).toEqual([]);
    expect(logged).toEqual([]);
    // Without a session everything is refused, which would prove nothing.
    const current = { method: 'GET', path: '/v1/users/current', body: undefined };
    expect((await send('authentication', current)).status).toBe(200);
  },
);
