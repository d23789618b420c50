import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * LAGGING: further behind than allowed. NOT_A_STANDBY: accepts writes. OTHER_DATABASE: follows another primary.
 * DIVERGED: has data that the primary lacks after a failover; it is used again after a restart.
 */
export const replicaStates = [
  'USABLE',
  'LAGGING',
  'UNREACHABLE',
  'NOT_A_STANDBY',
  'OTHER_DATABASE',
  'DIVERGED',
] as const;

/** A server that replicates the database, and answers reads while it is usable. */
export const replica = z.object({
  /** Host and port. */
  address: z.string(),
  state: z.enum(replicaStates),
  /** The upper bound for the age of its answers; null if unknown. */
  lagSeconds: z.nullable(z.number()),
});

export type ReplicaReport = z.infer<typeof replica>;

export const health = z.object({
  service: z.string(),
  version: z.string(),
  /** Duration of a database query, in milliseconds. */
  databaseMs: z.number(),
  /** Omitted if the service has none. */
  replicas: z.optional(z.array(replica)),
});
const access = { kind: 'permission', permission: 'operations:read' } as const;

export const getAuthenticationHealth = endpoint({
  method: 'GET',
  path: '/authentication/v1/health',
  summary: 'Returns the version of the authentication service, and how fast its database answers',
  access,
  response: health,
});

export const getDataHealth = endpoint({
  method: 'GET',
  path: '/v1/health',
  summary: 'Returns the version of the data service, and how fast its database answers',
  access,
  response: health,
});
