import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const health = z.looseObject({
  service: z.string(),
  version: z.string(),
  /** What a question to the database takes, in milliseconds. */
  databaseMs: z.optional(z.number()),
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
