import { pageBytes } from '@annals/kit/lists/page-bytes';
import type { ValueChange, ValueChanges } from './history.sql.ts';

/** A value that a field had over consecutive versions. */
type Run = Omit<ValueChange, 'valueBytes'> & {
  /** When another value followed. */
  toDate: string | null;
};

/** Where to continue: `top` is the newest version of the run that contains `from`. */
interface RunPosition {
  top: number;
  from: number;
}

interface RunsQuery {
  /** Reads the changes in versions from one on to older ones. */
  readChanges: (from: number) => Promise<ValueChanges>;
  /** When a version was written; null for an unknown one. */
  dateOf: (count: number) => Promise<string | null>;
  position: RunPosition;
  pageSize: number;
  /** The most that one request reads; beyond it a page may be short or even empty. */
  limits: { versions: number; bytes: number };
}

/** The values of a field over time, newest first. `next` is undefined at the end. */
export async function valueRuns({
  readChanges,
  dateOf,
  position: { top, from },
  pageSize,
  limits,
}: RunsQuery): Promise<{ runs: Run[]; next: RunPosition | undefined }> {
  const runs: Run[] = [];
  let toDate = await dateOf(top + 1);
  const left = { ...limits, answer: pageBytes };
  while (left.versions > 0 && left.bytes > 0) {
    const { changes, oldest, versions, bytes } = await readChanges(from);
    for (const { valueBytes, ...value } of changes) {
      left.answer -= valueBytes;
      if (runs.length === pageSize || (left.answer < 0 && runs.length > 0))
        return { runs, next: { top, from: top } };
      runs.push({ ...value, toDate });
      toDate = value.modificationDate;
      top = value.modificationCount - 1;
    }
    if (top === 0) return { runs, next: undefined };
    if (runs.length === pageSize) return { runs, next: { top, from: top } };
    // Whether the oldest one changes its value is known when it is read together with its predecessor.
    from = oldest;
    left.versions -= versions;
    left.bytes -= bytes;
  }
  return { runs, next: { top, from } };
}
