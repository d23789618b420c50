import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export async function revokeTokensOf(
  transaction: Queryable,
  userId: string,
  at: string,
): Promise<{ id: string; description: string }[]> {
  return transaction.query(sql`
    update authentication.api_token set revoked = ${at}
    where user_id = ${userId} and revoked is null returning id, description`);
}

export async function deleteIdentitiesOf(
  transaction: Queryable,
  userId: string,
): Promise<{ id: string; identityProviderName: string }[]> {
  return transaction.query(sql`
    with gone as (delete from authentication.user_identity where user_id = ${userId} returning id, provider_id)
    select gone.id, provider.name as "identityProviderName"
    from gone join authentication.identity_provider provider on provider.id = gone.provider_id
    order by provider.name, gone.id`);
}

/** Removes second factors, recovery codes and half-done sign-ins, and says how many factors counted. */
export async function deleteFactorsOf(transaction: Queryable, userId: string): Promise<number> {
  const gone = await transaction.query<{ confirmed: boolean }>(
    sql`delete from authentication.second_factor where user_id = ${userId} returning confirmed`,
  );
  await transaction.query(sql`delete from authentication.recovery_code where user_id = ${userId}`);
  await transaction.query(
    sql`delete from authentication.second_factor_challenge where user_id = ${userId}`,
  );
  return gone.filter(({ confirmed }) => confirmed).length;
}
