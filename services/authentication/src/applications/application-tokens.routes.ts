import type { FastifyRequest } from 'fastify';
import * as calls from '@annals/contracts/applications';
import type { Caller } from '@annals/kit/caller';
import type { Mount } from '@annals/kit/mount';
import { forbidden, notFound } from '@annals/kit/problem';
import { findToken } from '../api-tokens/api-tokens.sql.ts';
import { issueToken } from '../api-tokens/issue-token.ts';
import { revokeFoundToken } from '../api-tokens/revoke-token.ts';
import { listTokensInScope } from '../api-tokens/token-list.ts';
import { accessScopesOf, scopeOf } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireRecentProof } from '../sessions/fresh-proof.ts';
import { isForeignMaster } from '../authority/application-authority.ts';
import { selectApplication } from './applications.sql.ts';
import { applicationToChange, type Acting } from './change-application.ts';
import { lockApplication } from '../authority/authority.sql.ts';

const tokenLifeMs = 90 * 86_400_000;

type Act = <T>(
  call: { caller: Caller; request: FastifyRequest },
  work: (acting: Acting) => Promise<T>,
) => Promise<T>;

export function mountApplicationTokens(mount: Mount, context: ServiceContext, act: Act): void {
  const { database, clock, apiTokenCache } = context;

  mount(calls.listApplicationTokens, async ({ caller, params: { applicationId }, query }) => {
    const now = toTimestamp(clock());
    if (
      !(await selectApplication(
        database,
        accessScopesOf(caller, 'applications'),
        applicationId,
        now,
      ))
    )
      throw notFound('application');
    // whoever sees the application sees its tokens
    const scope = { readerId: caller.userId, reach: 'all' } as const;
    return listTokensInScope(context, scope, { ownerId: applicationId }, query);
  });

  mount(calls.createApplicationToken, async (call) => {
    await requireRecentProof(context, call.caller);
    return act(call, async (acting) => {
      const { id } = await applicationToChange(acting, call.params.applicationId);
      const {
        scopes = ['read', 'write'],
        expiresDate = toTimestamp(clock() + tokenLifeMs),
        ...rest
      } = call.body;
      const owner = { id, kind: 'APPLICATION' } as const;
      const { transaction, caller, origin } = acting;
      return issueToken(
        context,
        transaction,
        caller,
        { ...rest, owner, scopes, expiresDate },
        origin,
      );
    });
  });

  mount(calls.revokeApplicationToken, async (call) => {
    const { applicationId, tokenId } = call.params;
    const revoked = await act(call, async ({ transaction, caller, origin }) => {
      const scope = scopeOf(caller, 'applications:write');
      const application = await lockApplication(transaction, scope, applicationId);
      if (!application) throw notFound('application');
      const token = await findToken(transaction, { ...scope, reach: 'all' }, tokenId);
      if (token?.applicationId !== application.id) throw notFound('token');
      if (isForeignMaster(caller, application))
        throw forbidden(
          'Only a global master can revoke the tokens of an application that has this role.',
        );
      await revokeFoundToken(context, transaction, caller, token, origin);
      return token.id;
    });
    apiTokenCache.invalidate(revoked);
  });
}
