import { createToken, listTokens, revokeToken } from '@annals/contracts/api-tokens';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { forbidden, notFound } from '@annals/kit/problem';
import { isForeignMaster } from '../authority/application-authority.ts';
import { lockApplication, lockUser } from '../authority/authority.sql.ts';
import { whyNotChangeable } from '../authority/authority.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import { originOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { normalizeForSearch } from '../context/normalize.ts';
import { findToken, type TokenToRevoke } from './api-tokens.sql.ts';
import { issueToken } from './issue-token.ts';
import { revokeFoundToken } from './revoke-token.ts';
import { listTokensInScope } from './token-list.ts';

export function mountApiTokens(mount: Mount, context: ServiceContext): void {
  const { database, apiTokenCache } = context;

  mount(listTokens, ({ caller, query }) => {
    const { name, ownerId, expired, expiresWithinDays, unusedForDays } = query;
    const filter = {
      ownerId: ownerId === 'current' ? caller.userId : ownerId,
      containing:
        name === undefined ? undefined : { text: name, normalized: normalizeForSearch(name) },
      expired,
      expiresWithinDays,
      unusedForDays,
    };
    return listTokensInScope(context, scopeOf(caller, 'tokens:read'), filter, query);
  });

  mount(createToken, async ({ caller, body, request }) => {
    await requireFreshProof(context, caller);
    return database.transaction((transaction) =>
      issueToken(
        context,
        transaction,
        caller,
        { ...body, owner: { id: caller.userId, kind: 'USER' } },
        originOf(request),
      ),
    );
  });

  mount(revokeToken, async ({ caller, params: { tokenId }, request }) => {
    const revoked = await database.transaction(async (transaction) => {
      const token = await findToken(transaction, scopeOf(caller, 'tokens:write'), tokenId);
      if (!token) throw notFound('token');
      await requireRevocable(transaction, caller, token);
      await revokeFoundToken(context, transaction, caller, token, originOf(request));
      return token.id;
    });
    apiTokenCache.invalidate(revoked);
  });
}

/** @throws Problem 403 for the token of someone whom the caller may see but not change */
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
    const reason = whyNotChangeable(caller, user);
    if (reason !== undefined) throw forbidden(reason);
    return;
  }
  const application = await lockApplication(transaction, scope, applicationId ?? '');
  if (!application) throw notFound('token');
  if (isForeignMaster(caller, application))
    throw forbidden(
      'Only a global master can revoke the tokens of an application that has this role.',
    );
}
