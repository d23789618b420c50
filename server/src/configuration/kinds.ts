import * as z from 'zod/mini';
import type { Kind } from './kind.ts';
import { aliasHosts } from './kinds/alias-hosts.ts';
import { applications } from './kinds/applications.ts';
import { grants } from './kinds/grants.ts';
import { identityProviders } from './kinds/identity-providers.ts';
import { partitions } from './kinds/partitions.ts';
import { roles } from './kinds/roles.ts';
import { units } from './kinds/units.ts';
import { auditWebhooks, webhooks } from './kinds/webhooks.ts';

/**
 * All kinds of files, each after those whose things it names: things are created in this order, and removed in the
 * opposite one. What belongs to a partition comes after partitions.
 */
export const kinds: readonly Kind[] = [
  roles,
  units,
  applications,
  identityProviders,
  grants,
  partitions,
  webhooks,
  auditWebhooks,
  aliasHosts,
];

/** The JSON Schema of the files, with which editors complete and validate them. */
export function filesSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A file of annals plan and annals apply',
    type: 'object',
    required: ['kind'],
    properties: { kind: { enum: kinds.map(({ kind }) => kind) } },
    allOf: kinds.map(({ kind, schema }) => {
      const { $schema: _, ...then } = z.toJSONSchema(schema, {
        io: 'input',
        target: 'draft-07',
        unrepresentable: 'any',
      });
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      return { if: { properties: { kind: { const: kind } }, required: ['kind'] }, then };
    }),
  };
}
