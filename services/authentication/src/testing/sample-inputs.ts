import type { Endpoint } from '@annals/contracts/endpoint';
import type { Place, World } from './world.ts';

export interface SampleInput {
  /** With its question mark, or empty. */
  query: string;
  body?: unknown;
}

type Make = (world: World, place: Place) => SampleInput;

let counter = 0;
const unique = () => (counter += 1);
const none: Make = () => ({ query: '' });
const bodyOf =
  (make: (world: World) => unknown): Make =>
  (world) => ({ query: '', body: make(world) });

/** An input that each call on one thing accepts, so that what is refused is refused for its authority. */
const inputs: Record<string, Make> = {
  'PATCH /v1/users/{userId}': bodyOf(() => ({ name: `Renamed ${unique()}` })),
  'PUT /v1/users/{userId}/status': bodyOf(() => ({ status: 'DISABLED' })),
  'POST /v1/users/{userId}/offboarding': () => ({ query: '?dryRun=true' }),
  'PUT /v1/users/{userId}/roles': () => ({ query: '?role=USER' }),
  'DELETE /v1/users/{userId}/roles': () => ({ query: '?role=USER' }),
  'PUT /v1/users/{userId}/organizational-unit': (world, place) => ({
    query: `?organizationalUnitId=${world.unitAt(place)}`,
  }),
  'PUT /v1/users/{userId}/organizational-unit/unassign': (world, place) => ({
    query: `?organizationalUnitId=${world.unitAt(place)}`,
  }),
  'GET /v1/users/{userId}/access': (world) => ({ query: `?partitionId=${world.partitionId}` }),
  'PUT /v1/organizational-units/{organizationalUnitId}': bodyOf(() => ({
    name: `Unit ${unique()}`,
  })),
  'PUT /v1/organizational-units/{organizationalUnitId}/roles': () => ({ query: '?role=USER' }),
  'DELETE /v1/organizational-units/{organizationalUnitId}/roles': () => ({ query: '?role=USER' }),
  'PATCH /v1/identity-providers/{identityProviderId}': bodyOf(() => ({
    name: `Provider ${unique()}`,
  })),
  'PATCH /v1/applications/{applicationId}': bodyOf(() => ({ name: `Application ${unique()}` })),
  'POST /v1/applications/{applicationId}/tokens': bodyOf(() => ({ description: 'matrix' })),
};

export function inputOf({ method, path, body }: Endpoint, world: World, place: Place): SampleInput {
  const make = inputs[`${method} ${path}`];
  if (make) return make(world, place);
  if (body !== undefined) throw new Error(`No sample input for ${method} ${path}.`);
  return none(world, place);
}
