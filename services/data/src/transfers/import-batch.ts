import type { ImportRow } from '@annals/contracts/transfers';
import type { Queryable } from '@annals/kit/database/database';
import type { Broken } from '../objects/checked-append.ts';
import type { Draft } from '../objects/draft.ts';
import type { Job } from '../objects/append-job.ts';
import type { WriteRequest } from '../objects/write-request.ts';
import { idIn, importRow, type Importer, type Outcome } from './import-row.ts';
import { RowRefused } from './row-refused.ts';

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
  importer: Importer;
  /** Rows whose data breaks the JSON Schema of its type, by their number. */
  broken: Broken;
  along?: (transaction: Queryable, answer: ImportAnswer) => Promise<void>;
}

export function importBatch(
  { rows, dryRun, skipRefused, importer, broken, along }: Import,
  { bytes, idempotency }: Pick<WriteRequest, 'bytes' | 'idempotency'>,
): Job<ImportAnswer> {
  return {
    needs: needsOf(rows),
    versions: rows.length,
    bytes,
    idempotency: dryRun ? undefined : idempotency,
    decide: (draft) => {
      const written = dryRun ? draft.branch() : draft;
      const answer: ImportAnswer = { created: 0, changed: 0, ended: 0, existing: 0, refused: [] };
      const outcomes: (Outcome | 'refused')[] = [];
      for (const [number, row] of rows.entries()) {
        const decide = (onto: Draft) => importRow(onto, row, importer, broken.get(number));
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
    ...(along ? { along } : {}),
  };
}

/** So that a row that is refused leaves nothing behind. */
function apart(draft: Draft, decide: (branch: Draft) => Outcome): Outcome {
  const branch = draft.branch();
  const outcome = decide(branch);
  draft.adopt(branch);
  return outcome;
}

function needsOf(rows: ImportRow[]): Job<ImportAnswer>['needs'] {
  const keys = new Set<string>();
  const ended = new Set<string>();
  for (const row of rows) {
    keys.add(row.key);
    if ('ended' in row) ended.add(row.key);
    else for (const { key } of row.references) keys.add(key);
  }
  return {
    timelines: [...keys].flatMap((key) => idIn(key) ?? []),
    withData: [...ended].flatMap((key) => idIn(key) ?? []),
    keys: [...keys],
    keysWithData: [...ended],
    versions: rows.flatMap(({ id }) => id?.toLowerCase() ?? []),
  };
}
