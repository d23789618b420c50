import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database, Queryable, Transaction } from '@annals/kit/database/database';
import { isDistributed } from '@annals/kit/distribution/distribute';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { notFound } from '@annals/kit/problem';
import { idempotencyTable } from '../idempotency/idempotency.ts';
import { addTiles, partitionLeaves } from '../log/append-log.ts';
import { LogBuilder } from '../log/log-builder.ts';
import { decideBatch, type AppendCommand, type Outcome } from './append-command.ts';
import * as table from './append.sql.ts';
import type { Draft, ReadState } from './draft.ts';
import { edgeChanges, VersionRows } from './rows.ts';

/** The commands that one transaction decides for one partition. */
export interface PartitionBatch {
  partitionId: string;
  commands: AppendCommand<unknown>[];
}

/**
 * Decides and writes a batch in a transaction of its own, which waits for the partition's lock.
 * @returns an outcome for each command
 */
export async function appendBatch(database: Database, batch: PartitionBatch): Promise<Outcome[]> {
  const isApart = await isDistributed(database);
  return database.transaction(async (transaction) => {
    const locked = await lockToAppend(transaction, batch.partitionId, isApart);
    const decided = await decideLocked(transaction, batch, locked);
    await writeDecided(transaction, [decided]);
    return decided.outcomes;
  });
}

/**
 * The same for several partitions in one transaction, which waits for no lock.
 * @returns outcomes by partition id; none for one whose lock is held elsewhere
 */
export async function appendUnlockedBatches(
  database: Database,
  batches: PartitionBatch[],
): Promise<Map<string, Outcome[]>> {
  const isApart = await isDistributed(database);
  return database.transaction(async (transaction) => {
    const ids = batches.map(({ partitionId }) => partitionId);
    const locked = await table.lockFreeForAppend(transaction, ids, isApart);
    const decided = await Promise.all(
      batches.flatMap((batch) => {
        const own = locked.get(batch.partitionId);
        return own ? [decideLocked(transaction, batch, own)] : [];
      }),
    );
    await writeDecided(transaction, decided);
    return new Map(decided.map(({ partitionId, outcomes }) => [partitionId, outcomes]));
  });
}

/**
 * @param isApart several servers hold the rows of partitions
 * @throws Problem 404 when there is no such partition
 */
export async function lockToAppend(
  transaction: Queryable,
  partitionId: string,
  isApart = false,
): Promise<table.LockedPartition> {
  const locked = await table.lockForAppend(transaction, partitionId, isApart);
  if (!locked) throw notFound('partition');
  return locked;
}

/** Reads everything that the commands of the batch need, at once. */
export async function readStateFor(
  transaction: Queryable,
  partitionId: string,
  commands: readonly Pick<AppendCommand<unknown>, 'reads' | 'idempotency' | 'after'>[],
): Promise<ReadState> {
  const keyed = commands.flatMap(({ idempotency = [], after = [] }) => [idempotency, after].flat());
  const answers =
    keyed.length > 0 ? await idempotencyTable.findAnswers(transaction, partitionId, keyed) : [];
  const written = [...answers, ...commands.flatMap(({ idempotency = [] }) => idempotency)];
  // The others are refused, whatever is stored.
  const reads = commands
    .filter(({ after }) => !after || written.some((write) => isSameWrite(write, after)))
    .map((command) => command.reads);
  const keys = distinct(reads.flatMap((each) => each.keys ?? []));
  const byKey =
    keys.length > 0 ? await table.findTimelinesByKey(transaction, partitionId, keys) : [];
  const timelines = distinct([
    ...reads.flatMap((each) => each.timelines),
    ...byKey.map(({ timelineId }) => timelineId),
  ]);
  const keysWithData = new Set(reads.flatMap((each) => each.keysWithData ?? []));
  const withData = distinct([
    ...reads.flatMap((each) => each.withData ?? []),
    ...byKey.flatMap(({ key, timelineId }) => (keysWithData.has(key) ? timelineId : [])),
  ]);
  const heads =
    timelines.length > 0
      ? await table.findHeads(transaction, partitionId, timelines, withData)
      : [];
  const ids = distinct(reads.flatMap((each) => each.versions ?? []));
  const versions = ids.length > 0 ? await table.findVersions(transaction, partitionId, ids) : [];

  const headsById = new Map(heads.map((head) => [head.timelineId, head]));
  const timelinesByKey = new Map(byKey.map(({ key, timelineId }) => [key, timelineId]));
  const versionsById = new Map(versions.map((version) => [version.id, version]));
  return {
    head: (timelineId) => headsById.get(timelineId),
    timelineOfKey: (key) => timelinesByKey.get(key),
    version: (objectId) => versionsById.get(objectId),
    answer: (userId, key) => answers.find((answer) => isSameWrite(answer, { userId, key })),
  };
}

