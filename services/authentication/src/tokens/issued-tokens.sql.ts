import sql, { type Sql } from 'sql-template-tag';
import type { TokenScope } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';

/** A token as its issuer sees it. */
export interface IssuedToken {
  id: string;
  description: string;
  prefix: string;
  /** The name of the application that owns it; null if the issuer does. */
  applicationName: string | null;
  scopes: TokenScope[];
  partitionCount: number | null;
  createdDate: string;
  expiresDate: string | null;
  lastUsedDate: string | null;
}

const columns = sql`t.id, t.description, t.prefix, a.name as "applicationName", t.scopes,
  cardinality(t.partition_ids) as "partitionCount", t.created as "createdDate", t.expires as "expiresDate",
  t.last_used as "lastUsedDate"`;

/**
 * The ids of all tokens whose secret a user may know: their own, those they issued for applications, and those that
 * were issued with one of these.
 */
const issuedBy = (userId: string): Sql => sql`
  with recursive issued (id) as (
    select id from authentication.api_token where created_by = ${userId}
    union
    select id from authentication.api_token where user_id = ${userId} and revoked is null
    union
    select t.id from issued join authentication.api_token t on t.issued_with = issued.id)`;

const isValid = (now: string): Sql =>
  sql`t.revoked is null and (t.expires is null or t.expires > ${now})`;

/** The valid tokens that a user issued, newest first, and how many there are. */
export async function selectIssuedTokens(
  database: Queryable,
  userId: string,
  { now, most }: { now: string; most: number },
): Promise<{ tokens: IssuedToken[]; total: number }> {
  const rows = await database.query<IssuedToken & { total: number }>(sql`
    ${issuedBy(userId)}
    select ${columns}, count(*) over () as total
    from issued join authentication.api_token t on t.id = issued.id
    left join authentication.application a on a.id = t.application_id
    where ${isValid(now)} and a.deleted is null
    order by t.created desc, t.id desc limit ${most}`);
  return {
    tokens: rows.map(({ total: _total, ...token }) => token),
    total: rows[0]?.total ?? 0,
  };
}

export async function selectIssuedToken(
  database: Queryable,
  tokenId: string,
): Promise<IssuedToken | undefined> {
  const [token] = await database.query<IssuedToken>(sql`
    select ${columns} from authentication.api_token t
    left join authentication.application a on a.id = t.application_id where t.id = ${tokenId}`);
  return token;
}

export interface RevokedToken {
  id: string;
  ownerId: string;
  description: string;
  prefix: string;
}

/** Revokes all valid tokens that a user issued. */
export async function revokeIssuedTokens(
  transaction: Queryable,
  userId: string,
  at: string,
): Promise<RevokedToken[]> {
  const all: RevokedToken[] = [];
  for (;;) {
    const revoked = await transaction.query<RevokedToken>(sql`
      ${issuedBy(userId)}
      update authentication.api_token t set revoked = ${at}
      from issued where t.id = issued.id and ${isValid(at)}
      returning t.id, coalesce(t.user_id, t.application_id) as "ownerId", t.description, t.prefix`);
    // The statement may have waited for a transaction that issued another one with one of these, which it does not see.
    if (revoked.length === 0) return all;
    all.push(...revoked);
  }
}

/**
 * The user who issued a token: directly, or by issuing the token with which it was issued. Undefined if nobody of them
 * is a user with an email.
 */
export async function selectIssuer(
  database: Queryable,
  tokenId: string,
): Promise<{ userId: string; email: string; lang: string } | undefined> {
  const [issuer] = await database.query<{ userId: string; email: string; lang: string }>(sql`
    with recursive chain (issued_with, created_by) as (
      select issued_with, created_by from authentication.api_token where id = ${tokenId}
      union
      select t.issued_with, t.created_by from chain join authentication.api_token t on t.id = chain.issued_with)
    select u.id as "userId", u.email, u.lang
    from chain join authentication.user_account u on u.id = chain.created_by
    where u.email is not null limit 1`);
  return issuer;
}
