import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addOperations } from '@annals/contracts/change-set-operations';
import {
  approveChangeSet,
  changeChangeSet,
  createChangeSet,
  submitChangeSet,
} from '@annals/contracts/change-sets';
import { putChangePolicy } from '@annals/contracts/change-policy';
import { dataEndpoints } from '@annals/contracts/data';
import { isRead, type CallName, type Endpoint } from '@annals/contracts/endpoint';
import { createObject, type ObjectVersion } from '@annals/contracts/objects';
import { tokenScopes } from '@annals/contracts/permissions';
import { testDatabases } from '@annals/kit/testing/databases';
import { limitsHeader, listenerForAll, type Person } from '../testing/data-listener.ts';

const partition = '/v1/partitions/{partitionId}';
const set = `${partition}/change-sets/{changeSetId}`;

/** The things to write to. */
interface There {
  partitionId: string;
  fromPartitionId: string;
  /** Under the same rules; a copy requires it to be empty. */
  emptyPartitionId: string;
  first: ObjectVersion;
  second: ObjectVersion;
  /** In review, with one approval, and set to commit itself. */
  changeSetId: string;
  revision: number;
}

interface Attempt {
  params?: Record<string, string>;
  body?: unknown;
}

/** Each write call of the contract that can write or erase versions, in all possible ways. */
const writing: Record<CallName, (there: There) => Attempt[]> = {
  [`POST ${partition}/objects`]: ({ second }) => [
    { body: { type: 'TAG', objectData: { n: 9 }, reason: 'Why not.' } },
    {
      body: { timelineId: second.timelineId, predecessorId: second.id, objectData: { n: 9 } },
    },
  ],
  [`POST ${partition}/timelines/{timelineId}/end`]: ({ second }) => [
    { params: { timelineId: second.timelineId ?? '' }, body: {} },
  ],
  [`POST ${partition}/timelines/{timelineId}/restore`]: ({ first, second }) => [
    { params: { timelineId: second.timelineId ?? '' }, body: { objectId: first.id } },
  ],
  [`POST ${partition}/transactions`]: ({ second }) => [
    { body: { operations: [{ operation: 'create', type: 'TAG', objectData: {} }] } },
    { body: { operations: [{ operation: 'end', timelineId: second.timelineId }] } },
  ],
  [`POST ${partition}/import`]: ({ second }) => [
    { body: { rows: [{ key: 'new', type: 'TAG', objectData: {} }] } },
    { body: { rows: [{ key: second.timelineId, ended: true }] } },
  ],
  [`POST ${partition}/objects/{objectId}/erase-reason`]: ({ first }) => [
    {
      params: { objectId: first.id },
      body: { reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
    },
  ],
  [`POST ${partition}/objects/{objectId}/erase`]: ({ first }) => [
    {
      params: { objectId: first.id },
      body: { paths: ['/name'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
    },
  ],
  [`POST ${partition}/jobs`]: ({ fromPartitionId, emptyPartitionId }) => [
    {
      params: { partitionId: emptyPartitionId },
      body: { kind: 'COPY', fromPartitionId },
    },
    { body: { kind: 'REINDEX' } },
  ],
  [`POST ${set}/commit`]: () => [{ body: {} }, { body: { breakGlass: { reason: 'In a hurry.' } } }],
  [`POST ${set}/submit`]: () => [{}],
  [`POST ${set}/approve`]: ({ revision }) => [{ body: { revision } }],
};

/** Why the others write no version, whatever the input. */
const notWriting: Record<CallName, string> = {
  'POST /v1/partitions': 'begins an empty partition, which has no rules yet',
  [`PATCH ${partition}`]:
    'changes name, description and retention; retention deletes nothing by itself',
  [`POST ${partition}/archive`]: 'only stops writing, or allows it again under the same rules',
  [`PUT ${partition}/users/{userId}`]:
    'changes who may write; owners do, and each change has its history',
  [`DELETE ${partition}/users/{userId}`]:
    'takes access away, and ends what is done in the name of the member',
  [`PUT ${partition}/types/{type}`]: 'sets what later versions must keep; stored ones stay',
  [`POST ${partition}/jobs/{jobId}/cancel`]: 'ends a job',
  [`POST ${partition}/jobs/{jobId}/finish`]:
    'marks an import as done, whose rows come with the import call',
  [`POST ${partition}/jobs/{jobId}/hand-over`]:
    'gives a job another user, with whose rights it goes on',
  'PUT /v1/partitions/all/users/current/visit': 'remembers up to when somebody has read',
  [`PUT ${partition}/read-recording`]: 'sets which reads are recorded',
  [`POST ${partition}/users/{userId}/revert`]: 'begins a draft with what somebody replaced',
  [`POST ${partition}/jobs/{jobId}/revert`]: 'begins a draft with what an import replaced',
  ['POST /v1/partitions/all/users/{userId}/hand-over']:
    'gives ownership, jobs, drafts and shared searches of several partitions another owner',
  [`POST ${partition}/users/{userId}/hand-over`]:
    'gives drafts and shared searches another owner, with whom they stay drafts',
  [`POST ${partition}/jobs/{jobId}/resume`]:
    'goes on with a copy, each page of which is written as the first one is',
  [`PUT ${partition}/change-policy`]:
    'sets the rules themselves; owners do, and each change has its history and its log entry',
  [`POST ${partition}/change-sets`]: 'begins a draft',
  [`PATCH ${set}`]:
    'changes the fields of a draft; one that commits itself does so with its last approval',
  [`DELETE ${set}`]: 'deletes a draft',
  [`POST ${set}/operations`]: 'changes a draft',
  [`PUT ${set}/operations/{operationId}`]: 'changes a draft',
  [`DELETE ${set}/operations/{operationId}`]: 'changes a draft',
  [`POST ${set}/comments`]: 'comments on a draft',
  [`PATCH ${set}/comments/{commentId}`]: 'marks a comment',
  [`POST ${set}/request-changes`]: 'sends a draft back',
  [`POST ${set}/withdraw`]: 'takes a draft back',
  [`POST ${set}/reopen`]: 'makes a draft of it again, whose approvals do not count',
  [`POST ${set}/revert`]: 'begins a draft with the inverse operations',
  [`POST ${partition}/evidence`]: 'makes a file of what was written',
  [`DELETE ${partition}/evidence/{jobId}`]: 'deletes that file',
  [`POST ${partition}/samples`]: 'announces a random sample of changes',
  [`POST ${partition}/samples/{sampleId}/draw`]: 'draws it',
  [`PUT ${partition}/samples/{sampleId}/items/{index}`]:
    'keeps what an auditor concludes of a change',
  [`POST ${partition}/samples/{sampleId}/signature`]: 'signs the conclusions',
  [`POST ${partition}/saved-searches`]: 'keeps a query',
  [`PATCH ${partition}/saved-searches/{searchId}`]: 'keeps a query',
  [`DELETE ${partition}/saved-searches/{searchId}`]: 'deletes a query',
  [`POST ${partition}/subscriptions`]: 'keeps what somebody wants to be told of',
  'POST /v1/subscriptions/seen': 'marks what was told as seen',
  'PATCH /v1/subscriptions/{subscriptionId}': 'keeps what somebody wants to be told of',
  'DELETE /v1/subscriptions/{subscriptionId}': 'tells of nothing any more',
  [`POST ${partition}/webhooks`]: 'keeps where to send what was written',
  [`PATCH ${partition}/webhooks/{webhookId}`]: 'keeps where to send what was written',
  [`DELETE ${partition}/webhooks/{webhookId}`]: 'sends nothing any more',
  [`POST ${partition}/webhooks/{webhookId}/secret`]: 'makes a new secret',
  [`POST ${partition}/webhooks/{webhookId}/attempts/{attemptId}/resend`]:
    'sends again what was written',
  [`POST ${partition}/webhooks/{webhookId}/replay`]: 'sends again what was written',
  [`POST ${partition}/webhooks/{webhookId}/test`]: 'sends an example',
  'POST /v1/alias-url': 'names an address',
  'PATCH /v1/alias-url': 'names an address',
  'POST /v1/alias-url/reactivate': 'names an address',
  'POST /v1/alias-url/visit': 'counts a visit',
};

const nameOf = ({ method, path }: Endpoint): CallName => `${method} ${path as '/'}`;

it('every write call of the contract is listed as writing versions or not', () => {
  const writes = [...dataEndpoints].filter((endpoint: Endpoint) => !isRead(endpoint)).map(nameOf);
  expect([...Object.keys(writing), ...Object.keys(notWriting)].toSorted()).toEqual(
    writes.toSorted(),
  );
});

// All other clients use only these calls: the console with its undo, `annals import` and `apply`, MCP, the client
// package.
it('reads change nothing, and only the search sends a body', () => {
  const asking = [...dataEndpoints].filter(
    (endpoint: Endpoint) => isRead(endpoint) && endpoint.method !== 'GET',
  );
  expect(asking.map(nameOf)).toEqual([`POST ${partition}/objects/search`]);
});

const token = { [limitsHeader]: JSON.stringify({ scopes: [...tokenScopes] }) };
const callers: [string, Person, Record<string, string>][] = [
  ['a master', 'writesAll', {}],
  ['an owner', 'owner', {}],
  ['the author, an editor', 'editor', {}],
  ['a reader', 'reader', {}],
  ['a token of a master', 'writesAll', token],
  ['a token of an owner', 'owner', token],
  ['a token of an editor', 'editor', token],
];

describe.each(testDatabases())('with rules that ask for two approvals, $kind', ({ open }) => {
  const service = listenerForAll(open);

  const write = async (partitionId: string, body: object) => {
    const answer = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: body as never,
    });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const arrange = async (): Promise<There> => {
    const partitionId = await service.makePartition();
    const fromPartitionId = await service.makePartition('Source');
    const emptyPartitionId = await service.makePartition('Target');
    await write(fromPartitionId, { type: 'TAG', objectData: { n: 1 } });
    const first = await write(partitionId, {
      type: 'TAG',
      objectData: { n: 1, name: 'Anna' },
      reason: 'Anna came.',
    });
    const second = await write(partitionId, {
      timelineId: first.timelineId,
      predecessorId: first.id,
      objectData: { n: 2 },
    });
    const params = { partitionId };
    const { body: begun } = await service.call(createChangeSet, {
      as: 'editor',
      params,
      body: { title: 'New prices' },
    });
    const changeSetId = begun.id;
    const ofSet = { partitionId, changeSetId };
    const operation = { operation: 'create', type: 'TAG', objectData: {} } as const;
    await service.call(addOperations, {
      as: 'editor',
      params: ofSet,
      body: { operations: [{ operationId: randomUUID(), operation }] },
    });
    await service.call(changeChangeSet, {
      as: 'editor',
      params: ofSet,
      body: { autoCommit: true },
    });
    return {
      partitionId,
      fromPartitionId,
      emptyPartitionId,
      first,
      second,
      changeSetId,
      revision: 2,
    };
  };
  const ask = async (there: There, approvals: number) => {
    const { partitionId, changeSetId, revision } = there;
    const params = { partitionId, changeSetId };
    const approvers = { roles: ['OWNER', 'EDITOR'] as ('OWNER' | 'EDITOR')[] };
    for (const under of [partitionId, there.emptyPartitionId]) {
      const { status } = await service.call(putChangePolicy, {
        as: 'owner',
        params: { partitionId: under },
        body: { rules: [{ types: null, approvals, approvers }] },
      });
      expect(status).toBe(200);
    }
    if (approvals === 0) return;
    const submitted = await service.call(submitChangeSet, { as: 'editor', params });
    expect(submitted.body.state).toBe('IN_REVIEW');
    const approved = await service.call(approveChangeSet, {
      as: 'owner',
      params,
      body: { revision },
    });
    expect(approved.body.requirements[0]?.given).toBe(1);
  };
  const send = async (
    name: CallName,
    { params, body }: Attempt,
    there: There,
    as: Person,
    headers: Record<string, string> = {},
  ) => {
    const [method = '', path = ''] = name.split(' ');
    const given: Record<string, string> = {
      partitionId: there.partitionId,
      changeSetId: there.changeSetId,
      ...params,
    };
    const answer = await service.send(
      method,
      path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => given[parameter] ?? ''),
      { as, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
    );
    await noJobRuns();
    return answer;
  };
  const noJobRuns = async () =>
    vi.waitFor(
      async () => {
        const [row] = await service.database.query<{ running: number }>(
          sql`select count(*) as running from data.job where state = 'RUNNING'`,
        );
        expect(row?.running).toBe(0);
      },
      { timeout: 300_000 },
    );
  /** All versions under the rules, with what was erased of them. */
  const versionsOf = async ({ partitionId, emptyPartitionId }: There) =>
    service.database.query<{ seq: number; data: string; reason: string | null }>(
      sql`select partition_id, seq, object_data::text as data, reason from data.version
        where partition_id in (${partitionId}, ${emptyPartitionId}) order by partition_id, seq`,
    );

  describe.each(callers)('%s', (_, as, headers) => {
    let there: There;
    beforeAll(async () => {
      there = await arrange();
      await ask(there, 2);
    });

    it.each(Object.keys(writing) as CallName[])('are not bypassed by %s', async (name) => {
      const before = await versionsOf(there);
      for (const attempt of writing[name]?.(there) ?? []) {
        const { status, body } = await send(name, attempt, there, as, headers);
        await expect(versionsOf(there)).resolves.toEqual(before);
        const isDirect = !name.includes('/change-sets/') && !name.endsWith('/jobs');
        if (!isDirect || status === 403) continue;
        expect([status, body.code]).toEqual([409, 'change_set_required']);
      }
    });
  });

  it.each(
    (Object.keys(writing) as CallName[]).filter(
      (name) => !/\/(?:submit|approve)$|\/objects\/\{/.test(name),
    ),
  )('allow an owner %s once they are removed', async (name) => {
    const there = await arrange();
    await ask(there, 0);
    const as = name.includes('/change-sets/') ? 'editor' : 'owner';
    const [attempt = {}] = writing[name]?.(there) ?? [];
    const { status } = await send(name, attempt, there, as);
    expect([name, status < 300]).toEqual([name, true]);
    expect((await versionsOf(there)).length).toBeGreaterThan(2);
  });
});
