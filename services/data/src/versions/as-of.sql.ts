import sql, { type Sql } from 'sql-template-tag';
import type { Database } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { isDistributed } from '@annals/kit/distribution/distribute';

/** A moment of the past, and on which of its two time axes a version counts as there. */
export interface AsOf {
  /** RFC 3339 as the database accepts it. */
  moment: string;
  /** What this service held then, instead of what is recorded as of then. */
  held: boolean;
  /** Of partitions on several servers: there no statement can halve in each of them. */
  onSeveral?: boolean;
}

/** Undefined for the present, of which both axes say the same. */
export const asOfOf = ({
  asOf,
  asHeld = false,
}: {
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
}): AsOf | undefined =>
  asOf === undefined ? undefined : { moment: databaseMoment(asOf), held: asHeld };

/** The same for a question about several partitions. */
export async function asOfOfSeveral(
  database: Database,
  query: Parameters<typeof asOfOf>[0],
): Promise<AsOf | undefined> {
  const asOf = asOfOf(query);
  return asOf?.held === true && (await isDistributed(database))
    ? { ...asOf, onSeveral: true }
    : asOf;
}

/** When a version came here: imports bring dates of their own. */
export const arrival = (version: Sql) =>
  sql`coalesce(${version}.imported_date, ${version}.modification_date)`;

/**
 * The number of the newest version that is dated up to a moment, 0 for none: dates never go back within a partition, so
 * everything as of then is a version with at most this number.
 */
export const sequenceAt = (partitionId: string | Sql, moment: string | Sql) => sql`coalesce((
  select seq from data.version where partition_id = ${partitionId} and modification_date <= ${moment}::timestamptz
  order by modification_date desc, seq desc limit 1), 0)`;

/**
 * The number of the last version, up to `newest`, that had arrived by a moment, 0 for none. Versions arrive in the order
 * of their numbers, which have no gaps, so halving finds it in as many steps as the number has bits.
 */
export const sequenceArrivedBy = (
  partitionId: string | Sql,
  moment: string | Sql,
  newest: Sql,
): Sql => sql`(
  with recursive halving (low, high) as (
    select 0::bigint, ${newest}
    union all
    select case when ${arrival(sql`v`)} <= ${moment}::timestamptz then v.seq else low end,
      case when ${arrival(sql`v`)} <= ${moment}::timestamptz then high else v.seq - 1 end
    from halving join data.version v
      on v.partition_id = ${partitionId} and v.seq = (low + high + 1) / 2
    where low < high
  )
  select low from halving where low >= high limit 1)`;

/** The same, found by passing all that arrived after the moment: Citus takes no recursion over several partitions. */
const sequencePassedTo = (
  partitionId: string | Sql,
  moment: string,
  newest: Sql,
): Sql => sql`coalesce((
  select v.seq from data.version v where v.partition_id = ${partitionId} and v.seq <= ${newest}
    and ${arrival(sql`v`)} <= ${moment}::timestamptz
  order by v.seq desc limit 1), 0)`;

/**
 * The number of the newest version there was, on the axis that is asked for; 0 for none. It is the text for one axis alone:
 * the halving costs a small read as much as all else, even where it is not run. So the name of the statement ends with `axisOf`.
 */
export function sequenceAsOf(
  partitionId: string | Sql,
  { moment, held, onSeveral = false }: AsOf,
): Sql {
  const recorded = sequenceAt(partitionId, moment);
  if (!held) return recorded;
  return onSeveral
    ? sequencePassedTo(partitionId, moment, recorded)
    : sequenceArrivedBy(partitionId, moment, recorded);
}

/** The end of the name of a statement that has one text for each axis, and another for the present. */
export const axisOf = (asOf: AsOf | undefined): string =>
  asOf === undefined
    ? ''
    : `${asOf.held ? '-as-held' : '-as-of'}${asOf.onSeveral === true ? '-on-several' : ''}`;
