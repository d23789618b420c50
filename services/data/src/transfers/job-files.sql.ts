import sql from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';
import { databaseNow } from '@annals/kit/database/database-moment';

/** The file that a job has created. */
export interface FileOfJob {
  bytes: number;
  /** The size of the log when it was started. */
  logSize: number;
}

export async function insertPart(
  transaction: Queryable,
  { partitionId, id }: { partitionId: string; id: string },
  number: number,
  bytes: Uint8Array,
): Promise<void> {
  await transaction.query(
    sql`insert into data.job_part (partition_id, job_id, number, bytes)
      values (${partitionId}, ${id}, ${number}, ${bytes})`,
    'job-part-insert',
  );
}

/** Undefined if there is no such piece, or the file was removed. */
export async function findPart(
  database: Queryable,
  partitionId: string,
  id: string,
  number: number,
): Promise<Uint8Array | undefined> {
  const [part] = await database.query<{ bytes: Uint8Array }>(
    sql`select p.bytes from data.job_part p
      join data.job j on j.partition_id = p.partition_id and j.id = p.job_id
      where p.partition_id = ${partitionId} and p.job_id = ${id} and p.number = ${number}
        and j.state = 'DONE' and j.file_bytes is not null and j.expires_date > statement_timestamp()`,
    'job-part-get',
  );
  return part?.bytes;
}

export async function removeParts(
  database: Queryable,
  partitionId: string,
  id: string,
): Promise<void> {
  await database.query(
    sql`delete from data.job_part where partition_id = ${partitionId} and job_id = ${id}`,
    'job-part-remove',
  );
}

/** The file of a finished job; undefined while it is in progress, and once it is removed or has expired. */
export async function findFile(
  database: Queryable,
  partitionId: string,
  id: string,
): Promise<FileOfJob | undefined> {
  const [file] = await database.query<FileOfJob>(
    sql`select file_bytes as bytes, log_size as "logSize" from data.job
      where partition_id = ${partitionId} and id = ${id} and state = 'DONE' and file_bytes is not null
        and expires_date > statement_timestamp()`,
    'job-file-get',
  );
  return file;
}

/** Cancels the job and removes its file. Returns whether it was unfinished or had a file. */
export async function removeFile(
  transaction: Queryable,
  partitionId: string,
  id: string,
): Promise<boolean> {
  const now = await databaseNow(transaction);
  const cancelled = await transaction.query(
    sql`update data.job set state = 'CANCELLED', holder = null, held_until = null, file_bytes = null,
        expires_date = null, changed_date = ${now}, ended_date = coalesce(ended_date, ${now}::timestamptz)
      where partition_id = ${partitionId} and id = ${id} and kind = 'EVIDENCE' and state in ('RUNNING', 'DONE')
      returning id`,
    'job-file-remove',
  );
  await removeParts(transaction, partitionId, id);
  return cancelled.length > 0;
}

const expiredTogether = 100;

/** Removes expired files. */
export async function sweepFiles(database: Database): Promise<void> {
  for (;;) {
    const old = await database.query<{ partitionId: string; id: string }>(
      sql`select partition_id as "partitionId", id from data.job
        where file_bytes is not null and expires_date <= statement_timestamp()
        order by expires_date limit ${expiredTogether}`,
      'job-files-old',
    );
    for (const { partitionId, id } of old)
      await database.transaction(async (transaction) => {
        await transaction.query(
          sql`update data.job set file_bytes = null where partition_id = ${partitionId} and id = ${id}`,
          'job-file-expire',
        );
        await removeParts(transaction, partitionId, id);
      });
    if (old.length < expiredTogether) return;
  }
}
