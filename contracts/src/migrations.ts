import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, pageOf } from './fields.ts';

/** A schema migration of a service. */
export const schemaMigration = z.object({
  name: z.string(),
  state: z.enum(['APPLIED', 'PENDING']),
  /** SHA-256 of the file in hexadecimal. */
  checksum: z.string(),
  appliedDate: z.nullable(dateTime),
  durationMs: z.nullable(z.number()),
});
export type SchemaMigration = z.infer<typeof schemaMigration>;

export const listAuthenticationMigrations = endpoint({
  method: 'GET',
  path: '/authentication/v1/migrations',
  summary: 'Lists the schema migrations of the authentication service',
  access: { kind: 'permission', permission: 'operations:read' },
  response: pageOf(schemaMigration),
});

export const listDataMigrations = endpoint({
  method: 'GET',
  path: '/v1/migrations',
  summary: 'Lists the schema migrations of the data service',
  access: { kind: 'permission', permission: 'operations:read' },
  response: pageOf(schemaMigration),
});
