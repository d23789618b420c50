import type { Queryable } from '@annals/kit/database/database';
import { pageBytes } from '../objects/page-bytes.ts';
import { dataOf, walkAsOf, type Walked } from './as-of-walk.sql.ts';
import type { SearchWish } from './conditions.sql.ts';
import { matches } from './lexemes.ts';

/** Timelines one request walks past at most; what it found until then is a page, if a short one. */
export const longestWalk = 2000;
/** Timelines that one statement walks past after the first one. */
const nextTimelines = 500;

interface Stretch {
  asOf: string;
  /** Go on with timelines below this one. */
  below: string;
  /** Enough when so many are found. */
  most: number;
}

export interface FoundAsOf {
  /** From the youngest timeline on; may be more than were wanted. */
  found: Walked[];
  /** The last timeline walked past; undefined when there is no further one. */
  last: string | undefined;
}

/**
 * The versions of then that match.
 * @param onMatch gets the data of each where words are looked for
 */
export async function searchAsOf(
  database: Queryable,
  partitionId: string,
  wish: SearchWish,
  { asOf, below, most }: Stretch,
  onMatch?: (version: Walked, objectData: Record<string, unknown>) => void,
): Promise<FoundAsOf> {
  const { phrases, ...rest } = wish;
  const found: Walked[] = [];
  let last: string | undefined = below;
  for (let walked = 0; last !== undefined && walked < longestWalk;) {
    // where each that is looked at matches, that is enough
    const timelines = Math.min(walked === 0 ? most : nextTimelines, longestWalk - walked);
    walked += timelines;
    const step = await walkAsOf(database, partitionId, rest, { asOf, below: last, timelines });
    if (!phrases) found.push(...step.versions);
    else
      for (const batch of inBatches(step.versions)) {
        const data = await dataOf(
          database,
          partitionId,
          batch.map(({ seq }) => seq),
        );
        for (const version of batch) {
          const objectData = data.get(version.seq) ?? {};
          if (!matches(objectData, phrases)) continue;
          found.push(version);
          onMatch?.(version, objectData);
        }
        if (found.length >= most) return { found, last: found.at(-1)?.timelineId };
      }
    if (found.length >= most) return { found, last: found.at(-1)?.timelineId };
    last = step.last;
  }
  return { found, last };
}

/** The index knows the words of the newest versions only, so those of then are read, not too much at a time. */
function inBatches(versions: Walked[]): Walked[][] {
  const batches: Walked[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const version of versions) {
    const last = batches.at(-1);
    bytes += version.bytes;
    if (last && bytes <= pageBytes && last.length < 100) last.push(version);
    else {
      batches.push([version]);
      bytes = version.bytes;
    }
  }
  return batches;
}
