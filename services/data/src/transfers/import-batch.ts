import type { ImportRow } from '@annals/contracts/transfers';
import type { Queryable } from '@annals/kit/database/database';
import type { Broken, CheckedAppend } from '../append/checked-append.ts';
import type { Draft } from '../append/draft.ts';
import type { AppendCommand, ReadSet, WriteRequest } from '../append/append-command.ts';
import type { GivenData } from '../types/object-data-check.ts';
import { idIn, importRow, RowRefused, type Importer, type Outcome } from './import-row.ts';

export type ImportCounts = Record<Outcome, number>;

export interface ImportAnswer extends ImportCounts {
  refused: { row: number; code: string; message: string }[];
  /** Of a dry run, by row. */
  outcomes?: (Outcome | 'refused')[];
}

export interface Import {
  rows: ImportRow[];
  /** Nothing is written. */
  dryRun: boolean;
  /** Without it and dryRun, all rows are written or none. */
  skipRefused: boolean;
  /** A row that equals the newest version of its timeline is not written. */
  skipUnchanged?: boolean;
  /** Of the rows that have none of their own. */
  reason?: string | null | undefined;
  importer: Importer;
  /** Rows whose data breaks the JSON Schema of its type, by their number. */
  broken: Broken;
  afterInsert?: (transaction: Queryable, answer: ImportAnswer) => Promise<void>;
}

/** Writes rows to a partition, their data checked by the JSON Schemas of their types. */
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
  {
    rows,
    dryRun,
    skipRefused,
    skipUnchanged = false,
    reason,
    importer,
    broken,
    afterInsert,
  }: Import,
  { bytes, idempotency }: Pick<WriteRequest, 'bytes' | 'idempotency'>,
): AppendCommand<ImportAnswer> {
  return {
    reads: readSetOf(rows, skipUnchanged),
    versions: rows.length,
    bytes,
    idempotency: dryRun ? undefined : idempotency,
    decide: (draft) => {
      const written = dryRun ? draft.branch() : draft;
      const answer: ImportAnswer = { created: 0, changed: 0, ended: 0, existing: 0, refused: [] };
      const outcomes: (Outcome | 'refused')[] = [];
      for (const [number, row] of rows.entries()) {
        const decide = (onto: Draft) =>
          importRow(onto, row, { importer, broken: broken.get(number), skipUnchanged, reason });
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
    },
    ...(afterInsert ? { afterInsert } : {}),
  };
}

/** So that a row that is refused leaves nothing behind. */
function apart(draft: Draft, decide: (branch: Draft) => Outcome): Outcome {
  const branch = draft.branch();
  const outcome = decide(branch);
  draft.adopt(branch);
  return outcome;
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

/** The data of the rows that bring any, and the number of the row of each. */
function dataOf(rows: ImportRow[]): { given: GivenData[]; numbers: number[] } {
  const given: GivenData[] = [];
  const numbers: number[] = [];
  for (const [number, row] of rows.entries())
    if (!('ended' in row)) {
      given.push({ type: row.type, timelineId: undefined, objectData: row.objectData });
      numbers.push(number);
    }
  return { given, numbers };
}

const byRow = (broken: Broken, numbers: number[]): Broken =>
  new Map([...broken].map(([index, fields]) => [numbers[index] ?? index, fields]));
