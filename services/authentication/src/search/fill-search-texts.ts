import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { BackfillFile } from '@annals/kit/migrate/migration-files';
import { searchTextOf } from './search-text.ts';

/**
 * Computes the texts again that "name contains" searches, for users who were stored when these had other contents. Give it
 * the next number when `searchTextOf` changes what it returns: every server then fills them once more, in the background.
 */
export const searchTexts: BackfillFile = {
  // 1: both forms of an international domain.
  name: 'search-texts-1',
  table: 'authentication.user_account',
  // In the order of the ids as text, because there is no greatest uuid before PostgreSQL 18.
  next: `select max(id::text collate "C") as up_to, count(*) as count from (
      select id from authentication.user_account
      where $1 = '' or id > nullif($1, '')::uuid order by id limit $2) next`,
  async fill(transaction, after, upTo) {
    const within = (id: Sql) =>
      sql`(${after} = '' or ${id} > nullif(${after}, '')::uuid) and ${id} <= ${upTo}::uuid`;
    await refill(
      transaction,
      await transaction.query<StoredText>(sql`
        select id, null as version, name, username, email, search_text as "searchText"
        from authentication.user_account u where ${within(sql`u.id`)}`),
    );
    await refill(
      transaction,
      await transaction.query<StoredText>(sql`
        select user_id as id, version, name, username, email, search_text as "searchText"
        from authentication.user_account_version v where ${within(sql`v.user_id`)}`),
    );
  },
};

interface StoredText {
  id: string;
  /** Of an earlier state; null for the present one. */
  version: number | null;
  name: string;
  username: string;
  email: string | null;
  searchText: string;
}

/** Only what is another text now, and only if nobody has changed it meanwhile. */
async function refill(transaction: Queryable, rows: readonly StoredText[]): Promise<void> {
  const outdated = rows
    .map((row) => ({ ...row, after: searchTextOf(row) }))
    .filter(({ searchText, after }) => searchText !== after);
  if (outdated.length === 0) return;
  const changes = sql`(select unnest(${outdated.map(({ id }) => id)}::uuid[]) as id,
    unnest(${outdated.map(({ version }) => version)}::integer[]) as version,
    unnest(${outdated.map(({ searchText }) => searchText)}::text[]) as before,
    unnest(${outdated.map(({ after }) => after)}::text[]) as after) change`;
  await transaction.query(
    outdated[0]?.version === null
      ? sql`update authentication.user_account u set search_text = change.after from ${changes}
          where u.id = change.id and u.search_text = change.before collate "C"`
      : sql`update authentication.user_account_version v set search_text = change.after from ${changes}
          where v.user_id = change.id and v.version = change.version and v.search_text = change.before collate "C"`,
  );
}
