import { describe, expect, it } from 'vitest';
import { createAliasUrl } from '@annals/contracts/alias-urls';
import { createChangeSet } from '@annals/contracts/change-sets';
import { dataEndpoints } from '@annals/contracts/data';
import { isRead } from '@annals/contracts/endpoint';
import { createObject } from '@annals/contracts/objects';
import { createSavedSearch } from '@annals/contracts/saved-searches';
import { createSubscription } from '@annals/contracts/subscriptions';
import { createWebhook } from '@annals/contracts/webhooks';
import { testDatabases } from '@annals/kit/testing/databases';
import { limitsHeader, listenerForAll } from './testing/data-listener.ts';

/** The owner, who may also administer alias URLs. */
const as = 'owner';
const headers = {
  [limitsHeader]: JSON.stringify({
    more: { permissions: ['alias-urls:read', 'alias-urls:write'], scope: 'all' },
  }),
};

const writes = dataEndpoints.filter(
  (endpoint) => endpoint.access.kind !== 'public' && !isRead(endpoint),
);

/** An input for each call that compares versions. */
const bodies: Readonly<Record<string, object>> = {
  'PATCH /v1/partitions/{partitionId}': { partitionName: 'Renamed' },
  'POST /v1/partitions/{partitionId}/archive': { archived: true },
  'PATCH /v1/partitions/{partitionId}/saved-searches/{searchId}': { name: 'Renamed' },
  'PUT /v1/partitions/{partitionId}/types/{type}': { jsonSchema: { type: 'object' } },
  'PUT /v1/partitions/{partitionId}/change-policy': { rules: [] },
  'PATCH /v1/partitions/{partitionId}/change-sets/{changeSetId}': { title: 'Renamed' },
  'PATCH /v1/partitions/{partitionId}/webhooks/{webhookId}': { enabled: false },
  'PATCH /v1/alias-url': { active: false },
  'POST /v1/alias-url/reactivate': {},
  'PATCH /v1/subscriptions/{subscriptionId}': { delivery: 'HOME' },
};

describe.each(testDatabases())('If-Match, $kind', ({ open }) => {
  const service = listenerForAll(open, { webhooks: { hosts: ['receiver.example'] } });
  let ids: Promise<Record<string, string>> | undefined;

  const create = async (): Promise<Record<string, string>> => {
    const partitionId = await service.makePartition();
    const params = { partitionId };
    const { body: object } = await service.call(createObject, {
      as,
      params,
      body: { type: 'TAG', objectData: {} },
    });
    const { timelineId } = object;
    const target = { kind: 'TIMELINE' as const, partitionId, timelineId };
    await service.call(createAliasUrl, { as, headers, body: { alias: 'some-tag', target } });
    const { body: search } = await service.call(createSavedSearch, {
      as,
      params,
      body: { name: 'Tags', kind: 'objects', query: 'type:TAG' },
    });
    const { body: subscription } = await service.call(createSubscription, {
      as,
      params,
      body: { timelineId, delivery: 'HOME' },
    });
    const { body: set } = await service.call(createChangeSet, {
      as,
      params,
      body: { title: 'Tags' },
    });
    const { body: webhook } = await service.call(createWebhook, {
      as,
      params,
      body: { url: 'https://receiver.example/', eventTypes: ['object.created'] },
    });
    return {
      partitionId,
      type: 'TAG',
      searchId: search.id,
      subscriptionId: subscription.id,
      changeSetId: set.id,
      webhookId: webhook.id,
      index: '0',
    };
  };

  it.each(writes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s honours it, or refuses it',
    async (title, { method, path, takesIfMatch }) => {
      ids ??= create();
      const known = await ids;
      const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? unknown);
      const query = path.startsWith('/v1/alias-url') ? '?alias=some-tag' : '';
      const answer = await service.send(method, filled + query, {
        as,
        headers: { ...headers, 'if-match': '"987654321"' },
        body: JSON.stringify(bodies[title] ?? {}),
      });
      expect(answer).toMatchObject(
        takesIfMatch
          ? { status: 412 }
          : { status: 400, body: { fields: [{ path: 'headers.if-match' }] } },
      );
    },
  );
});
