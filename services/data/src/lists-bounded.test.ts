import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneInEvery } from '@annals/contracts/testing/exhaustive';
import { dataEndpoints } from '@annals/contracts/data';
import { testDatabases } from '@annals/kit/testing/databases';
import { listEndpoints, problemsOf, type ListRequest } from '@annals/kit/testing/list-requests';
import { measuringReads, type MeasuringDatabase } from '@annals/kit/testing/measured-reads';
import { extendReadsLog } from './read-records/reads-log.ts';
import { limitsHeader, people, startListener, type Listener } from './testing/data-listener.ts';
import { insertLargestRows, type LargestRows } from './testing/largest-rows.ts';

const mebibyte = 1024 * 1024;
/** These search at most 64 MiB of a history. */
const throughHistory = 80 * mebibyte;
const own = people.owner.userId;
const size = 'pageSize=500';

/** How each list is requested with 500 of its fattest rows. */
const requests: Record<string, (rows: LargestRows) => ListRequest[]> = {
  'GET /v1/partitions/all/users': () => [
    { path: `/v1/partitions/all/users?${size}` },
    { path: `/v1/partitions/all/users?${size}&sort=-name` },
  ],
  'GET /v1/partitions/all/users/{userId}/partitions': ({ end }) => [
    { path: `/v1/partitions/all/users/${own}/partitions?${size}` },
    { path: `/v1/partitions/all/users/${own}/partitions?${size}&asOf=${end}` },
  ],
  'GET /v1/partitions/all/users/{userId}/objects': ({ end }) => [
    { path: `/v1/partitions/all/users/${own}/objects?${size}` },
    { path: `/v1/partitions/all/users/${own}/objects?${size}&asOf=${end}` },
  ],
  'GET /v1/partitions': ({ end }) => [
    { path: `/v1/partitions?${size}` },
    { path: `/v1/partitions?${size}&sort=-lastChangeDate` },
    { path: `/v1/partitions?${size}&asOf=${end}` },
  ],
  'GET /v1/partitions/all/versions-per-day': () => [
    { path: '/v1/partitions/all/versions-per-day?days=366' },
  ],
  'GET /v1/partitions/all/changes-since': () => [
    { path: '/v1/partitions/all/changes-since?since=2000-01-01T00:00:00Z' },
  ],
  'GET /v1/partitions/{partitionId}/versions-per-day': inFat('versions-per-day?days=366'),
  'GET /v1/partitions/{partitionId}/activity': inFat('activity'),
  'GET /v1/partitions/{partitionId}/users': ({ crowded, end }) => [
    { path: `/v1/partitions/${crowded}/users?${size}` },
    { path: `/v1/partitions/${crowded}/users?${size}&asOf=${end}` },
  ],
  'GET /v1/partitions/{partitionId}/objects/recent': inFat(
    `objects/recent?${size}`,
    `objects/recent?${size}&withPredecessor=true`,
    `objects/recent?${size}&type=FILE`,
    `objects/recent?${size}&modifiedBy=${own}`,
    `objects/recent?${size}&type=FILE&modifiedBy=${own}`,
    `objects/recent?${size}&asOf=2021-01-01T00:00:00Z`,
    `objects/recent?${size}&fromSequence=600`,
  ),
  'GET /v1/partitions/{partitionId}/objects/referencedBy/{objectId}': (rows) =>
    inFat(
      `objects/referencedBy/${rows.target.objectId}?${size}`,
      `objects/referencedBy/${rows.target.objectId}?${size}&asOf=${rows.end}`,
    )(rows),
  'GET /v1/partitions/{partitionId}/timelines/{timelineId}/objects': (rows) =>
    inFat(
      `timelines/${rows.long.timelineId}/objects?${size}`,
      `timelines/${rows.long.timelineId}/objects?${size}&asOf=${rows.end}`,
    )(rows),
  'GET /v1/partitions/{partitionId}/timelines/{timelineId}/blame': (rows) => [
    {
      path: `/v1/partitions/${rows.partitionId}/timelines/${rows.long.timelineId}/blame`,
      reads: throughHistory,
    },
  ],
  'GET /v1/partitions/{partitionId}/timelines/{timelineId}/values': (rows) =>
    inFat(`timelines/${rows.long.timelineId}/values?path=/large&${size}`)(rows),
  'GET /v1/partitions/{partitionId}/timelines/keys': (rows) =>
    inFat(`timelines/keys?timelineId=${rows.long.timelineId}`)(rows),
  'GET /v1/partitions/{partitionId}/changes': inFat(
    `changes?${size}`,
    `changes?${size}&include=references`,
    `changes?${size}&include=objectData`,
  ),
  'GET /v1/partitions/all/ids/{id}': ({ target }) => [
    { path: `/v1/partitions/all/ids/${target.objectId}` },
  ],
  'GET /v1/partitions/all/objects': ({ partitionId }) => [
    { path: `/v1/partitions/all/objects?query=type:FILE&pageSize=50&partitionId=${partitionId}` },
  ],
  'GET /v1/partitions/all/users/{userId}/open-work': ({ partitionId }) => [
    { path: `/v1/partitions/all/users/${partitionId}/open-work?${size}` },
  ],
  'GET /v1/partitions/all/saved-searches': () => [
    { path: `/v1/partitions/all/saved-searches?${size}` },
  ],
  'GET /v1/partitions/{partitionId}/saved-searches': ({ crowded }) => [
    { path: `/v1/partitions/${crowded}/saved-searches?${size}` },
  ],
  'GET /v1/partitions/all/reads': () => [{ path: `/v1/partitions/all/reads?${size}` }],
  'GET /v1/partitions/all/users/{userId}/writes': ({ end }) => [
    { path: `/v1/partitions/all/users/${own}/writes?from=2000-01-01T00:00:00Z&to=${end}` },
  ],
  'GET /v1/partitions/{partitionId}/reads': ({ crowded }) => [
    { path: `/v1/partitions/${crowded}/reads?${size}` },
    { path: `/v1/partitions/${crowded}/reads?${size}&timelineId=${own}` },
  ],
  'GET /v1/partitions/{partitionId}/samples': ({ crowded }) => [
    { path: `/v1/partitions/${crowded}/samples?${size}` },
  ],
  'GET /v1/subscriptions': () => [{ path: `/v1/subscriptions?${size}` }],
  'GET /v1/subscriptions/unseen': () => [{ path: '/v1/subscriptions/unseen' }],
  'GET /v1/partitions/all/webhooks': () => [{ path: '/v1/partitions/all/webhooks' }],
  'GET /v1/partitions/{partitionId}/webhooks': ({ crowded }) => [
    { path: `/v1/partitions/${crowded}/webhooks?${size}` },
  ],
  'GET /v1/partitions/{partitionId}/webhooks/{webhookId}/attempts': ({ crowded, webhookId }) => [
    { path: `/v1/partitions/${crowded}/webhooks/${webhookId}/attempts?${size}` },
  ],
  'POST /v1/partitions/{partitionId}/objects/search': ({ partitionId, end }) => {
    const path = `/v1/partitions/${partitionId}/objects/search?${size}`;
    return [
      { path, body: {} },
      { path, body: { type: 'FILE' } },
      { path, body: { text: 'heron' } },
      { path, body: { where: [{ path: '/word', op: 'eq', value: 'heron' }] } },
      { path, body: { modifiedBy: own } },
      { path: `${path}&asOf=${end}`, body: {} },
    ];
  },
  'GET /v1/partitions/{partitionId}/indices/search-text': inFat(
    `indices/search-text?text=heron&${size}`,
  ),
  'GET /v1/partitions/{partitionId}/types': ({ crowded, end }) => [
    { path: `/v1/partitions/${crowded}/types` },
    { path: `/v1/partitions/${crowded}/types?asOf=${end}` },
  ],
  'GET /v1/partitions/{partitionId}/export': inFat(
    `export?${size}`,
    `export?${size}&type=FILE`,
    `export?${size}&history=false`,
  ),
  'GET /v1/partitions/{partitionId}/log/entries': inFat(`log/entries?${size}`),
  'GET /v1/partitions/{partitionId}/erasures': ({ crowded }) => [
    { path: `/v1/partitions/${crowded}/erasures?${size}` },
  ],
  'GET /v1/partitions/{partitionId}/change-policy/history': ({ crowded }) => [
    { path: `/v1/partitions/${crowded}/change-policy/history?${size}` },
  ],
  'GET /v1/partitions/{partitionId}/change-sets': ({ crowded }) => [
    { path: `/v1/partitions/${crowded}/change-sets?${size}` },
    { path: `/v1/partitions/${crowded}/change-sets?${size}&mine=true&state=DRAFT` },
  ],
  'GET /v1/partitions/all/change-sets': () => [{ path: '/v1/partitions/all/change-sets' }],
  'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/comments': (rows) => [
    {
      path: `/v1/partitions/${rows.crowded}/change-sets/${rows.changeSets.crowded}/comments?${size}`,
    },
  ],
  'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations': (rows) =>
    inFat(`change-sets/${rows.changeSets.fat}/operations?${size}`)(rows),
  'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/check': (rows) =>
    inFat(`change-sets/${rows.changeSets.fat}/check`)(rows),
  'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/preview': (rows) =>
    inFat(`change-sets/${rows.changeSets.fat}/preview`)(rows),
  'POST /v1/partitions/{partitionId}/transactions': ({ partitionId }) => [
    {
      path: `/v1/partitions/${partitionId}/transactions?dryRun=true`,
      body: {
        operations: Array.from({ length: 7 }, () => ({
          operation: 'create',
          type: 'FILE',
          objectData: { text: 'x'.repeat(1_000_000) },
        })),
      },
    },
  ],
  'GET /v1/alias-url': () => [
    { path: `/v1/alias-url?${size}` },
    { path: `/v1/alias-url?${size}&sort=-createdDate` },
  ],
  'GET /v1/migrations': () => [{ path: '/v1/migrations' }],
  'GET /v1/jobs': () => [{ path: `/v1/jobs?${size}` }],
};

