import sql from 'sql-template-tag';
import type { TokenIssuer } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';

/**
 * Who issued the tokens with which these owners may write and that were valid at the moment or later. An application
 * can issue tokens of another one. Then two more count: whoever issued the token that it used for that, which may have
 * ended long before, and whoever issued another token of it that is valid.
 */
export function selectTokenIssuers(
  database: Queryable,
  ownerIds: readonly string[],
  since: string,
): Promise<TokenIssuer[]> {
  const isValid = sql`(t.revoked is null or t.revoked > ${since}::timestamptz)
    and (t.expires is null or t.expires > ${since}::timestamptz)`;
  return database.query(
    sql`with recursive issuer (owner_id, issuer_id, issued_with) as (
        select coalesce(t.user_id, t.application_id), t.created_by, t.issued_with from authentication.api_token t
        where (t.user_id = any(${[...ownerIds]}::uuid[]) or t.application_id = any(${[...ownerIds]}::uuid[]))
          and t.created_by is not null and 'write' = any(t.scopes) and ${isValid}
        union
        select issuer.owner_id, t.created_by, t.issued_with from issuer
          join authentication.api_token t on t.id = issuer.issued_with
            or (t.application_id = issuer.issuer_id and ${isValid})
        where t.created_by is not null
      )
      select distinct owner_id as "ownerId", issuer_id as "issuerId" from issuer where issuer_id <> owner_id`,
    'authentication.tokenIssuers',
  );
}
