import sql, { join, type Sql } from 'sql-template-tag';
import type { ApiToken } from '@annals/contracts/api-tokens';
import type { TokenScope } from '@annals/contracts/permissions';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import {
  columnKey,
  keysetsOf,
  nullableKey,
  type Keyset,
  type PageRange,
} from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { unitInScope, userInScope, type Scope } from '../authority/scope.sql.ts';
import type { OwnerKind } from '../tokens/api-token-form.ts';
import { containsWords } from '../search/search-text.ts';

export type TokenRow = Omit<ApiToken, 'scopes'> & { scopes: TokenScope[] };

/** Tokens without an expiry sort last, tokens that were never used first. */
export const tokensSortedBy = keysetsOf<TokenRow, 'createdDate' | 'expiresDate' | 'lastUsedDate'>(
  'tokens',
  {
    createdDate: columnKey('createdDate', sql`t.created`, 'timestamptz'),
    expiresDate: nullableKey('expiresDate', sql`t.expires`, 'timestamptz', 'infinity'),
    lastUsedDate: nullableKey('lastUsedDate', sql`t.last_used`, 'timestamptz', '-infinity'),
  },
  columnKey('id', sql`t.id`, 'uuid'),
);

export interface TokenFilter {
  /** The user or application whose tokens are listed. */
  ownerId?: string | undefined;
  /** Part of the description or the owner's name; `normalized` is compared with the search text of users. */
  containing?: { text: string; words: readonly string[] } | undefined;
  expired?: boolean | undefined;
  expiresWithinDays?: number | undefined;
  unusedForDays?: number | undefined;
}

const sources = sql`authentication.api_token t
  left join authentication.user_account u on u.id = t.user_id
  left join authentication.application a on a.id = t.application_id`;

const columns = (now: string) => sql`t.id, t.description, t.prefix,
  json_build_object('id', coalesce(u.id, a.id), 'name', coalesce(u.name, a.name),
    'kind', case when u.id is null then 'APPLICATION' else 'USER' end) as owner,
  t.scopes, t.partition_ids as "partitionIds", t.created as "createdDate", t.expires as "expiresDate",
  coalesce(t.expires <= ${now}::timestamptz, false) as expired,
  t.last_used as "lastUsedDate", t.last_used_address as "lastUsedAddress"`;

/** The tokens whose owner is in scope; always those of the reader. */
function tokenInScope(scope: Scope): Sql {
  if (scope.kind === 'all') return sql`true`;
  return sql`(t.user_id = ${scope.readerId} or t.application_id = ${scope.readerId}
    or (t.user_id is not null and ${userInScope(scope, sql`t.user_id`)})
    or (t.application_id is not null and ${unitInScope(scope, sql`a.unit_id`)}))`;
}

function matching(scope: Scope, filter: TokenFilter, now: string): Sql {
  const { ownerId, containing, expired, expiresWithinDays, unusedForDays } = filter;
  const conditions = [sql`t.revoked is null`, tokenInScope(scope)];
  if (ownerId !== undefined)
    conditions.push(sql`(t.user_id = ${ownerId} or t.application_id = ${ownerId})`);
  if (containing !== undefined)
    conditions.push(sql`(position(lower(${containing.text}::text collate "und-x-icu") in lower(t.description)) > 0
      or position(lower(${containing.text}::text collate "und-x-icu") in lower(a.name)) > 0
      or ${containsWords(sql`u.search_text`, containing.words)})`);
  if (expired !== undefined)
    conditions.push(sql`coalesce(t.expires <= ${now}::timestamptz, false) = ${expired}`);
  if (expiresWithinDays !== undefined)
    conditions.push(sql`t.expires > ${now}::timestamptz
      and t.expires <= ${now}::timestamptz + make_interval(days => ${expiresWithinDays})`);
  if (unusedForDays !== undefined)
    conditions.push(
      sql`coalesce(t.last_used, t.created) <= ${now}::timestamptz - make_interval(days => ${unusedForDays})`,
    );
  return join(conditions, ' and ');
}

export function selectTokens(
  database: Queryable,
  scope: Scope,
  filter: TokenFilter,
  sorted: Keyset<TokenRow>,
  range: PageRange,
  now: string,
): Promise<Found<TokenRow>[]> {
  const rows = sql`select ${columns(now)} from ${sources}
    where ${matching(scope, filter, now)} ${sorted.after(range)}
    ${sorted.orderAndLimit(range)}`;
  return database.query(sorted.measured(rows, range));
}

