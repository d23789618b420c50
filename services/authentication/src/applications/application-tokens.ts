import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import { forbidden, notFound } from '@annals/kit/problem';
import { findToken } from '../api-tokens/api-tokens.sql.ts';
import { issueToken, type TokenToIssue } from '../api-tokens/issue-token.ts';
import { revokeFoundToken } from '../api-tokens/revoke-token.ts';
import { listTokensInScope } from '../api-tokens/token-list.ts';
import { isForeignMaster } from '../authority/application-authority.ts';
import { lockApplication } from '../authority/authority.sql.ts';
import { accessScopesOf, scopeOf } from '../authority/scope.sql.ts';
import type { CallingActor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { selectApplication } from './applications.sql.ts';
import { applicationToChange } from './change-application.ts';

const tokenLifeMs = 90 * 86_400_000;

/** @throws Problem 404 */
export async function listApplicationTokens(
  context: ServiceContext,
  caller: Caller,
  applicationId: string,
  query: Parameters<typeof listTokensInScope>[3],
) {
  const { database, clock } = context;
  const scopes = accessScopesOf(caller, 'applications');
  if (!(await selectApplication(database, scopes, applicationId, toTimestamp(clock()))))
    throw notFound('application');
  // Whoever sees the application sees its tokens.
  const scope = { readerId: caller.userId, kind: 'all' } as const;
  return listTokensInScope(context, scope, { ownerId: applicationId }, query);
}

/** Issues a token for 90 days that may read and write, by default. @throws Problem 400, 403, 404, 409 */
export async function createApplicationToken(
  context: ServiceContext,
  actor: CallingActor,
  applicationId: string,
  body: Pick<TokenToIssue, 'description' | 'partitionIds'> & {
    scopes?: TokenToIssue['scopes'] | undefined;
    expiresDate?: string | null | undefined;
  },
) {
  const {
    scopes = ['read', 'write'],
    expiresDate = toTimestamp(context.clock() + tokenLifeMs),
    ...rest
  } = body;
  const issued = await context.database.transaction(async (transaction) => {
    const { id } = await applicationToChange(transaction, actor, applicationId);
    const owner = { id, kind: 'APPLICATION' } as const;
    const token = { ...rest, owner, scopes, expiresDate };
    return issueToken(context, transaction, actor.caller, token, actor.source);
  });
  context.mailWorker.wake();
  return issued;
}

/** @throws Problem 403 for the token of an application that is a global master, 404 */
export async function revokeApplicationToken(
  context: ServiceContext,
  { caller, source }: CallingActor,
  applicationId: string,
  tokenId: string,
): Promise<void> {
  const revoked = await context.database.transaction(async (transaction) => {
    const scope = scopeOf(caller, 'applications:write');
    const application = await lockApplication(transaction, scope, applicationId);
    if (!application) throw notFound('application');
    const token = await findToken(transaction, { ...scope, kind: 'all' }, tokenId);
    if (token?.applicationId !== application.id) throw notFound('token');
    if (isForeignMaster(caller, application)) throw forbidden(say('masterTokens'));
    await revokeFoundToken(context, transaction, caller, token, source);
    return token.id;
  });
  context.apiTokenCache.invalidate(revoked);
}