type Write = Pick<Idempotency, 'userId' | 'key'>;

const isSameWrite = (one: Write, other: Write): boolean =>
  one.userId === other.userId && one.key === other.key;

/** What is to be written to a partition whose lock is held. */
interface DecidedBatch {
  partitionId: string;
  locked: table.LockedPartition;
  draft: Draft;
  outcomes: Outcome[];
  headBefore: ReadState['head'];
  builder: LogBuilder;
}

async function decideLocked(
  transaction: Queryable,
  batch: PartitionBatch,
  locked: table.LockedPartition,
): Promise<DecidedBatch> {
  const { partitionId, commands } = batch;
  const readState = await readStateFor(transaction, partitionId, commands);
  const { draft, outcomes } = decideBatch(commands, readState, locked.partition);
  const headBefore = (timelineId: string) => readState.head(timelineId);
  const builder = new LogBuilder(
    partitionId,
    locked.log,
    (timelineId) => headBefore(timelineId)?.root,
    (id) => draft.salts.get(id),
  );
  return { partitionId, locked, draft, outcomes, headBefore, builder };
}

async function writeDecided(
  transaction: Transaction,
  decided: readonly DecidedBatch[],
): Promise<void> {
  await insertVersions(transaction, decided);
  for (const { partitionId, locked, draft, outcomes, headBefore, builder } of decided) {
    const { versions, keys, answers } = draft;
    const leaves = partitionLeaves(transaction, partitionId);
    await addTiles(transaction, partitionId, locked.log.size, builder.leaves, leaves);
    table.changeEdges(transaction, partitionId, edgeChanges(versions, headBefore));
    if (keys.size > 0) table.insertKeys(transaction, partitionId, keys);
    if (answers.length > 0) idempotencyTable.insertAnswers(transaction, partitionId, answers);
    for (const outcome of outcomes)
      if ('afterInsert' in outcome) await outcome.afterInsert?.(transaction);
  }
}

/** Characters of JSON that one statement takes: while the database works on it, the rows of the next are built. */
export const statementLength = 200_000;

/** Writes versions and everything that follows from them except edges and the tiles of the log. */
async function insertVersions(
  transaction: Transaction,
  decided: readonly DecidedBatch[],
): Promise<void> {
  const batches = new Map(decided.map((batch) => [batch.partitionId, batch]));
  let left = decided.reduce((sum, { draft }) => sum + draft.versions.length, 0);
  let inserted: Promise<unknown> = Promise.resolve();
  let rows = new VersionRows();
  /** Timelines whose newest version is in the rows. */
  let ended: string[] = [];
  for (const { partitionId, draft, builder } of decided) {
    const newest = new Map(draft.versions.map((version) => [version.timelineId, version.seq]));
    for (const version of draft.versions) {
      const isNewest = newest.get(version.timelineId) === version.seq;
      if (isNewest) ended.push(version.timelineId);
      rows.add(partitionId, version, isNewest, builder.add(version));
      left -= 1;
      if (left > 0 && rows.length < statementLength) continue;
      await inserted;
      inserted = writeRows(transaction, rows, batches, { newest: ended, isLast: left === 0 });
      // A failure is thrown where it is awaited.
      inserted.catch(() => undefined);
      if (left === 0) break;
      // Sends the statement before the next rows are built.
      await yieldToEventLoop();
      rows = new VersionRows(rows.capacity);
      ended = [];
    }
  }
  await inserted;
}

/** Writes what one statement takes; the last one waits for what comes after it. */
async function writeRows(
  transaction: Transaction,
  rows: VersionRows,
  batches: ReadonlyMap<string, DecidedBatch>,
  { newest, isLast }: { newest: readonly string[]; isLast: boolean },
): Promise<void> {
  const { partitions, ...parameters } = rows.finish();
  const inserted: table.Insertion = {
    ...parameters,
    partitions: partitions.flatMap((partition) => {
      const batch = batches.get(partition.partitionId);
      return batch ? [{ ...partition, log: batch.builder.head() }] : [];
    }),
  };
  const [first] = batches.values();
  const knownColumns = first?.locked.known;
  if (!knownColumns) {
    const statement = table.insertion(inserted);
    if (isLast) transaction.write(statement, 'append-insert');
    else await transaction.query(statement, 'append-insert');
    return;
  }
  // Several servers hold the rows of partitions: each has a transaction of its own.
  const starts = (timelineId: string) => first.headBefore(timelineId) === undefined;
  const started = newest.filter(starts);
  const changed = newest.filter((timelineId) => !starts(timelineId));
  table.insertSeparately(transaction, inserted, { started, changed, known: knownColumns });
  for (const { types, writers } of partitions) {
    for (const { type } of types) knownColumns.types.add(type);
    for (const { userId } of writers) knownColumns.writers.add(userId);
  }
}

const distinct = (values: string[]): string[] => [...new Set(values)];
