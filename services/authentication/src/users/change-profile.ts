import type { FastifyRequest } from 'fastify';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { difference } from '@annals/kit/difference';
import { checkIfMatch } from '@annals/kit/etag';
import { badField, conflict, forbidden, notFound } from '@annals/kit/problem';
import { updateProfile, type Profile } from '../accounts/accounts.sql.ts';
import { emailTaken } from '../accounts/insert-user.ts';
import { refuseLookAlike } from '../accounts/look-alikes.sql.ts';
import { isDotSegment, isReadableName, isReadableUsername } from '../accounts/readable-text.ts';
import { searchTextOf } from '../search/search-text.ts';
import {
  deleteSignInNames,
  insertSignInName,
  takeSignInName,
} from '../accounts/sign-in-names.sql.ts';
import { signInNames, usernameWith } from '../accounts/sign-in-names.ts';
import { lockUser, type LockedUser } from '../authority/authority.sql.ts';
import { requireMayActAs, requireRemainingMaster, userToChange } from '../authority/authority.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import type { CallingActor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { consumePasswordLinks } from '../one-time-links/one-time-links.sql.ts';
import { requireFreshProof, requireRecentProof } from '../sessions/fresh-proof.ts';
import { requireFuture } from './access-end.ts';
import { noChange, type UserChange } from './user-change.ts';
import { readerOf, selectUser } from './user-columns.sql.ts';

export interface ProfileChange {
  name?: string | undefined;
  username?: string | undefined;
  email?: string | undefined;
  lang?: string | undefined;
  changeSetMails?: boolean | undefined;
  accessEndsDate?: string | null | undefined;
}

/**
 * Changes the caller's own name, language and email preferences, and everything else of users whom the caller
 * administers.
 * @throws Problem 400, 403, 404; 409 if a name is taken; 412 if the user was changed meanwhile
 */
export async function changeProfile(
  transaction: Queryable,
  actor: CallingActor,
  userId: string,
  change: ProfileChange,
  request: FastifyRequest,
): Promise<UserChange> {
  const user = await lockForProfile(transaction, actor, userId, change);
  if (request.headers['if-match'] !== undefined) {
    const reader = readerOf(actor.caller, toTimestamp(actor.at));
    checkIfMatch(request, user.version, await selectUser(transaction, reader, userId));
  }
  const before: Profile = {
    name: user.name,
    username: user.username,
    email: user.email,
    lang: user.lang,
    changeSetMails: user.changeSetMails,
    accessEndsDate: user.accessEndsDate,
  };
  const after = profileAfter(before, change);
  const [was, is] = difference(before, after);
  if (Object.keys(is).length === 0) return noChange;
  const at = toTimestamp(actor.at);
  if ('username' in is || 'email' in is) {
    await requireMayRename(transaction, actor, user, is);
    if ('username' in is)
      await refuseLookAlike(
        transaction,
        scopeOf(actor.caller, 'users:read'),
        after.username,
        userId,
      );
    await renameSignIn(transaction, actor, userId, before, after);
    // Links sent to the old mailbox must not work any more.
    if ('email' in is) await consumePasswordLinks(transaction, userId, at);
  }
  if ('accessEndsDate' in is) requireFuture(after.accessEndsDate ?? undefined, actor.at);
  const update = () => updateProfile(transaction, userId, after, searchTextOf(after), at);
  await ('accessEndsDate' in is && user.roles.includes('GLOBAL_MASTER')
    ? requireRemainingMaster(transaction, update)
    : update());
  return { events: [{ action: 'user.changed', before: was, after: is }] };
}

async function lockForProfile(
  transaction: Queryable,
  { caller }: CallingActor,
  userId: string,
  change: ProfileChange,
): Promise<LockedUser> {
  const isOwn = userId === caller.userId;
  if (!isOwn && change.changeSetMails !== undefined) throw forbidden(say('usersChooseEmails'));
  if (isOwn && change.accessEndsDate !== undefined) throw forbidden(say('ownAccessEnd'));
  const signInChanges = change.username !== undefined || change.email !== undefined;
  if (!isOwn || (signInChanges && caller.scope('users:write') !== undefined))
    return userToChange(transaction, caller, userId);
  if (signInChanges) throw forbidden(say('ownProfileOnly'));
  const user = await lockUser(transaction, { readerId: caller.userId, kind: 'self' }, userId);
  if (user === undefined) throw notFound('user');
  return user;
}

/** Links are sent to the email, and whoever reads them can sign in. @throws Problem 403 */
async function requireMayRename(
  transaction: Queryable,
  { rolesByName, caller, at }: CallingActor,
  user: LockedUser,
  is: object,
): Promise<void> {
  const context = { database: transaction, clock: () => at };
  if (user.id === caller.userId) await requireFreshProof(context, caller);
  else if ('email' in is) {
    requireMayActAs(rolesByName, caller, user);
    await requireRecentProof(context, caller);
  }
}

function profileAfter(before: Profile, change: ProfileChange): Profile {
  const name = change.name === undefined ? before.name : normalizeField(change.name, 'name');
  const email = change.email ?? before.email;
  const username =
    change.username === undefined
      ? usernameWith(before, email)
      : normalizeField(change.username, 'username');
  const { lang = before.lang, changeSetMails = before.changeSetMails } = change;
  const accessEndsDate = endAfter(before.accessEndsDate, change.accessEndsDate);
  return { name, username, email, lang, changeSetMails, accessEndsDate };
}

/** The same moment written differently is no change. */
function endAfter(before: string | null, end: string | null | undefined): string | null {
  if (end === undefined) return before;
  return before !== null && end !== null && Date.parse(before) === Date.parse(end) ? before : end;
}

function normalizeField(given: string, field: 'name' | 'username'): string {
  const text = given.trim();
  const isReadable = field === 'name' ? isReadableName : isReadableUsername;
  if (!isReadable(text)) {
    throw badField(`body.${field}`, say('nameForm'));
  }
  if (field === 'username' && isDotSegment(text)) {
    throw badField('body.username', say('userNameDots'));
  }
  return text;
}

/** User names and emails share one space. */
async function renameSignIn(
  transaction: Queryable,
  { caller }: CallingActor,
  userId: string,
  before: Profile,
  { username, email }: Profile,
): Promise<void> {
  const scope = scopeOf(caller, 'users:read');
  await deleteSignInNames(transaction, userId);
  let claimsAll = true;
  for (const name of signInNames(username, email)) {
    const outcome = await takeSignInName(transaction, scope, userId, name);
    if (outcome === 'taken')
      throw name.isEmail && email !== null
        ? emailTaken(email)
        : conflict('username_taken', say('userNameTaken', { username }));
    claimsAll &&= outcome === 'claimed';
  }
  if (claimsAll) return;
  // Until the new names are free the user signs in with the previous ones, which are not searchable.
  for (const { key } of signInNames(before.username, before.email))
    await insertSignInName(transaction, userId, { key, isUsername: false, isEmail: true });
}
