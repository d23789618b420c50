import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { Frontier } from '@annals/proofs/merkle-tree';
import { addTiles, partitionLeaves } from '../log/append-log.ts';
import { byteaText, LogBuilder } from '../log/log-builder.ts';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';
import type { Version } from '../versions/version.ts';
import { findLeaves } from '../log/log.sql.ts';
import { searchVector, wordKey } from '../search/lexemes.ts';

// Attacks by somebody who knows the service and can write to its database, which nothing stored reveals.

/** Removes the newest version of a partition of `writeLongHistory` with all its traces. */
export async function cutTail(transaction: Queryable, partitionId: string): Promise<void> {
  const frontier = new Frontier();
  for (const leaf of await findLeaves(transaction, partitionId, 0, 299)) frontier.append(leaf);
  await transaction.query(
    sql`update data.log_head set size = 299, version_count = 299, frontier = ${frontier.toBytes()}
      where partition_id = ${partitionId}`,
  );
  const at = `partition_id = '${partitionId}'`;
  const words = searchVector({ number: 292 }, wordKey(partitionId));
  for (const statement of [
    `delete from data.version where ${at} and seq = 300`,
    `update data.object_type set version_count = 299 where ${at}`,
    `update data.writer set version_count = 299, last_seq = 299 where ${at}`,
    `update data.partition_head set next_seq = 300, last_change_date = (
       select modification_date from data.version where ${at} and seq = 299) where ${at}`,
    // Seven timelines take turns.
    `update data.head h set seq = v.seq, object_id = v.object_id, modification_date = v.modification_date,
       modification_count = v.modification_count
     from data.version v where h.${at} and h.seq = 300 and v.${at} and v.seq = 293`,
    `update data.head_search s set seq = v.seq, object_data = v.object_data, bytes = v.bytes,
       tsv = $$${words}$$::tsvector
     from data.version v where s.${at} and s.seq = 300 and v.${at} and v.seq = 293`,
  ])
    await transaction.query(raw(statement));
}

/** Changes a past value, and rewrites the log of the partition to match. */
export async function rewriteHistory(transaction: Queryable, partitionId: string): Promise<void> {
  const at = `partition_id = '${partitionId}'`;
  for (const statement of [
    `update data.version set object_data = '{"number": 9}' where ${at} and seq = 5`,
    `delete from data.log_tile where ${at}`,
  ])
    await transaction.query(raw(statement));
  const versions = await transaction.query<Version>(
    sql`select ${versionColumns} from data.version v ${joinUser}
      where v.partition_id = ${partitionId} order by v.seq`,
  );
  const builder = new LogBuilder(partitionId, { size: 0, frontier: new Uint8Array() }, () => null);
  const rows = versions.map((version) => {
    const { root, leaves } = builder.add(version);
    return { seq: version.seq, root: byteaText(root), leaves: byteaText(leaves) };
  });
  await transaction.query(
    sql`update data.version set root = given.root, leaves = given.leaves
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (seq bigint, root bytea, leaves bytea)
      where version.partition_id = ${partitionId}::uuid and version.seq = given.seq`,
  );
  await addTiles(
    transaction,
    partitionId,
    0,
    builder.leaves,
    partitionLeaves(transaction, partitionId),
  );
  const { size, frontier } = builder.head();
  await transaction.query(
    sql`update data.log_head set size = ${size}, frontier = ${frontier} where partition_id = ${partitionId}`,
  );
}

/** Deletes the content of the log of the service. */
export async function deleteAnchors(transaction: Queryable): Promise<void> {
  for (const statement of [
    `delete from data.anchor`,
    `update data.log_head set anchored_size = 0`,
    `update data.log_head set size = 0, frontier = '' where partition_id = '00000000-0000-0000-0000-000000000000'`,
  ])
    await transaction.query(raw(statement));
}
