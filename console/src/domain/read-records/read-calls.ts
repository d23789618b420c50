import type { CallName } from '@annals/contracts/endpoint';
import { isObject } from '../../platform/json-values/json-values.ts';

/** What somebody did with a call, as it is worded. */
export const readActions = {
  'GET /v1/partitions/{partitionId}/objects/{objectId}': 'version',
  'GET /v1/partitions/{partitionId}/timelines/{timelineId}/objects/latest': 'object',
  'GET /v1/partitions/{partitionId}/timelines/{timelineId}/objects': 'history',
  'GET /v1/partitions/{partitionId}/timelines/{timelineId}/blame': 'blame',
  'GET /v1/partitions/{partitionId}/timelines/{timelineId}/values': 'values',
  'GET /v1/partitions/{partitionId}/objects/referencedBy/{objectId}': 'references',
  'GET /v1/partitions/{partitionId}/objects/recent': 'changes',
  'GET /v1/partitions/{partitionId}/changes': 'feed',
  'GET /v1/partitions/all/changes-since': 'since',
  'GET /v1/partitions/all/users/{userId}/objects': 'written',
  'GET /v1/partitions/all/users/{userId}/writes': 'written',
  'GET /v1/subscriptions/unseen': 'followed',
  'GET /v1/subscriptions': 'subscriptions',
  'GET /v1/subscriptions/{subscriptionId}': 'subscriptions',
  'PATCH /v1/subscriptions/{subscriptionId}': 'subscriptions',
  'POST /v1/partitions/{partitionId}/subscriptions': 'subscriptions',
  'GET /v1/partitions/{partitionId}/webhooks/{webhookId}/attempts/{attemptId}': 'webhook',
  'POST /v1/partitions/{partitionId}/objects/search': 'search',
  'GET /v1/partitions/{partitionId}/indices/search-text': 'text',
  'GET /v1/partitions/all/objects': 'everywhere',
  'GET /v1/partitions/{partitionId}/export': 'export',
  'GET /v1/partitions/{partitionId}/timelines/keys': 'keys',
  'GET /v1/partitions/{partitionId}/evidence': 'evidence',
  'GET /v1/partitions/{partitionId}/evidence/{jobId}': 'evidence',
  'GET /v1/partitions/{partitionId}/log/entries': 'log',
  'GET /v1/partitions/{partitionId}/objects/{objectId}/proof': 'proof',
  'GET /v1/partitions/{partitionId}/samples/{sampleId}': 'sample',
  'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations': 'changeSet',
  'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations/{operationId}':
    'changeSet',
  'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/preview': 'changeSet',
  'PUT /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations/{operationId}':
    'changeSet',
  // These read only what they conflict with, or as dry runs.
  'POST /v1/partitions/{partitionId}/objects': 'write',
  'POST /v1/partitions/{partitionId}/timelines/{timelineId}/end': 'write',
  'POST /v1/partitions/{partitionId}/timelines/{timelineId}/restore': 'write',
  'POST /v1/partitions/{partitionId}/transactions': 'write',
  'POST /v1/partitions/{partitionId}/import': 'write',
  'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/commit': 'write',
  'PUT /v1/partitions/{partitionId}/types/{type}': 'write',
} as const satisfies Partial<Record<CallName, string>>;

export type ReadAction = (typeof readActions)[keyof typeof readActions];

const actions: Readonly<Record<string, ReadAction | undefined>> = readActions;

export const actionOf = (call: string): ReadAction | undefined => actions[call];

/** What was searched for, in one line; undefined if nothing was. */
export function queryTextOf(query: string | null): string | undefined {
  if (query === null) return undefined;
  let asked: unknown;
  try {
    asked = JSON.parse(query);
  } catch {
    // Too long to be stored whole.
    return query;
  }
  if (!isObject(asked)) return query;
  const words = Object.entries(asked).flatMap(([name, value]) => {
    if (name === 'query' || name === 'text') return typeof value === 'string' ? value : [];
    return unsaid.has(name)
      ? []
      : `${name}:${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  return words.length === 0 ? undefined : words.join(' ');
}

/** How the response is written, which is not what was looked for. */
const unsaid = new Set([
  'sort',
  'withPredecessor',
  'language',
  'subject',
  'asHeld',
  'since',
  'size',
  'from',
  'to',
]);
