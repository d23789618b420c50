import sql from 'sql-template-tag';
import type { TokenIssuer } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';

/**
 * Who issued the tokens with which these owners may write and that were valid at the moment or later. An application
 * can issue tokens of another one; then whoever issued a token of the first one counts too.
 */
export function selectTokenIssuers(
  database: Queryable,
  ownerIds: readonly string[],
  since: string,
): Promise<TokenIssuer[]> {
  const isValid = sql`(t.revoked is null or t.revoked > ${since}::timestamptz)
    and (t.expires is null or t.expires > ${since}::timestamptz)`;
  return database.query(
    sql`with recursive issuer (owner_id, issuer_id) as (
        select coalesce(t.user_id, t.application_id), t.created_by from authentication.api_token t
        where (t.user_id = any(${[...ownerIds]}::uuid[]) or t.application_id = any(${[...ownerIds]}::uuid[]))
          and t.created_by is not null and 'write' = any(t.scopes) and ${isValid}
        union
        select issuer.owner_id, t.created_by from issuer
          join authentication.api_token t on t.application_id = issuer.issuer_id
        where t.created_by is not null and ${isValid}
      )
      select owner_id as "ownerId", issuer_id as "issuerId" from issuer where issuer_id <> owner_id`,
    'authentication.tokenIssuers',
  );
}
