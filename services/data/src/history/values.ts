import { pageBytes } from '@annals/kit/lists/page-bytes';
import type { BroughtValue, ValuesSeen } from './history.sql.ts';

/** A value that a field had without a break. */
type Run = Omit<BroughtValue, 'valueBytes'> & {
  /** When another one came. */
  toDate: string | null;
};

/** Where to go on: `top` is the newest version of the run that `from`, not newer, is in. */
interface RunPlace {
  top: number;
  from: number;
}

interface RunsWish {
  /** Looks at versions from one on to older ones. */
  see: (from: number) => Promise<ValuesSeen>;
  /** When a version was written, null for one that is not there. */
  dateOf: (count: number) => Promise<string | null>;
  place: RunPlace;
  pageSize: number;
  /** What one request looks through at most; then a page may be short, even empty. */
  most: { versions: number; bytes: number };
}

/** The runs of a field's values, newest first. `next` is undefined at the end. */
export async function runsOfValues({
  see,
  dateOf,
  place: { top, from },
  pageSize,
  most,
}: RunsWish): Promise<{ runs: Run[]; next: RunPlace | undefined }> {
  const runs: Run[] = [];
  let toDate = await dateOf(top + 1);
  const left = { ...most, answer: pageBytes };
  while (left.versions > 0 && left.bytes > 0) {
    const { brought, seenTo, seen, seenBytes } = await see(from);
    for (const { valueBytes, ...value } of brought) {
      left.answer -= valueBytes;
      if (runs.length === pageSize || (left.answer < 0 && runs.length > 0))
        return { runs, next: { top, from: top } };
      runs.push({ ...value, toDate });
      toDate = value.modificationDate;
      top = value.modificationCount - 1;
    }
    if (top === 0) return { runs, next: undefined };
    if (runs.length === pageSize) return { runs, next: { top, from: top } };
    // Whether the oldest one brought its value shows when it is looked at together with the one before it.
    from = seenTo;
    left.versions -= seen;
    left.bytes -= seenBytes;
  }
  return { runs, next: { top, from } };
}