/** Parts of one thing that may be many. */
const parts: Record<string, (rows: LargestRows) => ListRequest[]> = {
  'the types of a partition': ({ crowded }) => [{ path: `/v1/partitions/${crowded}` }],
  'the refused rows of a job': ({ jobId }) => [{ path: `/v1/jobs/${jobId}` }],
};

function inFat(...rest: string[]) {
  return ({ partitionId }: LargestRows): ListRequest[] =>
    rest.map((path) => ({ path: `/v1/partitions/${partitionId}/${path}` }));
}

it('requests every list of the data service with its fattest rows', () => {
  expect(Object.keys(requests).toSorted()).toEqual(listEndpoints(dataEndpoints).toSorted());
});

describe.each(testDatabases())('500 rows of a megabyte, $kind', ({ open }) => {
  let database: MeasuringDatabase;
  let service: Listener;
  let rows: LargestRows;

  beforeAll(async () => {
    database = measuringReads(await open());
    service = await startListener(database);
    rows = await insertLargestRows(database, service);
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });

  /** An owner who may also read aliases and the system state. */
  const headers = {
    authorization: 'Bearer owner',
    [limitsHeader]: JSON.stringify({
      more: {
        permissions: ['alias-urls:read', 'operations:read', 'data-users:read'],
        scope: 'all',
      },
    }),
  };
  const ask = async ({ path, body }: ListRequest) => {
    const response = await fetch(service.origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, text: await response.text() };
  };

  it.each(oneInEvery(4, Object.entries({ ...requests, ...parts })))('%s', async (_, requestsOf) => {
    for (const request of requestsOf(rows)) {
      let answer = { status: 0, text: '' };
      const read = await database.readDuring(async () => {
        answer = await ask(request);
      });
      expect(problemsOf(request, answer, read)).toEqual([]);
    }
  });

  it('wait for the log of reads with nothing but their digests', async () => {
    await database.query(sql`insert into data.read_log_queue (partition_id, batch_id, root, counts)
      select partition_id, batch_id, sha256('root'), sha256('counts') from data.read_batch on conflict do nothing`);
    const { largest } = await database.readDuring(() => extendReadsLog(database));
    // Five hundred batches, of 80 kB and more, of which nothing is read but their ids and digests.
    expect(largest).toBeGreaterThan(30_000);
    expect(largest).toBeLessThan(150_000);
  });
});
