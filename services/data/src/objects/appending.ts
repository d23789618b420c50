import type { Database, Queryable } from '@annals/kit/database/database';
import { notFound } from '@annals/kit/problem';
import { findAnswers, insertAnswers, type StoredAnswer } from '../idempotency/idempotency.sql.ts';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import * as table from './append.sql.ts';
import { addTiles } from '../log/append-log.ts';
import { partitionLeaves } from '../log/leaves.sql.ts';
import type { LogHead } from '../log/log-head.sql.ts';
import { Sealing } from '../log/sealing.ts';
import { Draft, type Head, type Present } from './draft.ts';
import { edgeChanges } from './edges.ts';
import type { Version } from './version.ts';
import { momentOf } from '../time/microseconds.ts';

/** What must be read before a job can be decided. */
export interface Needs {
  timelines: string[];
  /** Timelines whose newest data is needed too. */
  withData?: string[];
  keys?: string[];
  /** Those of the keys whose timeline's newest data is needed too. */
  keysWithData?: string[];
  versions?: string[];
  idempotency?: Idempotency | undefined;
}

/** What follows from a decision. */
export interface Decided {
  /** Once the draft is committed. */
  answer(): void;
  /** In the transaction, after what the draft holds is written. */
  along?(transaction: Queryable): Promise<void>;
}

/** Decides on the draft, or throws. */
export interface Decision {
  needs: Needs;
  decide(draft: Draft): Decided;
  fail(error: unknown): void;
}

/** What is to be called once what was decided is committed. */
export type Answers = (() => void)[];

/** What one partition is to be given. */
export interface Share {
  partitionId: string;
  jobs: Decision[];
}

/**
 * Writes what a run of jobs decide, in one transaction under the partition's lock, for which it waits. A job that is
 * refused changes nothing for the others.
 */
export async function appendTogether(database: Database, share: Share): Promise<Answers> {
  return database.transaction(async (transaction) => {
    const locked = await lockToAppend(transaction, share.partitionId);
    return writeShare(transaction, share, locked, await load(transaction, share));
  });
}

/**
 * The same for several partitions in one transaction, which waits for none of their locks.
 * @returns by the ids of the partitions; none for one whose lock somebody has
 */
export async function appendToFree(
  database: Database,
  shares: Share[],
): Promise<Map<string, Answers>> {
  return database.transaction(async (transaction) => {
    const ids = shares.map(({ partitionId }) => partitionId);
    const locked = await table.lockFreeForAppend(transaction, ids);
    const answers = new Map<string, Answers>();
    // The connection takes one statement after the other: while it works on one, the next is made.
    await Promise.all(
      shares.map(async (share) => {
        const own = locked.get(share.partitionId);
        if (!own) return;
        const present = await load(transaction, share);
        answers.set(share.partitionId, await writeShare(transaction, share, own, present));
      }),
    );
    return answers;
  });
}

async function writeShare(
  transaction: Queryable,
  { partitionId, jobs }: Share,
  { clock, log }: table.Locked,
  present: Present,
): Promise<Answers> {
  const draft = new Draft(present, clock);
  const decided = jobs.map((job) => decideApart(draft, job));
  await write(transaction, partitionId, { draft, before: present, log });
  for (const job of decided) await job.along?.(transaction);
  return decided.map((job) => () => job.answer());
}

/** @throws Problem 404 when there is no such partition */
export async function lockToAppend(
  transaction: Queryable,
  partitionId: string,
): Promise<table.Locked> {
  const locked = await table.lockForAppend(transaction, partitionId);
  if (!locked) throw notFound('partition');
  return locked;
}

function decideApart(draft: Draft, job: Decision): Decided {
  const branch = draft.branch();
  try {
    const decided = job.decide(branch);
    draft.adopt(branch);
    return decided;
  } catch (error) {
    return { answer: () => job.fail(error) };
  }
}

async function load(transaction: Queryable, { partitionId, jobs }: Share): Promise<Present> {
  const needs = jobs.map((job) => job.needs);
  const keyed = needs.flatMap(({ idempotency = [] }) => idempotency);
  const answers = keyed.length > 0 ? await findAnswers(transaction, partitionId, keyed) : [];
  const keys = distinct(needs.flatMap((need) => need.keys ?? []));
  const byKey =
    keys.length > 0 ? await table.findTimelinesByKey(transaction, partitionId, keys) : [];
  const timelines = distinct([
    ...needs.flatMap((need) => need.timelines),
    ...byKey.map(({ timelineId }) => timelineId),
  ]);
  const keysWithData = new Set(needs.flatMap((need) => need.keysWithData ?? []));
  const withData = distinct([
    ...needs.flatMap((need) => need.withData ?? []),
    ...byKey.flatMap(({ key, timelineId }) => (keysWithData.has(key) ? timelineId : [])),
  ]);
  const heads =
    timelines.length > 0
      ? await table.findHeads(transaction, partitionId, timelines, withData)
      : [];
  const ids = distinct(needs.flatMap((need) => need.versions ?? []));
  const versions = ids.length > 0 ? await table.findVersions(transaction, partitionId, ids) : [];
  return presentOf(heads, byKey, versions, answers);
}

function presentOf(
  heads: Head[],
  byKey: { key: string; timelineId: string }[],
  versions: Version[],
  answers: StoredAnswer[],
): Present {
  const headsById = new Map(heads.map((head) => [head.timelineId, head]));
  const timelines = new Map(byKey.map(({ key, timelineId }) => [key, timelineId]));
  const versionsById = new Map(versions.map((version) => [version.id, version]));
  return {
    head: (timelineId) => headsById.get(timelineId),
    timelineOfKey: (key) => timelines.get(key),
    version: (objectId) => versionsById.get(objectId),
    answer: (userId, key) =>
      answers.find((answer) => answer.userId === userId && answer.key === key),
  };
}

interface Written {
  draft: Draft;
  before: Present;
  log: LogHead;
}

async function write(
  transaction: Queryable,
  partitionId: string,
  { draft, before, log }: Written,
): Promise<void> {
  const { versions, keys, answers, clock } = draft;
  if (versions.length > 0 && clock.lastChange !== null) {
    const sealing = new Sealing(partitionId, log, (timelineId) => before.head(timelineId)?.root);
    const lastChangeDate = momentOf(clock.lastChange);
    await table.insertVersions(transaction, partitionId, versions, lastChangeDate, sealing);
    await addTiles(
      transaction,
      partitionId,
      log.size,
      sealing.logLeaves,
      partitionLeaves(transaction, partitionId),
    );
    await table.changeEdges(
      transaction,
      partitionId,
      edgeChanges(versions, (timelineId) => before.head(timelineId)),
    );
  }
  if (keys.size > 0) await table.insertKeys(transaction, partitionId, keys);
  if (answers.length > 0) await insertAnswers(transaction, partitionId, answers);
}

const distinct = (values: string[]): string[] => [...new Set(values)];
