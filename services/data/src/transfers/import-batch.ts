import { type RefusedRow } from './import-row.ts';
import type { ImportRow } from '@annals/contracts/transfers';
import type { Queryable } from '@annals/kit/database/database';
import type { DataProblems, CheckedAppend } from '../append/checked-append.ts';
import type { Draft, ReadState } from '../append/draft.ts';
import type { AppendCommand, ReadSet, WriteRequest } from '../append/append-command.ts';
import type { DataInput } from '../types/schemas.ts';
import {
  idIn,
  importRow,
  targetsOf,
  RowRefused,
  timelineOf,
  type Importer,
  type Outcome,
} from './import-row.ts';
import { mergeRow, type WholeRow } from './partial-rows.ts';
import { StartingTimelines } from './starting-timelines.ts';
import { showing } from '../versions/shown-versions.ts';

export type ImportCounts = Record<Outcome, number>;

export interface ImportAnswer extends ImportCounts {
  refused: RefusedRow[];
  /** For a dry run, by row. */
  outcomes?: (Outcome | 'refused')[];
  /** On request: what the rows change, by row. */
  current?: CurrentVersion[];
  /** For a change set, or with what they change: the timelines that keys lead to. */
  timelines?: KnownTimeline[];
}

interface CurrentVersion {
  row: number;
  objectData: Record<string, unknown>;
  references: { name: string; timelineId: string }[];
}

/** Versions that were written in succession. */
export interface SequenceRange {
  first: number;
  last: number;
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
  /** Rows change their objects and do not replace them. */
  partial?: boolean;
  /** Only with dryRun: the answer says what the rows change. */
  withCurrent?: boolean;
  importer: Importer;
  /** Schema violations by row number. */
  broken: DataProblems;
  /** By row number, the whole data of partial rows, as it was checked by the schema. */
  wholes?: ReadonlyMap<number, WholeRow>;
  /** `written` is undefined if nothing was written. */
  afterInsert?: (
    transaction: Queryable,
    answer: ImportAnswer,
    written: SequenceRange | undefined,
  ) => Promise<void>;
}

/** The part of a batch that comes from the request. */
type BatchRequest = Pick<WriteRequest, 'bytes' | 'idempotency'> &
  Pick<AppendCommand<ImportAnswer>, 'after'>;

/** Writes rows to a partition, with their data checked against the JSON Schemas of their types. */
export async function appendRows(
  checked: CheckedAppend,
  partitionId: string,
  batch: Omit<Import, 'broken' | 'wholes'>,
  request: BatchRequest,
): Promise<ImportAnswer> {
  const { rows, importer } = batch;
  const wholes = batch.partial
    ? wholeRows(rows, await checked.read(partitionId, readSetOf(rows, true)))
    : undefined;
  const { given, numbers } = dataOf(rows, wholes);
  return checked.append({ partitionId, userId: importer.userId, given }, (broken) =>
    importBatch(
      { ...batch, broken: byRow(broken, numbers), ...(wholes ? { wholes } : {}) },
      request,
    ),
  );
}

/** The rows as they will probably be written: each changes what is stored, or what a row before it made of that. */
function wholeRows(rows: readonly ImportRow[], stored: ReadState): Map<number, WholeRow> {
  const wholes = new Map<number, WholeRow>();
  const byTimeline = new Map<string, WholeRow | undefined>();
  for (const [number, row] of rows.entries()) {
    const timeline = timelineOf(stored, row.key) ?? row.key;
    if ('ended' in row) continue;
    const before = byTimeline.get(timeline) ?? stored.head(timeline);
    const whole = mergeRow(row, before);
    wholes.set(number, whole);
    byTimeline.set(timeline, whole);
  }
  return wholes;
}

/** The command that appends a batch of rows. */
export function importBatch(
  { afterInsert, ...batch }: Import,
  { bytes, idempotency, after }: BatchRequest,
): AppendCommand<ImportAnswer> {
  const { rows, dryRun, skipUnchanged = false, forChangeSet = false } = batch;
  const { partial = false, withCurrent = false } = batch;
  let range: SequenceRange | undefined;
  return {
    reads: readSetOf(rows, skipUnchanged || partial || withCurrent),
    versions: rows.length,
    bytes,
    idempotency: dryRun ? undefined : idempotency,
    after,
    decide: (draft) => {
      const { answer, written } = decideRows(draft, batch);
      const [first, last] = [written.versions[0], written.versions.at(-1)];
      range = first && last && { first: first.seq, last: last.seq };
      const shown = {
        ...answer,
        ...(withCurrent ? { current: currentOf(draft, rows, answer) } : {}),
        ...(forChangeSet || withCurrent ? { timelines: timelinesOf(draft, rows) } : {}),
      };
      if (!dryRun) draft.adopt(written);
      return withCurrent ? showing(shown, [shownOf(draft, rows, shown.current)]) : shown;
    },
    ...(afterInsert
      ? { afterInsert: async (transaction, answer) => afterInsert(transaction, answer, range) }
      : {}),
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
    wholes,
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
        whole: wholes?.get(number),
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

/** Characters of JSON that an answer has of what rows change; at least one row has its own. */
const maxCurrent = 4 * 1024 * 1024;

function currentOf(
  draft: Draft,
  rows: readonly ImportRow[],
  { outcomes = [] }: ImportAnswer,
): CurrentVersion[] {
  const current: CurrentVersion[] = [];
  let length = 0;
  for (const [number, row] of rows.entries()) {
    const timelineId = outcomes[number] === 'changed' ? timelineOf(draft, row.key) : undefined;
    const head = timelineId === undefined ? undefined : draft.head(timelineId);
    if (!head) continue;
    const { objectData, references } = head;
    length += JSON.stringify(objectData).length;
    if (current.length > 0 && length > maxCurrent) break;
    current.push({ row: number, objectData: objectData ?? {}, references: targetsOf(references) });
  }
  return current;
}

/** The versions whose data the response has. */
function shownOf(
  draft: Draft,
  rows: readonly ImportRow[],
  current: readonly CurrentVersion[] = [],
) {
  const objectIds = current.flatMap(({ row }) => {
    const key = rows[row]?.key;
    const timelineId = key === undefined ? undefined : timelineOf(draft, key);
    return (timelineId === undefined ? undefined : draft.head(timelineId)?.objectId) ?? [];
  });
  return { objectIds, count: () => objectIds.length };
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
function dataOf(
  rows: ImportRow[],
  wholes: ReadonlyMap<number, WholeRow> | undefined,
): { given: DataInput[]; numbers: number[] } {
  const given: DataInput[] = [];
  const numbers: number[] = [];
  for (const [number, row] of rows.entries())
    if (!('ended' in row)) {
      const { objectData } = wholes?.get(number) ?? row;
      given.push({ type: row.type, timelineId: undefined, objectData });
      numbers.push(number);
    }
  return { given, numbers };
}

const byRow = (broken: DataProblems, numbers: number[]): DataProblems =>
  new Map([...broken].map(([index, fields]) => [numbers[index] ?? index, fields]));
