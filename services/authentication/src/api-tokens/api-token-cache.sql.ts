import sql from 'sql-template-tag';
import { unitIdsOfUser } from '../sign-in-rules/sign-in-rules.sql.ts';
import type { Queryable } from '@annals/kit/database/database';
import type { ApiTokenState } from '../context/service-context.ts';

export async function selectApiToken(
  database: Queryable,
  hash: Buffer,
): Promise<ApiTokenState | undefined> {
  const [token] = await database.query<ApiTokenState>(
    sql`
    select t.id as "tokenId", coalesce(u.id, a.id) as "ownerId", coalesce(u.username, 'application:' || a.name) as username,
      coalesce(u.name, a.name) as name, t.scopes, t.partition_ids as "partitionIds",
      least(t.expires, d.due, u.access_ends) as expires, u.id is null as "isOfApplication",
      case when u.id is not null then ${unitIdsOfUser}
        else array(select p.ancestor_id::text from authentication.organizational_unit_path p
          where p.descendant_id = a.unit_id) end as "unitIds",
      case when u.id is null then a.roles
        else array(select distinct role from authentication.effective_role where user_id = u.id order by role) end as roles
    from authentication.api_token t
    left join authentication.user_account u on u.id = t.user_id and u.status = 'ACTIVE'
    left join authentication.second_factor_deadline d on d.user_id = u.id
    left join authentication.application a on a.id = t.application_id and a.deleted is null
    where t.hash = ${hash} and t.revoked is null and (u.id is not null or a.id is not null)`,
    'authentication.apiToken',
  );
  return token;
}

export interface TokenUse {
  tokenId: string;
  at: string;
  address: string | null;
}

/** Stores when tokens were last used. A later time stored by another server is kept. */
export async function updateLastUses(
  database: Queryable,
  uses: readonly TokenUse[],
): Promise<void> {
  await database.query(
    sql`
    update authentication.api_token t set last_used = used.at, last_used_address = used.address
    from unnest(${uses.map(({ tokenId }) => tokenId)}::uuid[], ${uses.map(({ at }) => at)}::timestamptz[],
      ${uses.map(({ address }) => address)}::text[]) as used(id, at, address)
    where t.id = used.id and (t.last_used is null or t.last_used < used.at)`,
    'authentication.apiTokenUses',
  );
}
