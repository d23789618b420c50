import type { ImportRow } from '@annals/contracts/transfers';
import type { Queryable } from '@annals/kit/database/database';
import type { DataProblems, CheckedAppend } from '../append/checked-append.ts';
import type { Draft } from '../append/draft.ts';
import type { AppendCommand, ReadSet, WriteRequest } from '../append/append-command.ts';
import type { DataInput } from '../types/schemas.ts';
import {
  idIn,
  importRow,
  RowRefused,
  timelineOf,
  type Importer,
  type Outcome,
} from './import-row.ts';
import { StartingTimelines } from './starting-timelines.ts';

export type ImportCounts = Record<Outcome, number>;

export interface ImportAnswer extends ImportCounts {
  refused: { row: number; code: string; message: string }[];
  /** For a dry run, by row. */
  outcomes?: (Outcome | 'refused')[];
  /** For a change set: the timelines that keys lead to. */
  timelines?: KnownTimeline[];
}

type KnownTimeline = { key: string; timelineId: string; objectId: string; ended: boolean };

export interface Import {
  rows: ImportRow[];
  /** Nothing is written. */
  dryRun: boolean;
  /** Without it and dryRun, all rows are written or none. */
  skipRefused: boolean;
  /** A row that equals the newest version of its timeline is not written. */
  skipUnchanged?: boolean;
  /** Only with dryRun: the rules of the partition are applied when the change set is committed. */
  forChangeSet?: boolean;
  /** The reason of rows without their own. */
  reason?: string | null | undefined;
  importer: Importer;
  /** Schema violations by row number. */
  broken: DataProblems;
  afterInsert?: (transaction: Queryable, answer: ImportAnswer) => Promise<void>;
}

/** Writes rows to a partition, with their data checked against the JSON Schemas of their types. */
export async function appendRows(
  checked: CheckedAppend,
  partitionId: string,
  batch: Omit<Import, 'broken'>,
  request: Pick<WriteRequest, 'bytes' | 'idempotency'>,
): Promise<ImportAnswer> {
  const { given, numbers } = dataOf(batch.rows);
  const { userId } = batch.importer;
  return checked.append({ partitionId, userId, given }, (broken) =>
    importBatch({ ...batch, broken: byRow(broken, numbers) }, request),
  );
}

/** The command that appends a batch of rows. */
export function importBatch(
  { afterInsert, ...batch }: Import,
  { bytes, idempotency }: Pick<WriteRequest, 'bytes' | 'idempotency'>,
): AppendCommand<ImportAnswer> {
  const { rows, dryRun, skipUnchanged = false, forChangeSet = false } = batch;
  return {
    reads: readSetOf(rows, skipUnchanged),
    versions: rows.length,
    bytes,
    idempotency: dryRun ? undefined : idempotency,
    decide: (draft) => {
      const { answer, written } = decideRows(draft, batch);
      if (!dryRun) draft.adopt(written);
      return forChangeSet ? { ...answer, timelines: timelinesOf(draft, rows) } : answer;
    },
    ...(afterInsert ? { afterInsert } : {}),
  };
}

/** After this many attempts no row may refer to a later one. */
const maxAttempts = 10;

/** Rows that refer to a refused later row are refused as well. */
function decideRows(
  draft: Draft,
  batch: Omit<Import, 'afterInsert'>,
): { answer: ImportAnswer; written: Draft } {
  const refused = new Set<number>();
  for (let attempt = 1; ; attempt++) {
    const written = draft.branch();
    if (batch.forChangeSet) written.partition.changeRules = null;
    const starting = new StartingTimelines(batch.rows, refused);
    const answer = tryRows(written, batch, starting);
    const missing = answer.refused.filter(({ row }) => starting.startedBy(row));
    if (missing.length === 0) return { answer, written };
    const all = attempt === maxAttempts ? batch.rows.keys() : missing.map(({ row }) => row);
    for (const row of all) refused.add(row);
  }
}

function tryRows(
  written: Draft,
  {
    rows,
    dryRun,
    skipRefused,
    skipUnchanged = false,
    reason,
    importer,
    broken,
  }: Omit<Import, 'afterInsert'>,
  starting: StartingTimelines,
): ImportAnswer {
  const answer: ImportAnswer = { created: 0, changed: 0, ended: 0, existing: 0, refused: [] };
  const outcomes: (Outcome | 'refused')[] = [];
  for (const [number, row] of rows.entries()) {
    const decide = (onto: Draft) =>
      importRow(onto, row, {
        importer,
        number,
        starting,
        broken: broken.get(number),
        skipUnchanged,
        reason,
      });
    try {
      const outcome = dryRun || skipRefused ? apart(written, decide) : decide(written);
      answer[outcome] += 1;
      outcomes.push(outcome);
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      if (!dryRun && !skipRefused) throw error.ofBatch(number);
      answer.refused.push(error.inList(number));
      outcomes.push('refused');
    }
  }
  return dryRun ? { ...answer, outcomes } : answer;
}

/** In a branch, so that a refused row leaves nothing behind. */
function apart(draft: Draft, decide: (branch: Draft) => Outcome): Outcome {
  const branch = draft.branch();
  const outcome = decide(branch);
  draft.adopt(branch);
  return outcome;
}

function timelinesOf(draft: Draft, rows: ImportRow[]): KnownTimeline[] {
  const keys = rows.flatMap((row) => [
    row.key,
    ...('ended' in row ? [] : row.references.map(({ key }) => key)),
  ]);
  return [...new Set(keys)].flatMap((key) => {
    const timelineId = timelineOf(draft, key);
    const head = timelineId === undefined ? undefined : draft.head(timelineId);
    if (!head) return [];
    return {
      key,
      timelineId: head.timelineId,
      objectId: head.objectId,
      ended: head.endedDate !== null,
    };
  });
}

function readSetOf(rows: ImportRow[], skipUnchanged: boolean): ReadSet {
  const keys = new Set<string>();
  const withData = new Set<string>();
  for (const row of rows) {
    keys.add(row.key);
    if (skipUnchanged || 'ended' in row) withData.add(row.key);
    if (!('ended' in row)) for (const { key } of row.references) keys.add(key);
  }
  return {
    timelines: [...keys].flatMap((key) => idIn(key) ?? []),
    withData: [...withData].flatMap((key) => idIn(key) ?? []),
    keys: [...keys],
    keysWithData: [...withData],
    versions: rows.flatMap(({ id }) => id?.toLowerCase() ?? []),
  };
}

/** The data of the rows that have any, and their row numbers. */
function dataOf(rows: ImportRow[]): { given: DataInput[]; numbers: number[] } {
  const given: DataInput[] = [];
  const numbers: number[] = [];
  for (const [number, row] of rows.entries())
    if (!('ended' in row)) {
      given.push({ type: row.type, timelineId: undefined, objectData: row.objectData });
      numbers.push(number);
    }
  return { given, numbers };
}

const byRow = (broken: DataProblems, numbers: number[]): DataProblems =>
  new Map([...broken].map(([index, fields]) => [numbers[index] ?? index, fields]));
