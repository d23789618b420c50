import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

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
