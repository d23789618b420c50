import type { Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import { operator, type AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import {
  deleteUnusedSetUpLinks,
  insertLink,
  lockSetUp,
  selectLink,
  someoneCanSignIn,
  type LinkPurpose,
  type LinkRow,
  type PasswordLinkPurpose,
  type SignUp,
} from './one-time-links.sql.ts';

const hour = 3_600_000;
const lifetimeMs: Record<LinkPurpose, number> = {
  SETUP: 24 * hour,
  INVITATION: 7 * 24 * hour,
  RESET: hour / 4,
  SIGNUP: 24 * hour,
  REVOCATION: 7 * 24 * hour,
};

const pages: Record<LinkPurpose, string> = {
  SETUP: '/set-password',
  INVITATION: '/set-password',
  RESET: '/set-password',
  SIGNUP: '/set-password',
  REVOCATION: '/revoke-tokens',
};

/** What a link must be for to set a password. */
export const passwordLinks: readonly PasswordLinkPurpose[] = [
  'SETUP',
  'INVITATION',
  'RESET',
  'SIGNUP',
];

/** Allowed difference between the clocks of servers, in milliseconds. */
const clockDrift = 5 * 60_000;

export type LinkState = 'valid' | 'expired' | 'used' | 'unknown';

/**
 * The link with this token and its current state. Links for another purpose and those of disabled users are treated as
 * unknown; a set-up link is invalid as soon as any user can sign in.
 */
export async function findLink<Purpose extends LinkPurpose>(
  { database, clock }: ServiceContext,
  hash: Buffer,
  purposes: readonly Purpose[],
): Promise<
  | { state: 'valid'; link: LinkRow<Purpose> }
  | { state: Exclude<LinkState, 'valid'>; purpose?: Purpose | undefined }
> {
  const link = await selectLink(database, hash);
  if (link === undefined || link.status === 'DISABLED') return { state: 'unknown' };
  if (!isFor(link, purposes)) return { state: 'unknown' };
  const { purpose } = link;
  if (link.used !== null) return { state: 'used', purpose };
  const left = Date.parse(link.expires) - clock();
  // A link with a longer remaining lifetime than any new one was created while the clock was ahead.
  if (left <= 0 || left > lifetimeMs[purpose] + clockDrift) return { state: 'expired', purpose };
  if (purpose === 'SETUP' && (await someoneCanSignIn(database))) return { state: 'used', purpose };
  return { state: 'valid', link };
}

function isFor<Purpose extends LinkPurpose>(
  link: LinkRow,
  purposes: readonly Purpose[],
): link is LinkRow<Purpose> {
  return (purposes as readonly LinkPurpose[]).includes(link.purpose);
}

export interface NewLink {
  /** It is stored nowhere else. */
  address: string;
  hash: Buffer;
  expires: string;
}

/** Creates a one-time link without an event: the mail worker records that the mail was sent. */
export async function newLink(
  { clock, publicUrl }: Pick<ServiceContext, 'clock' | 'publicUrl'>,
  transaction: Queryable,
  link: { userId: string | null; purpose: LinkPurpose; signUp?: SignUp; mailed?: boolean },
): Promise<NewLink> {
  const secret = newSecret();
  const hash = secretHash(secret);
  const now = clock();
  const expires = toTimestamp(now + lifetimeMs[link.purpose]);
  await insertLink(transaction, { ...link, hash, created: toTimestamp(now), expires });
  // Behind the #, so that the token reaches no server log and no Referer header.
  return { address: `${publicUrl}${pages[link.purpose]}#token=${secret}`, hash, expires };
}

/** Creates a one-time link for the operator, and returns its address. */
export async function makeLink(
  context: ServiceContext,
  transaction: Queryable,
  link: { userId: string | null; purpose: LinkPurpose },
  source: AuditSource,
): Promise<string> {
  const made = await newLink(context, transaction, link);
  await audit.record(
    transaction,
    { id: null, at: context.clock(), source },
    'link.made',
    link.userId === null ? null : `user/${link.userId}`,
    { after: { purpose: link.purpose, expires: made.expires } },
  );
  return made.address;
}

/**
 * Servers that start together each print a link: none of them may invalidate the link that another one has just
 * printed.
 */
const setUpGraceMs = 10 * 60_000;

/** Creates a link for the first GLOBAL_MASTER, which replaces older ones; undefined if a user can already sign in. */
export function makeSetUpLink(context: ServiceContext): Promise<string | undefined> {
  return context.database.transaction(async (transaction) => {
    await lockSetUp(transaction);
    if (await someoneCanSignIn(transaction)) return undefined;
    const replaced = await deleteUnusedSetUpLinks(
      transaction,
      toTimestamp(context.clock() - setUpGraceMs),
    );
    if (replaced > 0)
      await audit.record(
        transaction,
        { id: null, at: context.clock(), source: operator },
        'link.replaced',
        null,
        { before: { purpose: 'SETUP', count: replaced } },
      );
    return makeLink(context, transaction, { userId: null, purpose: 'SETUP' }, operator);
  });
}
