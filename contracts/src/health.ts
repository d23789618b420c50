import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * LAGGING: further behind than is allowed. NOT_A_STANDBY: it takes writes itself. OTHER_DATABASE: it follows another primary.
 * DIVERGED: it has what the primary has not, since another server became primary; it is used again after a restart.
 */
export const replicaStates = [
  'USABLE',
  'LAGGING',
  'UNREACHABLE',
  'NOT_A_STANDBY',
  'OTHER_DATABASE',
  'DIVERGED',
] as const;

/** A server that follows the database, and answers reads while it is usable. */
export const replica = z.looseObject({
  /** Host and port. */
  address: z.string(),
  state: z.enum(replicaStates),
  /** How old an answer of it may be at most; null where that is not known. */
  lagSeconds: z.nullable(z.number()),
});

export type ReplicaReport = z.infer<typeof replica>;

export const health = z.looseObject({
  service: z.string(),
  version: z.string(),
  /** What a question to the database takes, in milliseconds. */
  databaseMs: z.optional(z.number()),
  /** Left out where the service has none. */
  replicas: z.optional(z.array(replica)),
});
const access = { kind: 'permission', permission: 'operations:read' } as const;

export const getAuthenticationHealth = endpoint({
  method: 'GET',
  path: '/authentication/v1/health',
  summary: 'Version of the authentication service, and how fast its database answers',
  access,
  response: health,
});

export const getDataHealth = endpoint({
  method: 'GET',
  path: '/v1/health',
  summary: 'Version of the data service, and how fast its database answers',
  access,
  response: health,
});
