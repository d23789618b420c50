import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/**
 * Whether any active global master can sign in: with a password, or with an identity at an enabled provider. A provider
 * of a unit cannot sign in a global master, and an identity of another issuer does not count.
 * @param untriedId a provider whose current settings nobody has signed in with yet
 */
export async function someMasterCanSignIn(
  transaction: Queryable,
  untriedId: string | null = null,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    select 1 as found from authentication.user_role r join authentication.user_account u on u.id = r.user_id
    where r.role = 'GLOBAL_MASTER' and u.status = 'ACTIVE' and (
      exists (select from authentication.password w where w.user_id = u.id)
      or exists (select from authentication.user_identity i
        join authentication.identity_provider p on p.id = i.provider_id and coalesce(p.token_issuer, p.issuer) = i.issuer
        where i.user_id = u.id and p.enabled and p.unit_id is null and p.id is distinct from ${untriedId}::uuid))
    limit 1`);
  return rows.length === 1;
}

/** Whether the user could still sign in without this identity. */
export async function hasOtherSignInMethod(
  transaction: Queryable,
  userId: string,
  identityId: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    select 1 as found from authentication.user_account u where u.id = ${userId} and (
      exists (select from authentication.password w where w.user_id = u.id)
      or exists (select from authentication.user_identity i
        join authentication.identity_provider p on p.id = i.provider_id and coalesce(p.token_issuer, p.issuer) = i.issuer
        where i.user_id = u.id and i.id <> ${identityId} and p.enabled))`);
  return rows.length === 1;
}
