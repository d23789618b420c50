import { uuidv7 } from 'uuidv7';
import { say } from '@annals/contracts/messages';
import { tokenScopes, type TokenScope } from '@annals/contracts/permissions';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, conflict, forbidden, notAuthenticated } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { newApiToken, type OwnerKind } from '../tokens/api-token-form.ts';
import { secretHash } from '../tokens/secrets.ts';
import {
  countLiveTokens,
  insertToken,
  lockCredential,
  lockTokensOf,
  selectToken,
  type TokenRow,
} from './api-tokens.sql.ts';
import { enqueueTokenCreatedMail } from './token-created-mail.ts';

const maxLiveTokens = 100;
const dayMs = 86_400_000;
/** A year, plus a day for differing clocks. */
const maxLifeMs = 366 * dayMs;

export interface TokenToIssue {
  owner: { id: string; kind: OwnerKind };
  description: string;
  scopes: readonly TokenScope[];
  partitionIds?: readonly string[] | null | undefined;
  expiresDate: string | null;
}

/**
 * Issues a token for an owner for whom the caller may do so. The token's scopes limit its use; at each use, the owner's
 * current roles limit it too. Wake the mail worker after the transaction.
 * @throws Problem 400 for an expiry in the past, 401 if the caller's session or token has ended, 403 for an expiry that
 * only a global master may choose, 409 for too many tokens
 */
export async function issueToken(
  context: ServiceContext,
  transaction: Queryable,
  caller: Caller,
  { owner, description, partitionIds: partitions, expiresDate, ...given }: TokenToIssue,
  source: AuditSource,
): Promise<TokenRow & { token: string }> {
  const at = context.clock();
  const now = toTimestamp(at);
  checkExpiry(caller, expiresDate, at);
  const scopes = tokenScopes.filter((scope) => given.scopes.includes(scope));
  checkScopes(caller, scopes);
  // Another server may have ended it a moment ago: it must not live on in the tokens that it issues meanwhile.
  if (!(await lockCredential(transaction, caller))) throw notAuthenticated();
  await lockTokensOf(transaction, owner.id);
  if ((await countLiveTokens(transaction, owner.id, now)) >= maxLiveTokens)
    throw conflict('too_many_tokens', say('tooManyTokens', { maxLiveTokens }));
  const partitionIds = partitions
    ? [...new Set(partitions.map((each) => each.toLowerCase()))]
    : null;
  const id = uuidv7();
  const { token, prefix } = newApiToken(context.productName, owner.kind);
  await insertToken(transaction, {
    id,
    hash: secretHash(token),
    prefix,
    description,
    owner,
    scopes,
    partitionIds,
    created: now,
    createdBy: caller.userId,
    issuedWith: caller.token === undefined ? null : caller.sessionId,
    expires: expiresDate,
  });
  const issued = await selectToken(transaction, id, now);
  if (!issued) throw new Error('The token that was just written is missing.');
  await enqueueTokenCreatedMail(transaction, { id, scopes }, now, source);
  await audit.record(
    transaction,
    { id: caller.userId, at, source },
    'token.created',
    `token/${id}`,
    {
      after: {
        ownerId: owner.id,
        ownerKind: owner.kind,
        description,
        prefix,
        scopes,
        partitionIds,
        expiresDate: issued.expiresDate,
      },
    },
  );
  return { ...issued, token };
}

function checkExpiry(caller: Caller, expiresDate: string | null, now: number): void {
  const isMaster = caller.roles.includes('GLOBAL_MASTER');
  if (expiresDate === null) {
    if (!isMaster) throw forbidden(say('endlessToken'));
    return;
  }
  const expires = Date.parse(expiresDate);
  if (expires <= now)
    throw badRequest(say('tokenExpiryPast'), [
      { path: 'body.expiresDate', ...say('enterFutureTime') },
    ]);
  if (expires > now + maxLifeMs && !isMaster) throw forbidden(say('longToken'));
}

/** A token cannot issue one with more scopes. */
function checkScopes({ token }: Caller, scopes: readonly TokenScope[]): void {
  const missing = scopes.filter((scope) => token && !token.scopes.includes(scope));
  if (missing.length > 0) throw forbidden(say('scopeNotYours', { missing: missing.join(', ') }));
}
