import sql, { empty, type Sql } from 'sql-template-tag';
import type { SavedSearchKind, SavedSearchView } from '@annals/contracts/saved-searches';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { nameOf } from '../data-users/data-users.sql.ts';
import { mayOpen, type Scope } from '../partitions/scope.sql.ts';

export interface SavedSearchRow {
  id: string;
  partitionId: string;
  partitionName: string;
  name: string;
  kind: SavedSearchKind;
  query: string;
  view: SavedSearchView;
  shared: boolean;
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
}

const columns = sql`s.search_id as id, s.partition_id as "partitionId", p.partition_name as "partitionName", s.name, s.kind,
  s.query, s.view, s.shared, s.user_id as "userId", ${nameOf(sql`s.user_id`)} as "userName", s.created_date as "createdDate",
  s.changed_date as "changedDate", s.version`;
const sources = sql`data.saved_search s join data.partition p using (partition_id)`;

export const searchesByName = new Keyset<SavedSearchRow>('saved-searches', [
  columnKey('name', sql`s.name`, 'text', 'und-x-icu'),
  columnKey('id', sql`s.search_id`, 'uuid'),
]);

const page = (rows: Sql, range: PageRange) =>
  searchesByName.measured(
    sql`${rows} ${searchesByName.after(range)} ${searchesByName.orderAndLimit(range)}`,
    range,
  );

/** The user's own in a partition, and the shared ones. */
export async function listSearches(
  database: Queryable,
  {
    partitionId,
    userId,
    kind,
  }: Pick<SavedSearchRow, 'partitionId' | 'userId'> & {
    kind: SavedSearchKind | undefined;
  },
  range: PageRange,
): Promise<Found<SavedSearchRow>[]> {
  const ofKind = kind === undefined ? empty : sql`and s.kind = ${kind}`;
  return database.query(
    page(
      sql`select ${columns} from ${sources}
        where s.partition_id = ${partitionId} and (s.user_id = ${userId} or s.shared) ${ofKind}`,
      range,
    ),
  );
}

/** The user's own in all partitions they may open now, and those shared where they are a member. */
export async function findSearches(
  database: Queryable,
  scope: Scope,
  name: string,
  range: PageRange,
): Promise<Found<SavedSearchRow>[]> {
  const { userId } = scope;
  return database.query(
    page(
      sql`select ${columns} from ${sources}
        where (s.user_id = ${userId} or (s.shared and s.partition_id in (
            select m.partition_id from data.member m where m.user_id = ${userId})))
          and ${mayOpen(scope, sql`s.partition_id`)}
          and position(lower(${name}::text collate "und-x-icu") in lower(s.name)) > 0`,
      range,
    ),
  );
}

/** A search that the user has saved or that is shared. */
export async function findSearch(
  database: Queryable,
  { partitionId, id, userId }: Pick<SavedSearchRow, 'partitionId' | 'id' | 'userId'>,
): Promise<SavedSearchRow | undefined> {
  const [found] = await database.query<SavedSearchRow>(
    sql`select ${columns} from ${sources}
      where s.partition_id = ${partitionId} and s.search_id = ${id} and (s.user_id = ${userId} or s.shared)`,
    'saved-search',
  );
  return found;
}

/** The number of other searches, and of the user's own with this name. */
export async function countOthers(
  transaction: Queryable,
  { partitionId, id, userId, kind, name }: Omit<NewSearch, 'query' | 'view' | 'shared'>,
): Promise<{ own: number; shared: number; takenBy: string | null }> {
  const [counts] = await transaction.query<{ own: number; shared: number; takenBy: string | null }>(
    sql`select count(*) filter (where user_id = ${userId})::integer as own,
        count(*) filter (where shared)::integer as shared,
        (array_agg(search_id) filter (where user_id = ${userId} and kind = ${kind} and name = ${name}))[1] as "takenBy"
      from data.saved_search
      where partition_id = ${partitionId} and (user_id = ${userId} or shared) and search_id <> ${id}`,
    'saved-searches-count',
  );
  return counts ?? { own: 0, shared: 0, takenBy: null };
}

export type NewSearch = Pick<
  SavedSearchRow,
  'partitionId' | 'id' | 'userId' | 'name' | 'kind' | 'query' | 'view' | 'shared'
>;

export async function insertSearch(
  transaction: Queryable,
  { partitionId, id, userId, name, kind, query, view, shared }: NewSearch,
): Promise<void> {
  await transaction.query(
    sql`insert into data.saved_search (partition_id, search_id, user_id, name, kind, query, view, shared, created_date,
        changed_date)
      values (${partitionId}, ${id}, ${userId}, ${name}, ${kind}, ${query}, ${JSON.stringify(view)}::jsonb, ${shared},
        statement_timestamp(), statement_timestamp())`,
    'saved-search-insert',
  );
}

export async function updateSearch(
  transaction: Queryable,
  { partitionId, id, name, query, view, shared }: Omit<NewSearch, 'userId' | 'kind'>,
): Promise<void> {
  await transaction.query(
    sql`update data.saved_search set name = ${name}, query = ${query}, view = ${JSON.stringify(view)}::jsonb,
        shared = ${shared}, changed_date = statement_timestamp(), version = version + 1
      where partition_id = ${partitionId} and search_id = ${id}`,
    'saved-search-update',
  );
}

export async function deleteSearch(
  transaction: Queryable,
  partitionId: string,
  id: string,
): Promise<void> {
  await transaction.query(
    sql`delete from data.saved_search where partition_id = ${partitionId} and search_id = ${id}`,
    'saved-search-delete',
  );
}
