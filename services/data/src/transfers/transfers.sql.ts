import { type RefusedRow } from './import-row.ts';
import sql, { empty } from 'sql-template-tag';
import type { ServiceMessage } from '@annals/contracts/messages';
import type { Transfer } from '@annals/contracts/transfers';
import type { Queryable } from '@annals/kit/database/database';
import { databaseNow } from '@annals/kit/database/database-moment';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { mayOpen, type Scope } from '../partitions/scope.sql.ts';

/** The number of refused rows that are stored with a transfer. */
export const maxRefusals = 1000;

export interface TransferCounts {
  created: number;
  changed: number;
  ended: number;
  existing: number;
}

const columns = sql`j.id, j.kind, j.partition_id as "partitionId",
  p.partition_name as "partitionName", j.from_partition_id as "fromPartitionId",
  j.file_name as "fileName", j.file_hash as "fileHash", j.reason, j.evidence,
  case when j.expires_date > statement_timestamp() then j.file_bytes end as "fileBytes", j.expires_date as "expiresDate", j.state, j.done, j.total, j.created, j.changed, j.ended,
  j.existing, j.refused, j.error, j.created_date as "createdDate", j.created_user_id as "createdUserId",
  coalesce(nullif(u.name, ''), u.username, j.created_user_name) as "createdUserName",
  j.resumed_date as "resumedDate", j.resumed_user_id as "resumedUserId",
  coalesce(nullif(r.name, ''), r.username, j.resumed_user_name) as "resumedUserName",
  j.changed_date as "changedDate", j.ended_date as "endedDate"`;

const sources = sql`data.job j join data.partition p on p.partition_id = j.partition_id
  left join data.data_user u on u.user_id = j.created_user_id
  left join data.data_user r on r.user_id = j.resumed_user_id`;

export interface TransferFilter {
  partitionId: string | undefined;
  kind: Transfer['kind'] | undefined;
  state: Transfer['state'] | undefined;
  userId: string | undefined;
}

export const transfersNewestFirst = new Keyset<Transfer>(
  'jobs',
  [
    columnKey('createdDate', sql`j.created_date`, 'timestamptz'),
    columnKey('id', sql`j.id`, 'uuid'),
  ],
  true,
);

export async function listTransfers(
  database: Queryable,
  scope: Scope,
  { partitionId, kind, state, userId }: TransferFilter,
  range: PageRange,
): Promise<Found<Transfer>[]> {
  const rows = sql`select ${columns} from ${sources}
    where ${mayOpen(scope, sql`j.partition_id`)}
      ${partitionId === undefined ? empty : sql`and j.partition_id = ${partitionId}`}
      ${kind === undefined ? empty : sql`and j.kind = ${kind}`}
      ${state === undefined ? empty : sql`and j.state = ${state}`}
      ${userId === undefined ? empty : sql`and coalesce(j.resumed_user_id, j.created_user_id) = ${userId}`}
      ${transfersNewestFirst.after(range)}
    ${transfersNewestFirst.orderAndLimit(range)}`;
  return withSourceNames(
    database,
    scope,
    await database.query<Found<Transfer>>(transfersNewestFirst.measured(rows, range)),
  );
}

/** With the names of source partitions for callers who may open these too. */
async function withSourceNames<Row extends Transfer>(
  database: Queryable,
  scope: Scope,
  transfers: Row[],
): Promise<Row[]> {
  const ids = transfers.flatMap(({ fromPartitionId }) => fromPartitionId ?? []);
  const visible =
    ids.length === 0
      ? []
      : await database.query<{ id: string; name: string }>(
          sql`select p.partition_id as id, p.partition_name as name from data.partition p
            where p.partition_id = any(${[...new Set(ids)]}::uuid[]) and ${mayOpen(scope, sql`p.partition_id`)}`,
          'job-sources',
        );
  const names = new Map(visible.map(({ id, name }) => [id, name]));
  return transfers.map((transfer) => ({
    ...transfer,
    fromPartitionName: names.get(transfer.fromPartitionId ?? '') ?? null,
  }));
}

export async function findVisibleTransfer(
  database: Queryable,
  scope: Scope,
  id: string,
): Promise<(Transfer & { refusals: RefusedRow[] }) | undefined> {
  const found = await database.query<Transfer & { refusals: RefusedRow[] }>(
    sql`select ${columns}, j.refusals from ${sources}
      where j.id = ${id} and ${mayOpen(scope, sql`j.partition_id`)}`,
    'job-in-scope',
  );
  const [transfer] = await withSourceNames(database, scope, found);
  return transfer;
}

export async function findTransfer(
  database: Queryable,
  scope: Scope,
  partitionId: string,
  id: string,
): Promise<Transfer | undefined> {
  const found = await database.query<Transfer>(
    sql`select ${columns} from ${sources} where j.partition_id = ${partitionId} and j.id = ${id}`,
    'job-get',
  );
  const [transfer] = await withSourceNames(database, scope, found);
  return transfer;
}

