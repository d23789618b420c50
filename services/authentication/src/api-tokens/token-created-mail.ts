import type { TokenScope } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';
import type { AuditSource } from '../context/actor.ts';
import { countMailRequest, requestKey, type RequestLimit } from '../mail/mail-requests.sql.ts';
import { enqueueMail } from '../mail/outbox.sql.ts';
import { selectIssuer } from '../tokens/issued-tokens.sql.ts';

/**
 * A program that issues tokens all day must not bury the other mails of its owner. Nothing stays unmentioned: each mail
 * names all valid tokens.
 */
const perIssuer: RequestLimit = { most: 10, withinSeconds: 3600 };

/**
 * Puts the mail about a new token that can do more than read into the outbox. Wake the mail worker after the
 * transaction.
 */
export async function enqueueTokenCreatedMail(
  transaction: Queryable,
  { id, scopes }: { id: string; scopes: readonly TokenScope[] },
  created: string,
  { address, userAgent, requestId }: AuditSource,
): Promise<void> {
  if (scopes.every((scope) => scope === 'read')) return;
  const issuer = await selectIssuer(transaction, id);
  if (issuer === undefined) return;
  const { userId, email, lang } = issuer;
  const key = requestKey('recipient', `TOKEN_CREATED ${userId}`);
  if ((await countMailRequest(transaction, key, created, perIssuer)) !== undefined) return;
  const parameters = { tokenId: id, address, userAgent, requestId };
  const mail = { kind: 'TOKEN_CREATED', recipient: email, userId, parameters, lang } as const;
  await enqueueMail(transaction, mail, created);
}
