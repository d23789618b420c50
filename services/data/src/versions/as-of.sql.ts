import sql, { type Sql } from 'sql-template-tag';
import type { Database } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { isDistributed } from '@annals/kit/distribution/distribute';

/** A moment in the past, on one of the two time axes: recorded or held. */
export interface AsOf {
  /** RFC 3339 as the database accepts it. */
  moment: string;
  /** Selects what this service held at the moment, instead of what is recorded as of it. */
  held: boolean;
  /** Whether the statement covers partitions on several servers, where it cannot contain a recursive search. */
  onSeveral?: boolean;
}

/** Undefined for the present, for which both axes are the same. */
export const asOfOf = ({
  asOf,
  asHeld = false,
}: {
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
}): AsOf | undefined =>
  asOf === undefined ? undefined : { moment: databaseMoment(asOf), held: asHeld };

/** The same for a statement over several partitions. */
export async function asOfOfSeveral(
  database: Database,
  query: Parameters<typeof asOfOf>[0],
): Promise<AsOf | undefined> {
  const asOf = asOfOf(query);
  return asOf?.held === true && (await isDistributed(database))
    ? { ...asOf, onSeveral: true }
    : asOf;
}

/** When a version was stored here: imported versions have earlier dates. */
export const arrival = (version: Sql) =>
  sql`coalesce(${version}.imported_date, ${version}.modification_date)`;

/**
 * The number of the newest version dated at the moment or before, 0 for none. Dates never decrease within a partition,
 * so the state as of the moment is all versions up to this number.
 */
export const sequenceAt = (partitionId: string | Sql, moment: string | Sql) => sql`coalesce((
  select seq from data.version where partition_id = ${partitionId} and modification_date <= ${moment}::timestamptz
  order by modification_date desc, seq desc limit 1), 0)`;

/**
 * The number of the last version up to `newest` that had arrived by the moment, 0 for none. Versions arrive in the
 * order of their numbers, which have no gaps, so a binary search takes as many steps as the number has bits.
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

/**
 * The same by scanning back over everything that arrived later, because no recursion spans partitions on several
 * servers.
 */
const sequencePassedTo = (
  partitionId: string | Sql,
  moment: string,
  newest: Sql,
): Sql => sql`coalesce((
  select v.seq from data.version v where v.partition_id = ${partitionId} and v.seq <= ${newest}
    and ${arrival(sql`v`)} <= ${moment}::timestamptz
  order by v.seq desc limit 1), 0)`;

/**
 * The number of the newest version at the moment on the requested axis; 0 for none. The text contains only that axis,
 * because the binary search costs as much as the rest of a small read even if it is not executed. So the name of the
 * statement has to end with `axisOf`.
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

/** The suffix for the name of a statement whose text differs between the axes and the present. */
export const axisOf = (asOf: AsOf | undefined): string =>
  asOf === undefined
    ? ''
    : `${asOf.held ? '-as-held' : '-as-of'}${asOf.onSeveral === true ? '-on-several' : ''}`;
