import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { forbidden, notFound } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import { isForeignMaster } from '../authority/application-authority.ts';
import { lockApplication, lockUser } from '../authority/authority.sql.ts';
import { reasonNotChangeable } from '../authority/authority.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import type { Actor, AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { findToken, revokeTokenRow, type TokenToRevoke } from './api-tokens.sql.ts';

/** @throws Problem 403, 404 */
export async function revokeToken(
  context: ServiceContext,
  caller: Caller,
  tokenId: string,
  source: AuditSource,
): Promise<void> {
  const { database, apiTokenCache } = context;
  const revoked = await database.transaction(async (transaction) => {
    const token = await findToken(transaction, scopeOf(caller, 'tokens:write'), tokenId);
    if (!token) throw notFound('token');
    await requireRevocable(transaction, caller, token);
    await revokeFoundToken(context, transaction, caller, token, source);
    return token.id;
  });
  apiTokenCache.invalidate(revoked);
}

/** @throws Problem 403 for the token of a user whom the caller may see but not change */
async function requireRevocable(
  transaction: Queryable,
  caller: Caller,
  { userId, applicationId }: TokenToRevoke,
): Promise<void> {
  if (caller.userId === (userId ?? applicationId)) return;
  const scope = scopeOf(caller, 'tokens:write');
  if (userId !== null) {
    const user = await lockUser(transaction, scope, userId);
    if (!user) throw notFound('token');
    const reason = reasonNotChangeable(caller, user);
    if (reason !== undefined) throw forbidden(reason);
    return;
  }
  const application = await lockApplication(transaction, scope, applicationId ?? '');
  if (!application) throw notFound('token');
  if (isForeignMaster(caller, application)) throw forbidden(say('masterTokens'));
}

/**
 * Revokes a token that the caller may revoke. Call `apiTokenCache.invalidate` after the transaction.
 * @throws Problem 404 if it was revoked in the meantime
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
  const { id, description, prefix } = token;
  const ownerId = token.userId ?? token.applicationId;
  const actor = { id: caller.userId, at, source };
  await recordRevoked(transaction, actor, { id, ownerId, description, prefix });
}

export async function recordRevoked(
  transaction: Queryable,
  actor: Actor,
  {
    id,
    ownerId,
    description,
    prefix,
  }: { id: string; ownerId: string | null; description: string; prefix: string },
): Promise<void> {
  await audit.record(transaction, actor, 'token.revoked', `token/${id}`, {
    before: { ownerId, description, prefix },
  });
}