/** How many tokens match; the count stops at `most`. */
export async function countTokens(
  database: Queryable,
  scope: Scope,
  filter: TokenFilter,
  now: string,
  most: number,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    select count(*) as count
    from (select from ${sources} where ${matching(scope, filter, now)} limit ${most}) as counted`);
  return row?.count ?? 0;
}

export async function selectToken(
  database: Queryable,
  tokenId: string,
  now: string,
): Promise<TokenRow | undefined> {
  const [token] = await database.query<TokenRow>(
    sql`select ${columns(now)} from ${sources} where t.id = ${tokenId}`,
  );
  return token;
}

export type PartitionToken = Pick<
  TokenRow,
  'id' | 'description' | 'prefix' | 'scopes' | 'partitionIds' | 'createdDate' | 'lastUsedDate'
> & { ownerId: string; createdById: string | null; untilDate: string | null };

/** The tokens in scope of these owners that were valid in the partition at the moment. */
export function selectTokensOfPartition(
  database: Queryable,
  scope: Scope,
  ownerIds: readonly string[],
  partitionId: string,
  moment: string,
): Promise<PartitionToken[]> {
  const owners = sql`any(${[...ownerIds]}::uuid[])`;
  return database.query(sql`
    select t.id, t.description, t.prefix, t.scopes, t.partition_ids as "partitionIds", t.created as "createdDate",
      t.created_by as "createdById", least(t.expires, t.revoked) as "untilDate", t.last_used as "lastUsedDate",
      coalesce(t.user_id, t.application_id) as "ownerId"
    from ${sources}
    where (t.user_id = ${owners} or t.application_id = ${owners}) and ${tokenInScope(scope)}
      and (t.partition_ids is null or ${partitionId}::uuid = any(t.partition_ids))
      and t.created <= ${moment}::timestamptz
      and (t.revoked is null or t.revoked > ${moment}::timestamptz)
      and (t.expires is null or t.expires > ${moment}::timestamptz)
    order by t.created, t.id`);
}

export interface NewToken {
  id: string;
  hash: Buffer;
  prefix: string;
  description: string;
  owner: { id: string; kind: OwnerKind };
  scopes: readonly TokenScope[];
  partitionIds: readonly string[] | null;
  created: string;
  createdBy: string;
  /** The API token of the call; null in a session. */
  issuedWith: string | null;
  expires: string | null;
}

export async function insertToken(transaction: Queryable, token: NewToken): Promise<void> {
  const { id, hash, prefix, description, owner, scopes, partitionIds } = token;
  const userId = owner.kind === 'USER' ? owner.id : null;
  const applicationId = owner.kind === 'APPLICATION' ? owner.id : null;
  await transaction.query(sql`
    insert into authentication.api_token
      (id, hash, prefix, description, user_id, application_id, scopes, partition_ids, created, created_by, issued_with, expires)
    values (${id}, ${hash}, ${prefix}, ${description}, ${userId}, ${applicationId}, ${[...scopes]},
      ${partitionIds === null ? null : [...partitionIds]}, ${token.created}, ${token.createdBy},
      ${token.issuedWith}, ${token.expires})`);
}

/**
 * Prevents other transactions from ending the session or revoking the token of a call until the end of this one.
 * @returns false if that has happened
 */
export async function lockCredential(
  transaction: Queryable,
  { sessionId: id, token }: Pick<Caller, 'sessionId' | 'token'>,
): Promise<boolean> {
  const rows = await transaction.query(
    token
      ? sql`select id from authentication.api_token where id = ${id} and revoked is null for share`
      : sql`select id from authentication.session where id = ${id} and ended is null for share`,
  );
  return rows.length === 1;
}

/** Prevents other transactions from issuing a token for this owner until the end of this one. */
export async function lockTokensOf(transaction: Queryable, ownerId: string): Promise<void> {
  await transaction.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`annals API tokens of ${ownerId}`}, 0))`,
  );
}

/** The number of valid tokens of an owner. */
export async function countLiveTokens(
  transaction: Queryable,
  ownerId: string,
  now: string,
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(sql`
    select count(*) as count from authentication.api_token
    where (user_id = ${ownerId} or application_id = ${ownerId}) and revoked is null
      and (expires is null or expires > ${now})`);
  return row?.count ?? 0;
}

export interface TokenToRevoke {
  id: string;
  userId: string | null;
  applicationId: string | null;
  prefix: string;
  description: string;
}

/** The token that is not revoked and whose owner is in scope. */
export async function findToken(
  database: Queryable,
  scope: Scope,
  tokenId: string,
): Promise<TokenToRevoke | undefined> {
  const [token] = await database.query<TokenToRevoke>(sql`
    select t.id, t.user_id as "userId", t.application_id as "applicationId", t.prefix, t.description
    from ${sources} where t.id = ${tokenId} and t.revoked is null and ${tokenInScope(scope)}`);
  return token;
}

/** False if it was revoked in the meantime. */
export async function revokeTokenRow(
  transaction: Queryable,
  tokenId: string,
  at: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.api_token set revoked = ${at} where id = ${tokenId} and revoked is null returning 1 as done`);
  return rows.length === 1;
}

/** The valid tokens of a user, newest first. */
export function selectLiveTokens(
  database: Queryable,
  userId: string,
  now: string,
): Promise<{ id: string; description: string; prefix: string; lastUsedDate: string | null }[]> {
  return database.query(sql`
    select id, description, prefix, last_used as "lastUsedDate" from authentication.api_token
    where user_id = ${userId} and revoked is null and (expires is null or expires > ${now})
    order by created desc, id desc`);
}

/** The event details for tokens revoked as part of another action; empty when there were none. */
export const describeRevokedTokens = (tokens: readonly { id: string; description: string }[]) =>
  tokens.length === 0
    ? {}
    : { revokedTokens: tokens.map(({ id, description }) => ({ id, description })) };

/** Revokes all tokens of a user or an application and returns those that were not revoked before. */
export function revokeTokensOf(
  transaction: Queryable,
  ownerId: string,
  at: string,
): Promise<{ id: string; description: string; prefix: string }[]> {
  return transaction.query(sql`
    update authentication.api_token set revoked = ${at}
    where (user_id = ${ownerId} or application_id = ${ownerId}) and revoked is null
    returning id, description, prefix`);
}
