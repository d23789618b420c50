import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { notFound } from '@annals/kit/problem';
import { toTimestamp } from '../context/clock.ts';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { revokeTokenRow, type TokenToRevoke } from './api-tokens.sql.ts';

/**
 * Revokes a token that the caller may revoke. After the transaction `apiTokenCache.invalidate` is due.
 * @throws Problem 404 when it was revoked meanwhile
 */
export async function revokeFoundToken(
  { clock }: ServiceContext,
  transaction: Queryable,
  caller: Caller,
  token: TokenToRevoke,
  source: AuditSource,
): Promise<void> {
  const at = clock();
  if (!(await revokeTokenRow(transaction, token.id, toTimestamp(at)))) throw notFound('token');
  await audit.record(
    transaction,
    { id: caller.userId, at, source },
    'token.revoked',
    `token/${token.id}`,
    {
      before: {
        ownerId: token.userId ?? token.applicationId,
        description: token.description,
        prefix: token.prefix,
      },
    },
  );
}
