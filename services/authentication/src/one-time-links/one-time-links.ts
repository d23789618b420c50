import type { Queryable } from '@annals/kit/database/database';
import { momentOf } from '../clock.ts';
import { appendEvent } from '../events/events.sql.ts';
import { operator, type Origin } from '../events/origin.ts';
import type { Parts } from '../parts.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import {
  deleteUnusedSetUpLinks,
  insertLink,
  lockSetUp,
  selectLink,
  someoneCanSignIn,
  type LinkPurpose,
  type LinkRow,
} from './one-time-links.sql.ts';

const hour = 3_600_000;
const lifetimeMs: Record<LinkPurpose, number> = {
  SETUP: 24 * hour,
  INVITATION: 7 * 24 * hour,
  RESET: hour / 4,
};

export type LinkState = 'valid' | 'expired' | 'used' | 'unknown';

/**
 * The link with this token, and what may be done with it now. Links of disabled users open nothing and look like none;
 * a set-up link is used up as soon as somebody can sign in, however that came.
 */
export async function findLink(
  { database, clock }: Parts,
  hash: Buffer,
): Promise<{ state: 'valid'; link: LinkRow } | { state: Exclude<LinkState, 'valid'> }> {
  const link = await selectLink(database, hash);
  if (link === undefined || link.status === 'DISABLED') return { state: 'unknown' };
  if (link.used !== null) return { state: 'used' };
  if (Date.parse(link.expires) <= clock()) return { state: 'expired' };
  if (link.purpose === 'SETUP' && (await someoneCanSignIn(database))) return { state: 'used' };
  return { state: 'valid', link };
}

/** Makes a one-time link and gives its address, which is kept nowhere else. */
export async function makeLink(
  { clock, publicUrl }: Parts,
  transaction: Queryable,
  link: { userId: string | null; purpose: LinkPurpose },
  origin: Origin,
): Promise<string> {
  const secret = newSecret();
  const now = clock();
  const expires = momentOf(now + lifetimeMs[link.purpose]);
  await insertLink(transaction, {
    ...link,
    hash: secretHash(secret),
    created: momentOf(now),
    expires,
  });
  await appendEvent(
    transaction,
    {
      action: 'link.made',
      at: now,
      actorId: null,
      subject: link.userId === null ? null : `user/${link.userId}`,
      after: { purpose: link.purpose, expires },
    },
    origin,
  );
  // behind the #, so that the token reaches no server log and no Referer header
  return `${publicUrl}/set-password#token=${secret}`;
}

/** A link for the first GLOBAL_MASTER, in place of the one before; undefined when somebody can sign in already. */
export function makeSetUpLink(parts: Parts): Promise<string | undefined> {
  return parts.database.transaction(async (transaction) => {
    await lockSetUp(transaction);
    if (await someoneCanSignIn(transaction)) return undefined;
    const replaced = await deleteUnusedSetUpLinks(transaction);
    if (replaced)
      await appendEvent(
        transaction,
        { action: 'link.replaced', at: parts.clock(), actorId: null, subject: null },
        operator,
      );
    return makeLink(parts, transaction, { userId: null, purpose: 'SETUP' }, operator);
  });
}
