import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database, Queryable, Transaction } from '@annals/kit/database/database';
import { isDistributed } from '@annals/kit/distribution/distribute';
import { notFound } from '@annals/kit/problem';
import { findAnswers, insertAnswers } from '../idempotency/idempotency.sql.ts';
import { addTiles, partitionLeaves } from '../log/append-log.ts';
import { LogBuilder } from '../log/log-builder.ts';
import type { Version } from '../versions/version.ts';
import type { AppendCommand } from './append-command.ts';
import * as table from './append.sql.ts';
import { decideBatch, type Outcome } from './decide.ts';
import type { ReadState } from './draft.ts';
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
    return writeBatch(transaction, batch, locked, await readStateFor(transaction, batch));
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
    const outcomes = new Map<string, Outcome[]>();
    // The connection runs one statement at a time: while it works on one, the next is built.
    await Promise.all(
      batches.map(async (batch) => {
        const own = locked.get(batch.partitionId);
        if (!own) return;
        const readState = await readStateFor(transaction, batch);
        outcomes.set(batch.partitionId, await writeBatch(transaction, batch, own, readState));
      }),
    );
    return outcomes;
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
  { partitionId, commands }: PartitionBatch,
): Promise<ReadState> {
  const reads = commands.map((command) => command.reads);
  const keyed = commands.flatMap(({ idempotency = [] }) => idempotency);
  const answers = keyed.length > 0 ? await findAnswers(transaction, partitionId, keyed) : [];
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
    answer: (userId, key) =>
      answers.find((answer) => answer.userId === userId && answer.key === key),
  };
}

async function writeBatch(
  transaction: Transaction,
  { partitionId, commands }: PartitionBatch,
  { partition, log, known }: table.LockedPartition,
  readState: ReadState,
): Promise<Outcome[]> {
  const { draft, outcomes } = decideBatch(commands, readState, partition);
  const { versions, keys, answers } = draft;
  if (versions.length > 0) {
    const headBefore = (timelineId: string) => readState.head(timelineId);
    const builder = new LogBuilder(
      partitionId,
      log,
      (timelineId) => headBefore(timelineId)?.root,
      (id) => draft.salts.get(id),
    );
    const write = known
      ? insertionApart(transaction, partitionId, known, (id) => headBefore(id) === undefined)
      : insertionTogether(transaction, partitionId);
    await insertVersions(partitionId, versions, builder, write);
    const leaves = partitionLeaves(transaction, partitionId);
    await addTiles(transaction, partitionId, log.size, builder.leaves, leaves);
    table.changeEdges(transaction, partitionId, edgeChanges(versions, headBefore));
  }
  if (keys.size > 0) table.insertKeys(transaction, partitionId, keys);
  if (answers.length > 0) insertAnswers(transaction, partitionId, answers);
  for (const outcome of outcomes)
    if ('afterInsert' in outcome) await outcome.afterInsert?.(transaction);
  return outcomes;
}

/** Characters of JSON that one statement takes: while the database works on it, the rows of the next are built. */
export const statementLength = 200_000;

/** Writes what one statement takes; a last one may wait for what comes after it. */
type WriteInsertion = (
  inserted: table.Insertion,
  /** Timelines whose newest version is in it. */
  newest: readonly string[],
  isLast: boolean,
) => Promise<void>;

const insertionTogether =
  (transaction: Transaction, partitionId: string): WriteInsertion =>
  async (inserted, _newest, isLast) => {
    const statement = table.insertion(partitionId, inserted);
    if (isLast) transaction.write(statement, table.insertionName);
    else await transaction.query(statement, table.insertionName);
  };

/** @param starts whether a timeline has no head before this transaction */
const insertionApart =
  (
    transaction: Transaction,
    partitionId: string,
    known: table.Known,
    starts: (timelineId: string) => boolean,
  ): WriteInsertion =>
  async (inserted, newest) => {
    const started = newest.filter(starts);
    const changed = newest.filter((timelineId) => !starts(timelineId));
    table.insertApart(transaction, partitionId, inserted, { started, changed, known });
    for (const { type } of inserted.types) known.types.add(type);
    for (const { userId } of inserted.writers) known.writers.add(userId);
  };

/** Writes versions and everything that follows from them except edges and the tiles of the log. */
async function insertVersions(
  partitionId: string,
  versions: Version[],
  builder: LogBuilder,
  write: WriteInsertion,
): Promise<void> {
  const newest = new Map(versions.map((version) => [version.timelineId, version.seq]));
  const insertion = (of: VersionRows, until: Version): table.Insertion => ({
    ...of.finish(),
    lastChangeDate: until.modificationDate,
    arrivedDate: until.importedDate ?? until.modificationDate,
    log: builder.head(),
  });
  let inserted: Promise<unknown> = Promise.resolve();
  let rows = new VersionRows(partitionId);
  let ended: string[] = [];
  for (const version of versions) {
    const isNewest = newest.get(version.timelineId) === version.seq;
    if (isNewest) ended.push(version.timelineId);
    rows.add(version, isNewest, builder.add(version));
    const isLast = version.seq === versions.at(-1)?.seq;
    if (!isLast && rows.length < statementLength) continue;
    await inserted;
    inserted = write(insertion(rows, version), ended, isLast);
    // A failure is thrown where it is awaited.
    inserted.catch(() => undefined);
    if (isLast) break;
    // Sends the statement before the next rows are built.
    await yieldToEventLoop();
    rows = new VersionRows(partitionId, rows.capacity);
    ended = [];
  }
  await inserted;
}

const distinct = (values: string[]): string[] => [...new Set(values)];
