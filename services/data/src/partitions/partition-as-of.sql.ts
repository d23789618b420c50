import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { arrival, sequenceArrivedBy, sequenceAt } from '../versions/as-of.sql.ts';

export type ImportOfVersion = {
  importedDate: string;
  importedUserId: string;
  importedUserName: string | null;
};

export type RecordedAndHeld = {
  recordedVersionCount: number;
  heldVersionCount: number;
  firstImport: ImportOfVersion | null;
  lastImport: ImportOfVersion | null;
};

/** What is recorded as of a moment, and how much of it was stored here then. */
export async function findRecordedAndHeld(
  database: Queryable,
  partitionId: string,
  moment: string,
): Promise<RecordedAndHeld> {
  const rows = await database.query<{ recorded: number; held: number } & Partial<ImportOfVersion>>(
    sql`with recorded as materialized (select ${sequenceAt(partitionId, moment)} as seq),
      held as materialized (
        select ${sequenceArrivedBy(partitionId, moment, sql`(select seq from recorded)`)} as seq
      )
      select recorded.seq as recorded, held.seq as held, ${arrival(sql`v`)} as "importedDate",
        v.imported_user_id as "importedUserId", coalesce(nullif(u.name, ''), u.username) as "importedUserName"
      from recorded cross join held
      left join data.version v on v.partition_id = ${partitionId} and recorded.seq > held.seq
        and v.seq in (held.seq + 1, recorded.seq)
      left join data.data_user u on u.user_id = v.imported_user_id
      order by v.seq`,
    'partition-recorded-and-held',
  );
  const importOf = (row: Partial<ImportOfVersion> | undefined): ImportOfVersion | null => {
    const { importedDate, importedUserId, importedUserName } = row ?? {};
    return importedDate && importedUserId
      ? { importedDate, importedUserId, importedUserName: importedUserName ?? null }
      : null;
  };
  return {
    recordedVersionCount: rows[0]?.recorded ?? 0,
    heldVersionCount: rows[0]?.held ?? 0,
    firstImport: importOf(rows[0]),
    lastImport: importOf(rows.at(-1)),
  };
}
