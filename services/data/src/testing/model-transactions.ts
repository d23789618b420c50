import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { CallInput } from '@annals/contracts/endpoint';
import { commitTransaction } from '@annals/contracts/transactions';
import { people } from './data-listener.ts';
import type { ModelVersion, NewVersion } from './history-model.ts';
import { objectData } from './model-data.ts';
import {
  reasons,
  referenceNames,
  refusalOf,
  validReferences,
  roleRefusal,
  typeNames,
  writers,
} from './model-writes.ts';
import { expectStatus, pick, unknownId, type ServiceModel } from './service-model.ts';
import { shown, type PartitionModel } from './partition-model.ts';

const some = <T>(...items: T[]) => fc.constantFrom(...items);

const anyOperation = fc.record({
  what: some('create', 'create', 'newVersion', 'end', 'restore'),
  place: fc.nat(),
  old: fc.nat(),
  type: some(...typeNames),
  data: objectData,
  references: fc.array(fc.record({ name: some(...referenceNames), to: fc.nat() }), {
    maxLength: 2,
  }),
  /** References to objects of the same call. */
  local: fc.array(fc.record({ name: some(...referenceNames), to: fc.nat() }), { maxLength: 2 }),
  /** Whether the operation stays as generated, even if it will be refused. */
  careless: fc.nat(19).map((n) => n === 19),
  follows: fc.nat(19).map((n) => (n < 10 ? 'latest' : n === 19 ? 'stale' : 'any')),
});
type OperationStep = typeof anyOperation extends fc.Arbitrary<infer Step> ? Step : never;

export const transactions = fc.record({
  do: fc.constant('transaction'),
  as: writers,
  operations: fc.array(anyOperation, { minLength: 1, maxLength: 6 }),
  dryRun: fc.nat(5).map((n) => n === 5),
  keyed: fc.boolean(),
  reason: reasons,
});
type TransactionStep = typeof transactions extends fc.Arbitrary<infer Step> ? Step : never;

type Sent = CallInput<typeof commitTransaction>['body']['operations'][number];

/** An operation as it is sent, and its expected result. */
interface Planned {
  sent: Sent;
  head: ModelVersion | undefined;
  old: ModelVersion | undefined;
  predecessorId: string | undefined;
  /** Undefined for an end; without references to objects of the same call. */
  content: NewVersion['content'] | undefined;
  local: { name: string; operation: number }[];
}

export async function commitOperations(
  model: ServiceModel,
  partition: PartitionModel,
  step: TransactionStep,
): Promise<void> {
  const planned = plan(partition, step);
  if (planned.length === 0) return;
  const call = async (operations: Sent[]) =>
    model.service.call(commitTransaction, {
      as: step.as,
      headers: step.keyed ? { 'idempotency-key': key } : {},
      params: { partitionId: partition.id },
      query: step.dryRun ? { dryRun: true } : {},
      body: { operations, ...(step.reason === undefined ? {} : { reason: step.reason }) },
    });
  const key = randomUUID();
  const operations = planned.map(({ sent }) => sent);
  const answer = await call(operations);

  const role = roleRefusal(partition, step.as);
  if (role) return expectStatus(answer, role.status);
  if (partition.state.archived) {
    expectStatus(answer, 409);
    expect(answer.body.code).toBe('partition_archived');
    return;
  }
  const { fields, conflicts } = refusalsOf(partition, planned);
  if (fields.length + conflicts.length > 0) {
    expectStatus(answer, fields.length > 0 ? 400 : 409);
    expect(answer.body.fields?.map(({ path }) => path) ?? []).toEqual(fields);
    expect(answer.body.conflicts ?? []).toEqual(conflicts);
    return;
  }
  expectStatus(answer, step.dryRun ? 200 : 201);
  expect(answer.body.data).toHaveLength(planned.length);
  if (step.dryRun) return;
  append(partition, planned, answer.body.data as ModelVersion[], step);
  const sendOther = async () => call([...operations, otherOperation]);
  if (step.keyed)
    model.answered.push({
      partition,
      as: step.as,
      answer,
      repeat: () => call(operations),
      sendOther,
    });
}

const otherOperation: Sent = { operation: 'create', type: 'OTHER', objectData: {} };