export interface NewTransfer {
  id: string;
  partitionId: string;
  kind: Transfer['kind'];
  fromPartitionId: string | null;
  asOf: string | null;
  fileName: string | null;
  fileHash: string | null;
  reason: string | null;
  evidence?: Transfer['evidence'];
  /** Null while it is unknown. */
  total: number | null;
  userId: string;
  userName: string;
}

export async function insertTransfer(transaction: Queryable, transfer: NewTransfer): Promise<void> {
  await transaction.query(
    sql`insert into data.job (partition_id, id, kind, from_partition_id, as_of, file_name, file_hash, reason, evidence, total,
        created_date, created_user_id, created_user_name, changed_date)
      values (${transfer.partitionId}, ${transfer.id}, ${transfer.kind}, ${transfer.fromPartitionId}, ${transfer.asOf},
        ${transfer.fileName}, ${transfer.fileHash}, ${transfer.reason},
        ${transfer.evidence ? JSON.stringify(transfer.evidence) : null}::jsonb, ${transfer.total}, statement_timestamp(),
        ${transfer.userId}, ${transfer.userName}, statement_timestamp())`,
    'job-insert',
  );
}

export interface LockedTransfer {
  id: string;
  kind: Transfer['kind'];
  fileName: string | null;
  fromPartitionId: string | null;
  state: Transfer['state'];
  done: number;
  storedRefusals: number;
  createdUserId: string;
  /** The user whose permissions apply: who last resumed it, or started it. */
  ownerId: string;
}

export async function lockTransfer(
  transaction: Queryable,
  partitionId: string,
  id: string,
): Promise<LockedTransfer | undefined> {
  const [transfer] = await transaction.query<LockedTransfer>(
    sql`select id, kind, file_name as "fileName", from_partition_id as "fromPartitionId", state, done,
        jsonb_array_length(refusals) as "storedRefusals", created_user_id as "createdUserId",
        coalesce(resumed_user_id, created_user_id) as "ownerId"
      from data.job where partition_id = ${partitionId} and id = ${id} for update`,
    'job-lock',
  );
  return transfer;
}

/** Releases it from whoever works on it. */
export async function setState(
  transaction: Queryable,
  partitionId: string,
  id: string,
  state: Transfer['state'],
  error: ServiceMessage | null = null,
): Promise<void> {
  const now = await databaseNow(transaction);
  await transaction.query(
    sql`update data.job set state = ${state}, error = ${error && JSON.stringify(error)}::jsonb, holder = null, held_until = null,
        changed_date = ${now}, ended_date = ${state === 'RUNNING' ? null : now}
      where partition_id = ${partitionId} and id = ${id}`,
    'job-state',
  );
}

/** The name of a user of the data service; undefined for an unknown one. */
export async function findUserName(
  database: Queryable,
  userId: string,
): Promise<string | undefined> {
  const [user] = await database.query<{ name: string }>(
    sql`select coalesce(nullif(name, ''), username) as name from data.data_user where user_id = ${userId}`,
    'job-user',
  );
  return user?.name;
}

/** It continues with the permissions of the user who resumed it. */
export async function resume(
  transaction: Queryable,
  partitionId: string,
  id: string,
  by: { userId: string; userName: string },
): Promise<void> {
  await setState(transaction, partitionId, id, 'RUNNING');
  await transaction.query(
    sql`update data.job set resumed_date = changed_date, resumed_user_id = ${by.userId},
        resumed_user_name = ${by.userName}
      where partition_id = ${partitionId} and id = ${id}`,
    'job-resume',
  );
}

/** Remembers what an import wrote, so that it can be undone. */
export async function addWritten(
  transaction: Queryable,
  partitionId: string,
  id: string,
  { first, last }: { first: number; last: number },
): Promise<void> {
  await transaction.query(
    sql`insert into data.job_written (partition_id, job_id, first_seq, last_seq)
      values (${partitionId}, ${id}, ${first}, ${last})`,
    'job-written',
  );
}

export async function addImported(
  transaction: Queryable,
  partitionId: string,
  id: string,
  done: number,
  { created, changed, ended, existing }: TransferCounts,
  refused: number,
  refusals: RefusedRow[],
): Promise<void> {
  await transaction.query(
    sql`update data.job set done = done + ${done}, created = created + ${created}, changed = changed + ${changed},
        ended = ended + ${ended}, existing = existing + ${existing}, refused = refused + ${refused},
        refusals = refusals || ${JSON.stringify(refusals)}::jsonb, changed_date = statement_timestamp()
      where partition_id = ${partitionId} and id = ${id}`,
    'job-imported',
  );
}
