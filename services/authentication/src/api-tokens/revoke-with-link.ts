import { say } from '@annals/contracts/messages';
import { badField } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { consumeLink } from '../one-time-links/one-time-links.sql.ts';
import { findLink } from '../one-time-links/one-time-links.ts';
import { revokeIssuedTokens, selectIssuedTokens } from '../tokens/issued-tokens.sql.ts';
import { secretHash } from '../tokens/secrets.ts';
import { recordRevoked } from './revoke-token.ts';

const maxShown = 100;
const revocationLinks = ['REVOCATION'] as const;

/** Describes a link from a mail for its page: which tokens it revokes. Does not use it up. */
export async function checkRevocationLink(context: ServiceContext, secret: string) {
  const found = await findLink(context, secretHash(secret), revocationLinks);
  if (found.state !== 'valid') return { state: found.state };
  const { userId, email } = found.link;
  await context.apiTokenUses.write();
  const now = toTimestamp(context.clock());
  const { tokens, total } = await selectIssuedTokens(context.database, userId ?? '', {
    now,
    most: maxShown,
  });
  return {
    state: found.state,
    ...(email === null ? {} : { email }),
    tokens: tokens.map(({ partitionCount: _partitions, ...token }) => token),
    total,
  };
}

/**
 * Revokes all valid tokens that the user of the link issued, also those issued after the mail: the mail about a thief's
 * token must not spare the next one.
 * @throws Problem 400 for an invalid link
 */
export async function revokeWithLink(
  context: ServiceContext,
  secret: string,
  source: AuditSource,
): Promise<{ count: number }> {
  const hash = secretHash(secret);
  const found = await findLink(context, hash, revocationLinks);
  if (found.state !== 'valid') throw linkError(found.state);
  const userId = found.link.userId ?? '';
  const revoked = await context.database.transaction(async (transaction) => {
    const actor = { id: userId, at: context.clock(), source };
    const at = toTimestamp(actor.at);
    if (!(await consumeLink(transaction, hash, at))) throw linkError('used');
    const tokens = await revokeIssuedTokens(transaction, userId, at);
    await audit.record(transaction, actor, 'link.used', `user/${userId}`, {
      after: { purpose: 'REVOCATION' },
    });
    for (const token of tokens) await recordRevoked(transaction, actor, token);
    return tokens;
  });
  for (const { id } of revoked) context.apiTokenCache.invalidate(id);
  return { count: revoked.length };
}

const linkErrors = {
  unknown: say('revokeLinkInvalid'),
  used: say('revokeLinkUsed'),
  expired: say('revokeLinkExpired'),
};

function linkError(state: keyof typeof linkErrors) {
  return badField('body.token', linkErrors[state]);
}