/** At most one operation for each timeline. */
function plan({ history }: PartitionModel, { operations }: TransactionStep): Planned[] {
  const heads = new Map<number, ModelVersion>();
  const taken = new Set<string>();
  const used = operations.filter((step, index) => {
    if (step.what === 'create') return true;
    const head = pick(history.heads(), step.place);
    if (!head || taken.has(head.timelineId)) return false;
    // Ended timelines are mostly left alone, so that most transactions are written.
    if (head.endedDate !== null && step.what !== 'restore' && !step.careless) return false;
    taken.add(head.timelineId);
    heads.set(index, head);
    return true;
  });
  const starts = used.flatMap(({ what }, index) => (what === 'create' ? [index] : []));
  return used.map((step, index) => {
    const head = heads.get(operations.indexOf(step));
    const given = step.references.map(({ name, to }) => ({
      name,
      timelineId: pick([...history.heads(), { timelineId: unknownId }], to)?.timelineId ?? '',
    }));
    const references = step.careless ? given : validReferences(history, given);
    const local = step.local.flatMap(({ name, to }) => {
      const operation = pick(starts, to);
      return operation === undefined ? [] : [{ name, operation }];
    });
    const distinct = local.filter(
      (one, place) =>
        local.findIndex((other) => other.name === one.name && other.operation === one.operation) ===
        place,
    );
    return operationOf(history, step, { head, references, index, local: distinct });
  });
}

function operationOf(
  history: PartitionModel['history'],
  step: OperationStep,
  {
    head,
    references,
    index,
    local,
  }: Pick<Planned, 'head' | 'local'> & {
    references: NonNullable<Planned['content']>['references'];
    index: number;
  },
): Planned {
  const predecessorId =
    !head || step.follows === 'any'
      ? undefined
      : step.follows === 'latest'
        ? head.id
        : (head.predecessorId ?? unknownId);
  const known = predecessorId === undefined ? {} : { predecessorId };
  const timelineId = head?.timelineId ?? '';
  const written = {
    objectData: step.data,
    references: [
      ...references,
      ...local.map(({ name, operation }) => ({ name, localName: `object ${operation}` })),
    ],
  };
  const content = { type: head?.type ?? step.type, objectData: step.data, references };
  const common = { head, predecessorId, old: undefined, content, local };
  switch (step.what) {
    case 'create': {
      const localName = `object ${index}`;
      return {
        ...common,
        sent: { operation: 'create', localName, type: step.type, ...written },
      };
    }
    case 'newVersion':
      return { ...common, sent: { operation: 'newVersion', timelineId, ...written, ...known } };
    case 'end':
      return {
        ...common,
        content: undefined,
        local: [],
        sent: { operation: 'end', timelineId, ...known },
      };
    default: {
      const old = pick(history.history(timelineId), step.old);
      return {
        head,
        predecessorId,
        old,
        content: old && { ...old, type: content.type },
        local: [],
        sent: { operation: 'restore', timelineId, objectId: old?.id ?? '', ...known },
      };
    }
  }
}

function refusalsOf(partition: PartitionModel, operations: Planned[]) {
  const fields: string[] = [];
  const conflicts: unknown[] = [];
  for (const [operation, { sent, ...write }] of operations.entries()) {
    const as = sent.operation === 'restore' ? 'restore' : 'transaction';
    const refusal = refusalOf(partition, Object.assign(write, { do: as } as const));
    for (const path of refusal?.fields ?? [])
      fields.push(path.replace('body', `body.operations.${operation}`));
    if (refusal?.status === 409)
      conflicts.push({
        operation,
        code: refusal.code,
        message: expect.any(String),
        messageCode: expect.any(String),
        current: refusal.current && shown(partition.id, refusal.current),
      });
  }
  return { fields, conflicts };
}

/** Appends what was written in the order of its numbers, without gaps and with one date. */
function append(
  { history, id: partitionId }: PartitionModel,
  operations: Planned[],
  written: ModelVersion[],
  { as, reason }: TransactionStep,
): void {
  const [first] = written;
  expect((first?.modificationDate ?? '') > (history.versions.at(-1)?.modificationDate ?? '')).toBe(
    true,
  );
  const starts = new Map(written.map((version) => [version.timelineId, version]));
  const before = history.versions.length;
  const order = written.toSorted((left, right) => left.sequence - right.sequence);
  expect(order.map(({ sequence }) => sequence)).toEqual(order.map((_, n) => before + 1 + n));
  for (const version of order) {
    const operation = operations[written.indexOf(version)];
    const { content, local = [], head } = operation ?? {};
    const references = [
      ...(content?.references ?? []),
      ...local.map((one) => ({
        name: one.name,
        timelineId: written[one.operation]?.timelineId ?? '',
      })),
    ];
    expect(history.versions.some(({ id }) => id === version.id)).toBe(false);
    const appended = history.append(
      {
        id: version.id,
        timelineId: head?.timelineId ?? version.timelineId,
        date: first?.modificationDate ?? '',
        userId: people[as].userId,
        reason,
        ...(content ? { content: { ...content, references } } : {}),
      },
      starts,
    );
    expect(version).toEqual(shown(partitionId, appended));
  }
}
