import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { fromIndex } from './heads.sql.ts';
import { fieldQuery, wordKey } from './lexemes.ts';

/** Most fields that an object has, one of the newest has. */
const lookedAt = 100;

/** Those of the fields that no object of a partition has now; none if there are no objects. */
export async function unknownFields(
  database: Queryable,
  partitionId: string,
  pointers: readonly string[],
): Promise<ReadonlySet<string>> {
  const unknown = new Set<string>();
  for (const pointer of pointers) {
    const query = fieldQuery(pointer, wordKey(partitionId));
    const [row] = await database.query<{ isKnown: boolean }>(
      sql`with newest as materialized (
          select tsv @@ ${query}::tsquery as has_field from data.head_search
          where partition_id = ${partitionId} order by seq desc limit ${lookedAt}
        ), in_index as materialized (
          ${fromIndex(partitionId, {}, sql`head.tsv @@ ${query}::tsquery and not (select coalesce(bool_or(has_field), true) from newest)`)}
          limit 1
        )
        select coalesce(bool_or(has_field), true) or exists (select from in_index) as "isKnown" from newest`,
      'search-known-field',
    );
    if (row?.isKnown === false) unknown.add(pointer);
  }
  return unknown;
}
