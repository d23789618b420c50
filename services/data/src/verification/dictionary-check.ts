import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { Report } from '@annals/kit/verification/facts';
import { findMissingWords } from '../search/dictionary.sql.ts';
import { findOutsideExtents } from '../search/extents.sql.ts';

const maxReported = 100;
/** So many versions are read by one statement, which reads the whole dictionary too. */
const versionsAtOnce = 100_000;

const whatToDo = 'Rebuild the search index of the partition.';

/**
 * Checks that the dictionary of a partition has the words and values of the newest versions that it should have: where
 * it lacks one, a search does not find its object.
 */
export async function checkDictionary(
  database: Queryable,
  partitionId: string,
  report: Report,
): Promise<void> {
  const [dictionary] = await database.query<{ end: number; hasExtents: boolean }>(
    sql`select least(up_to_seq, (select max(seq) from data.head_search where partition_id = ${partitionId})) as end,
        has_extents as "hasExtents"
      from data.dictionary where partition_id = ${partitionId}`,
    'verify-dictionary-end',
  );
  if (!dictionary) return;
  const { end, hasExtents } = dictionary;
  const found: { seq: number; message: string }[] = [];
  for (let after = 0; after < end && found.length < maxReported; after += versionsAtOnce) {
    const range = { after, upTo: Math.min(end, after + versionsAtOnce) };
    for (const { seq, word } of await findMissingWords(database, partitionId, range, maxReported))
      found.push({ seq, message: `The dictionary lacks its word ${JSON.stringify(word)}.` });
    if (!hasExtents) continue;
    for (const { seq, path } of await findOutsideExtents(database, partitionId, range, maxReported))
      found.push({
        seq,
        message: `Its value at ${JSON.stringify(path)} is not within the stored extents of the field.`,
      });
  }
  for (const { seq, message } of found.slice(0, maxReported)) {
    const [version] = await database.query<{ objectId: string }>(
      sql`select object_id as "objectId" from data.version where partition_id = ${partitionId} and seq = ${seq}`,
      'verify-dictionary-version',
    );
    report('DERIVED', `${message} ${whatToDo}`, version);
  }
}
