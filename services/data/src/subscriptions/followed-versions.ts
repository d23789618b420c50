import sql from 'sql-template-tag';
import type { FollowedVersion } from '@annals/contracts/subscriptions';
import { titleIn } from '@annals/rules/object-title';
import type { Queryable } from '@annals/kit/database/database';
import { changedValues } from '../log-events/changed-values.ts';
import type { WantedReference } from '../log-events/log-events.sql.ts';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';
import type { ErasedValue, VersionRow } from '../versions/version.ts';

/** Larger versions, including the predecessor, are reported without values. */
const maxBytes = 64 * 1024;
const maxChanges = 8;
const maxValueLength = 160;
const maxPathLength = 200;

interface ComparedRow extends Omit<VersionRow, 'objectData'> {
  /** Null if it is too large to be read here. */
  objectData: Record<string, unknown> | null;
  dataBefore: Record<string, unknown> | null;
  erasedBefore: ErasedValue[] | null;
  endedBefore: string | null;
}

/**
 * What versions changed, by their numbers, read now, so without what was erased since.
 * @param paths the reported fields; null: all
 */
export async function followedVersions(
  database: Queryable,
  partitionId: string,
  sequences: readonly number[],
  paths: readonly string[] | null,
): Promise<FollowedVersion[]> {
  const rows = await database.query<ComparedRow>(
    sql`select ${versionColumns}, case when fits then v.object_data end as "objectData",
        case when fits then p.object_data end as "dataBefore", p.erased as "erasedBefore", p.ended_date as "endedBefore"
      from data.version v ${joinUser}
        left join data.version p on p.partition_id = ${partitionId} and p.object_id = v.predecessor_id
        cross join lateral (select v.bytes + coalesce(p.bytes, 0) <= ${maxBytes} as fits) size
      where v.partition_id = ${partitionId} and v.seq = any(${[...sequences]}::bigint[])`,
    'followed-versions',
  );
  const bySequence = new Map(rows.map((row) => [row.seq, row]));
  return sequences.flatMap((sequence) => {
    const row = bySequence.get(sequence);
    return row ? [toFollowedVersion(row, paths)] : [];
  });
}

/** The title of an object by its newest version. */
export async function titleOf(
  database: Queryable,
  partitionId: string,
  sequence: number,
): Promise<{ objectId: string; title: string | null; objectType: string } | undefined> {
  const [row] = await database.query<Pick<ComparedRow, 'id' | 'objectData' | 'type' | 'erased'>>(
    sql`select v.object_id as id, v.type, v.erased, case when v.bytes <= ${maxBytes} then v.object_data end as "objectData"
      from data.version v where v.partition_id = ${partitionId} and v.seq = ${sequence}`,
    'followed-title',
  );
  return row && { objectId: row.id, title: titleOfRow(row), objectType: row.type };
}

/**
 * The objects that references have to lead to, with their current titles and the versions that these are from.
 * @param isReadable whether the caller may read the partition
 */
export async function namedReferences(
  database: Queryable,
  partitionId: string,
  references: readonly WantedReference[],
  isReadable: boolean,
) {
  const ids = isReadable ? [...new Set(references.map(({ timelineId }) => timelineId))] : [];
  const heads = await database.query<{ timelineId: string; seq: number }>(
    sql`select timeline_id as "timelineId", seq from data.head
      where partition_id = ${partitionId} and timeline_id = any(${ids}::uuid[])`,
    'followed-references',
  );
  const named = new Map<string, Awaited<ReturnType<typeof titleOf>>>();
  for (const { timelineId, seq } of heads)
    named.set(timelineId, await titleOf(database, partitionId, seq));
  return references.map((reference) => {
    const { objectId, title = null, objectType = null } = named.get(reference.timelineId) ?? {};
    return { ...reference, objectId, title, objectType };
  });
}

const titleOfRow = ({ objectData, erased }: Pick<ComparedRow, 'objectData' | 'erased'>) =>
  titleIn({ objectData: objectData ?? {}, erased }) ?? null;

function toFollowedVersion(row: ComparedRow, paths: readonly string[] | null): FollowedVersion {
  const { predecessorId, endedDate, endedBefore, objectData, dataBefore } = row;
  const isNew = predecessorId === null;
  const changed =
    isNew || objectData === null
      ? []
      : changedValues(dataBefore ?? {}, objectData).filter(({ path }) => isWanted(path, paths));
  const erased = [...(row.erased ?? []), ...(row.erasedBefore ?? [])].map(({ path }) => path);
  return {
    sequence: row.seq,
    objectId: row.id,
    timelineId: row.timelineId,
    objectType: row.type,
    title: titleOfRow(row),
    event:
      endedDate !== null
        ? 'ENDED'
        : isNew
          ? 'CREATED'
          : endedBefore === null
            ? 'CHANGED'
            : 'RESTORED',
    userId: row.modificationUserId,
    userName: row.modificationUserName,
    modificationDate: row.modificationDate,
    reason: row.reason,
    changes: changed.slice(0, maxChanges).map((change) => {
      const path = shorten(change.path, maxPathLength);
      // An erased value is stored as null, which would read as a value.
      if (erased.some((one) => contains(one, change.path) || contains(change.path, one)))
        return { path, before: null, after: null, erased: true };
      return {
        path,
        before: formatValue(change.before),
        after: formatValue(change.after),
        erased: false,
      };
    }),
    moreChanges: Math.max(0, changed.length - maxChanges),
  };
}

/** Whether a field is followed, inside a followed one, or contains one; elements of lists do not count. */
function isWanted(path: string, paths: readonly string[] | null): boolean {
  if (paths === null) return true;
  const plain = path.replaceAll(/\/\d+(?=\/|$)/g, '');
  return paths.some((one) => [path, plain].some((p) => contains(one, p) || contains(p, one)));
}

const contains = (outer: string, inner: string) => inner === outer || inner.startsWith(`${outer}/`);

const formatValue = (value: unknown): string | null =>
  value === undefined ? null : shorten(JSON.stringify(value), maxValueLength);

const shorten = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;
