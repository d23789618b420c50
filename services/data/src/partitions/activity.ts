import sql from 'sql-template-tag';
import { say } from '@annals/contracts/messages';
import type { activityUnits } from '@annals/contracts/partitions';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest } from '@annals/kit/problem';
import type { AsOf } from '../versions/as-of.sql.ts';
import { isoDateTime } from '../versions/timestamps.ts';
import { countAt } from './versions-per-day.ts';

type Unit = (typeof activityUnits)[number];

const dayMs = 86_400_000;
/** The approximate length of a week, month or year, to choose among them. */
const daysOf = { day: 1, week: 7, month: 30.44, year: 365.25 };
/** As many as are distinguishable on a phone, and few enough to look each one up. */
const maxPeriods = 120;

interface Periods {
  unit: Unit;
  /** The start of each, in milliseconds since 1970; the first may be in the middle of a unit. */
  starts: number[];
}

/** Splits the range into days, weeks from Monday on, months or years in UTC: the shortest that gives few enough. */
export function periodsOf(from: number, to: number): Periods {
  const days = (to - from) / dayMs;
  const unit =
    (['day', 'week', 'month'] as const).find((each) => days / daysOf[each] <= maxPeriods) ?? 'year';
  const step = unit === 'year' ? Math.ceil(days / daysOf.year / maxPeriods) : 1;
  const starts = [from];
  for (let next = nextOf(from, unit, step); next < to; next = nextOf(next, unit, step))
    starts.push(next);
  return { unit, starts };
}

/** The start of the next unit after a moment, or of the one after several. */
function nextOf(at: number, unit: Unit, step: number): number {
  const next = new Date(at);
  next.setUTCHours(0, 0, 0, 0);
  if (unit === 'day') next.setUTCDate(next.getUTCDate() + step);
  else if (unit === 'week') next.setUTCDate(next.getUTCDate() + 7 - ((next.getUTCDay() + 6) % 7));
  else if (unit === 'month') next.setUTCMonth(next.getUTCMonth() + step, 1);
  else next.setUTCFullYear(next.getUTCFullYear() + step, 0, 1);
  return next.getTime();
}

/** Not compared as texts, because fractions of a second may be omitted. */
const isBefore = (moment: string, other: string) => Date.parse(moment) < Date.parse(other);

interface ActivityQuery {
  asOf: AsOf | undefined;
  from: string | undefined;
  to: string | undefined;
}

/**
 * The number of versions of each period. Each start is one index lookup, however many versions there are.
 * @throws Problem 400 if the range ends before it starts
 */
export async function readActivity(
  database: Queryable,
  partitionId: string,
  { asOf, from, to }: ActivityQuery,
) {
  const [first] = await database.query<{ date: string; newest: string }>(
    sql`select v.modification_date as date, (
          select modification_date from data.version where partition_id = ${partitionId} order by seq desc limit 1
        ) as newest
      from data.version v where v.partition_id = ${partitionId} and v.seq = 1`,
    'first-version-date',
  );
  const present = new Date().toISOString();
  // The newest versions may be dated after the clock: imported so, or written before it was set back.
  const now = asOf?.moment ?? (first && isBefore(present, first.newest) ? first.newest : present);
  const end = to !== undefined && isBefore(to, now) ? to : now;
  const isEmpty = first === undefined || isBefore(end, first.date);
  const begin = from ?? first?.date ?? end;
  if (from !== undefined && !isBefore(from, end))
    throw badRequest(say('rangeBackwards'), [
      { path: 'query.from', ...say('enterMomentBeforeEnd') },
    ]);
  const toDate = end === now && !asOf ? null : end;
  if (isEmpty) return { unit: 'day' as const, data: [], toDate };
  const { unit, starts } = periodsOf(Date.parse(begin), Date.parse(end));
  // The end of the range is inclusive, but a period ends where the next one starts.
  const last = end === now ? [now] : [end, end];
  // Written like the dates of versions, so that they can be compared as texts.
  const ends = [begin, ...starts.slice(1).map((at) => isoDateTime(at * 1000)), ...last];
  const counts = await countAt(
    database,
    partitionId,
    ends.map((one) => databaseMoment(one)),
    asOf,
  );
  const data = starts.map((_start, index) => ({
    from: ends[index] ?? begin,
    versionCount: (counts[index + 1] ?? 0) - (counts[index] ?? 0),
  }));
  return { unit, data, toDate };
}
