import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { NeededRange } from './needed-words.ts';

// The least and the greatest value of each field of a partition, beside its dictionary of words and with the same end:
// a comparison that is beyond them finds nothing among the objects up to there. Values of versions that have been
// superseded remain, so they may be too far apart, never too close.

/** With more fields, as in objects whose names are ids, none are kept. */
const maxFields = 1000;
/** An entry of an index of PostgreSQL has some 2,700 bytes. */
const maxPathBytes = 500;
/** Longer texts are compared by their beginning. */
const maxTextLength = 64;

/** Numbers of newest versions. */
export interface VersionNumbers {
  after: number;
  upTo: number;
}

/** The values in the data of newest versions as a subquery of a recursive statement: `value (path, seq, number, text)`. */
const readValues = (partitionId: string, { after, upTo }: VersionNumbers): Sql => sql`
  item (path, seq, value) as (
    select '', seq, object_data from data.head_search
    where partition_id = ${partitionId} and seq > ${after} and seq <= ${upTo}
    union all
    select item.path || child.step, item.seq, child.value from item cross join lateral (
      select '/' || replace(replace(key, '~', '~0'), '/', '~1') as step, value
      from jsonb_each(case when jsonb_typeof(item.value) = 'object' then item.value else '{}' end)
      union all
      select '', value from jsonb_array_elements(case when jsonb_typeof(item.value) = 'array' then item.value else '[]' end)
    ) child where jsonb_typeof(item.value) in ('object', 'array')
  ), value as (
    select path collate "C" as path, seq,
      case when jsonb_typeof(value) = 'number' then (value #>> '{}')::numeric end as number,
      case when jsonb_typeof(value) = 'string' then left(value #>> '{}', ${maxTextLength}::integer) collate "C" end as text
    from item where jsonb_typeof(value) in ('number', 'string')
  )`;

/** Adds the values of the objects whose newest version has one of these numbers. */
export async function addExtents(
  transaction: Queryable,
  partitionId: string,
  numbers: VersionNumbers,
): Promise<void> {
  const [row] = await transaction.query<{ isWhole: boolean }>(
    sql`with recursive ${readValues(partitionId, numbers)}, found as materialized (
        select path, min(number) as least_number, max(number) as greatest_number, min(text) as least_text, max(text) as greatest_text
        from value group by path
      ), fits as materialized (
        select count(*) <= ${maxFields} and coalesce(max(octet_length(path)), 0) <= ${maxPathBytes} as fits from found
      ),
      written as (
        insert into data.field_extent as known (partition_id, path, least_number, greatest_number, least_text, greatest_text)
        select ${partitionId}::uuid, found.* from found where (select fits from fits)
        on conflict (partition_id, path) do update set
          least_number = least(known.least_number, excluded.least_number),
          greatest_number = greatest(known.greatest_number, excluded.greatest_number),
          least_text = least(known.least_text, excluded.least_text),
          greatest_text = greatest(known.greatest_text, excluded.greatest_text)
        where (least(known.least_number, excluded.least_number), greatest(known.greatest_number, excluded.greatest_number),
            least(known.least_text, excluded.least_text), greatest(known.greatest_text, excluded.greatest_text))
          is distinct from (known.least_number, known.greatest_number, known.least_text, known.greatest_text)
      )
      select fits and (select count(*) from data.field_extent where partition_id = ${partitionId}) <= ${maxFields} as "isWhole"
      from fits`,
    'extents-add',
  );
  if (row?.isWhole === true) return;
  await removeExtents(transaction, partitionId);
  await transaction.query(
    sql`update data.dictionary set has_extents = false where partition_id = ${partitionId}`,
    'extents-given-up',
  );
}

export async function removeExtents(transaction: Queryable, partitionId: string): Promise<void> {
  await transaction.query(
    sql`delete from data.field_extent where partition_id = ${partitionId}`,
    'extents-remove',
  );
}

/** The newest versions with a value that is not within the extents of its field. */
export async function findOutsideExtents(
  database: Queryable,
  partitionId: string,
  numbers: VersionNumbers,
  most: number,
): Promise<{ seq: number; path: string }[]> {
  return database.query(
    sql`with recursive ${readValues(partitionId, numbers)}
      select value.seq, min(value.path) as path from value
      left join data.field_extent known on known.partition_id = ${partitionId} and known.path = value.path
      where (value.number is null or value.number between known.least_number and known.greatest_number) is not true
        or (value.text is null or value.text between known.least_text and known.greatest_text) is not true
      group by value.seq order by value.seq limit ${most}`,
    'verify-extents',
  );
}

interface Extent {
  path: string;
  leastNumber: string | null;
  greatestNumber: string | null;
  leastText: string | null;
  greatestText: string | null;
}

export interface KnownExtents {
  /** Objects that have been changed later may have other values. */
  upTo: number;
  /** Whether an object may have a value in the range. */
  isPossible: (range: NeededRange) => boolean;
}

/** What is known of the fields with these paths. */
export async function extentsOf(
  database: Queryable,
  partitionId: string,
  paths: readonly string[],
): Promise<KnownExtents> {
  const [known] = await database.query<{ upTo: number; hasExtents: boolean; extents: Extent[] }>(
    sql`select up_to_seq as "upTo", has_extents as "hasExtents", (
        select coalesce(jsonb_agg(jsonb_build_object('path', path, 'leastNumber', least_number::text,
          'greatestNumber', greatest_number::text, 'leastText', least_text, 'greatestText', greatest_text)), '[]')
        from data.field_extent where partition_id = ${partitionId} and path = any(${paths}::text[])
      ) as extents
      from data.dictionary where partition_id = ${partitionId}`,
    'extents-known',
  );
  if (!known?.hasExtents) return { upTo: known?.upTo ?? 0, isPossible: () => true };
  const extents = new Map(known.extents.map((extent) => [extent.path, extent]));
  const isPossible = ({ path, tests }: NeededRange) => {
    const extent = extents.get(path);
    return extent !== undefined && tests.every((test) => canPass(extent, test));
  };
  return { upTo: known.upTo, isPossible };
}

function canPass(extent: Extent, { op, value }: NeededRange['tests'][number]): boolean {
  const { leastNumber, greatestNumber, leastText, greatestText } = extent;
  if (typeof value === 'number')
    return (
      leastNumber !== null &&
      greatestNumber !== null &&
      isBetween(op, Number(leastNumber) - value, Number(greatestNumber) - value)
    );
  if (typeof value !== 'string') return true;
  if (leastText === null || greatestText === null) return false;
  const cut = Array.from(value).slice(0, maxTextLength).join('');
  // What two long texts begin with in common does not tell which is greater.
  const decides = cut === value ? op : op === 'lt' ? 'le' : op === 'gt' ? 'ge' : op;
  const greatest = compareTexts(greatestText, cut);
  const isCut = Array.from(greatestText).length === maxTextLength;
  return isBetween(decides, compareTexts(leastText, cut), greatest === 0 && isCut ? 1 : greatest);
}

/** Whether a value between the least and the greatest one can pass, which are given as they compare with the bound. */
function isBetween(op: string, least: number, greatest: number): boolean {
  switch (op) {
    case 'lt':
      return least < 0;
    case 'le':
      return least <= 0;
    case 'gt':
      return greatest > 0;
    case 'ge':
      return greatest >= 0;
    default:
      return true;
  }
}

/** By code points, as the database compares. */
const compareTexts = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));
