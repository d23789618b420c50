import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { currentDataUser } from '@annals/contracts/data-user';
import { exportObjects, importObjects } from '@annals/contracts/transfers';
import { testDatabases } from '@annals/kit/testing/databases';
import { runs } from '@annals/contracts/testing/exhaustive';
import { people, listenerForAll, type Person } from './testing/data-listener.ts';
import { readAllPages } from './testing/read-all-pages.ts';
import {
  changePartitionBy,
  followChanges,
  follows,
  partitionChanges,
} from './testing/model-changes.ts';
import { importBatch, imports } from './testing/model-import.ts';
import { compareRead, questions } from './testing/model-reads.ts';
import { expectStatus, pick, ServiceModel } from './testing/service-model.ts';
import { commitOperations, transactions } from './testing/model-transactions.ts';
import { objectWrites, writeObject } from './testing/model-writes.ts';
import type { PartitionModel } from './testing/partition-model.ts';

const numRuns = Number(process.env['MODEL_RUNS'] ?? runs(20));

const repetitions = fc.record({
  do: fc.constant('repeat'),
  which: fc.nat(),
  isOther: fc.boolean(),
});
const anySteps = fc.record({
  partition: fc.nat(7).map((n) => (n === 7 ? 1 : 0)),
  step: fc.oneof(
    { weight: 12, arbitrary: objectWrites },
    { weight: 5, arbitrary: imports },
    { weight: 4, arbitrary: transactions },
    { weight: 3, arbitrary: partitionChanges },
    { weight: 1, arbitrary: repetitions },
    { weight: 2, arbitrary: follows },
    { weight: 8, arbitrary: questions },
  ),
});
type Step = typeof anySteps extends fc.Arbitrary<infer Each> ? Each : never;

describe.each(testDatabases())('random runs against a plain model, $kind', ({ open }) => {
  const service = listenerForAll(open);

  beforeAll(async () => {
    // Only a user who has called the service counts as another owner.
    for (const as of Object.keys(people) as Person[]) await service.call(currentDataUser, { as });
  });

  it(
    'answers every read like the model, now and as of any moment',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anySteps, { minLength: 40, maxLength: 60 }),
          fc.array(questions, { minLength: 30, maxLength: 30 }),
          async (steps, asked) => {
            const model = new ServiceModel(service, service.database);
            await model.addPartition();
            await model.addPartition();
            for (const step of steps) await take(model, step);
            for (const [n, question] of asked.entries())
              await compareRead(
                model,
                pick(model.partitions, n % 4 === 3 ? 1 : 0) as PartitionModel,
                question,
              );
            await followToTheEnd(model);
            const { rows, again } = await roundTrip(model);
            expect(again).toEqual(rows);
          },
        ),
        {
          numRuns,
          interruptAfterTimeLimit: numRuns * 60_000,
          markInterruptAsFailure: true,
          // Shrinking takes minutes: run TEST_SEED=… MODEL_RUNS=20 with the reported seed.
          endOnFailure: process.env['MODEL_RUNS'] === undefined,
        },
      );
    },
    numRuns * 70_000,
  );
});

async function take(model: ServiceModel, { partition: n, step }: Step): Promise<void> {
  const partition = pick(model.partitions, n) as PartitionModel;
  switch (step.do) {
    case 'ask':
      return compareRead(model, partition, step);
    case 'transaction':
      return commitOperations(model, partition, step);
    case 'import':
      return importBatch(model, partition, step);
    case 'followChanges':
      return followChanges(model, step);
    case 'repeat':
      return repeat(model, step);
    case 'start':
    case 'follow':
    case 'end':
    case 'restore':
      return writeObject(model, partition, step);
    default:
      return changePartitionBy(model, partition, step);
  }
}

/** With the same Idempotency-Key nothing is written, and the first response is repeated. */
async function repeat(
  model: ServiceModel,
  { which, isOther }: { which: number; isOther: boolean },
): Promise<void> {
  const written = pick(model.answered, which);
  if (!written) return;
  const refusal = written.partition.refusalOf(written.as, 'EDITOR');
  const answer = await (isOther ? written.sendOther() : written.repeat());
  expectStatus(answer, refusal ?? (isOther ? 422 : written.answer.status));
  if (!refusal && !isOther) expect(answer.body).toEqual(written.answer.body);
}

async function followToTheEnd(model: ServiceModel): Promise<void> {
  for (const [who, follower] of model.followers.entries())
    while (follower.seen < follower.partition.history.versions.length)
      await followChanges(model, { who, pageSize: 50 });
}

/** An export imports into another partition, whose export is equal. */
async function roundTrip(model: ServiceModel) {
  const { service } = model;
  const [from] = model.partitions;
  const exported = async (partitionId: string | undefined) =>
    readAllPages(service, exportObjects, {
      as: 'writesAll',
      params: { partitionId: partitionId ?? '' },
      query: { pageSize: 500 },
    });
  const rows = await exported(from?.id);
  if (rows.length === 0) return { rows, again: rows };
  const partitionId = await service.makePartition();
  const imported = await service.call(importObjects, {
    as: 'writesAll',
    params: { partitionId },
    body: { rows: rows },
  });
  expectStatus(imported, 200);
  return { rows, again: await exported(partitionId) };
}
