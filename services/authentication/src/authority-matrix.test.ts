import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import type { Endpoint } from '@annals/contracts/endpoint';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { routePattern } from '@annals/kit/mount';
import { places, World, type Kind, type Place } from './testing/world.ts';
import { inputOf } from './testing/sample-inputs.ts';

/** The parameter of a path and the kind of thing it names. */
const kindOf: Record<string, Kind> = {
  userId: 'user',
  organizationalUnitId: 'unit',
  identityProviderId: 'provider',
  tokenId: 'token',
  applicationId: 'application',
  sessionId: 'session',
  identityId: 'identity',
  invitationId: 'invitation',
};
const roles = ['GLOBAL_MASTER', 'ORG_ADMIN', 'AUDITOR', 'USER'] as const;
type Role = (typeof roles)[number];

/** What a role may do by its permissions: with everything, with what is in its units, or nothing. */
function reachOf(role: Role, { access, method }: Endpoint): 'all' | 'unit' | 'own' | 'none' {
  if (access.kind === 'permission') {
    const writes = !access.permission.endsWith(':read');
    if (role === 'GLOBAL_MASTER') return 'all';
    if (role === 'AUDITOR') return writes ? 'none' : 'all';
    if (role === 'ORG_ADMIN')
      return ['roles:write', 'operations:read'].includes(access.permission) ? 'none' : 'unit';
    return 'none';
  }
  // any session may call; whom it may reach depends on what its roles add
  if (role === 'GLOBAL_MASTER') return 'all';
  if (role === 'ORG_ADMIN') return 'unit';
  return role === 'AUDITOR' && method === 'GET' ? 'all' : 'own';
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const paramsOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** Calls on one thing that belongs to a unit or a person. The others have their own tests. */
const onThings = authenticationEndpoints.filter(
  (endpoint) =>
    endpoint.access.kind !== 'public' &&
    endpoint.access.kind !== 'session' &&
    paramsOf(endpoint.path).some((name) => name in kindOf),
);

describe.each(testDatabases())('authority, $kind', ({ open }) => {
  let database: Database;
  let world: World;

  beforeAll(async () => {
    database = await open();
    world = await World.make(database);
  });

  afterAll(async () => {
    await world.stop();
    await database.close();
  });

  const call = async (endpoint: Endpoint, role: Role | undefined, place: Place) => {
    const things = await world.thingsFor(paramsOf(endpoint.path), kindOf, place);
    const path = routePattern(endpoint.path).replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(things[name] ?? 'none'),
    );
    const { query, body } = inputOf(endpoint, world, place);
    return world.running.call(endpoint.method, `${path}${query}`, {
      token: role && world.tokenOf(role),
      body,
    });
  };

  it('knows an input for each call on a thing', () => {
    for (const endpoint of onThings) expect(() => inputOf(endpoint, world, 'own')).not.toThrow();
  });

  it.each(onThings.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s refuses strangers alike',
    async (_name, endpoint) => {
      for (const place of places) expect((await call(endpoint, undefined, place)).status).toBe(401);
    },
  );

  it.each(
    onThings.flatMap((endpoint) =>
      roles.map((role) => [nameOf(endpoint), role, endpoint] as const),
    ),
  )('%s by %s', async (_name, role, endpoint) => {
    const reach = reachOf(role, endpoint);
    const answers = {
      own: await call(endpoint, role, 'own'),
      foreign: await call(endpoint, role, 'foreign'),
      absent: await call(endpoint, role, 'absent'),
    };
    if (reach === 'none') {
      for (const place of places) expect(answers[place].status, place).toBe(403);
      return;
    }
    expect(answers.absent.status, 'absent').toBe(404);
    const reached: readonly Place[] = {
      all: places.slice(0, 2),
      unit: places.slice(0, 1),
      own: [],
    }[reach];
    for (const place of ['own', 'foreign'] as const) {
      const { status, body } = answers[place];
      if (reached.includes(place))
        expect([200, 201, 202, 204], `${place}: ${JSON.stringify(body)}`).toContain(status);
      // what is out of reach looks as if it were not there
      else
        expect({ status, body: { ...body, requestId: '' } }, place).toEqual({
          status: 404,
          body: { ...answers.absent.body, requestId: '' },
        });
    }
  });
});
