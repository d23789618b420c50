import { uuidv7 } from 'uuidv7';
import type { Factor } from '@annals/contracts/account';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import { badField, conflict, forbidden, notAuthenticated, notFound } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import { userIsInScope } from '../authority/authority.sql.ts';
import { requireMayActAs, userToChange } from '../authority/authority.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireFreshProof, requireRecentProof } from '../sessions/fresh-proof.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { addFactor, requireFactorLimit, shownFactor } from './add-factor.ts';
import {
  confirmTotpFactor,
  deleteFactor,
  deleteFactorsOf,
  deleteRecoveryCodes,
  deleteUnfinishedTotps,
  insertTotp,
  lockUserRow,
  selectFactors,
  selectFactorStatus,
  selectTotps,
} from './factors.sql.ts';
import { relyingParty } from './passkeys.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { combineRules } from '../sign-in-rules/combine-rules.ts';
import { selectConcerned, selectRules } from '../sign-in-rules/sign-in-rules.sql.ts';
import { findTimeStep, digitsOf, newTotpSecret, totpUri } from './totp.ts';
import { deleteTrustedDevicesOf } from '../trusted-devices/trusted-devices.sql.ts';

const wrongCode = say('codeNotCurrent');

export async function listOwnFactors(context: ServiceContext, userId: string) {
  const { database } = context;
  const data = (await selectFactors(database, userId)).map(shownFactor);
  const { recoveryCodesLeft, required } = await selectFactorStatus(database, userId);
  const passkeysAvailable = relyingParty(context) !== undefined;
  return { data, recoveryCodesLeft, required, passkeysAvailable };
}

/** Starts setting up an authenticator app; it is active after its first code was entered. @throws Problem 403, 409 */
export async function startTotp(context: ServiceContext, caller: Caller, name: string) {
  const { database, clock } = context;
  await requireFreshProof(context, caller);
  const { userId } = caller;
  const id = uuidv7();
  const secret = newTotpSecret();
  const username = await database.transaction(async (transaction) => {
    const user = await lockUserRow(transaction, userId);
    if (!user) throw notAuthenticated();
    await requireFactorLimit(transaction, userId);
    await deleteUnfinishedTotps(transaction, userId);
    const created = toTimestamp(clock());
    await insertTotp(transaction, { id, userId, name, secret, created, step: null });
    return user.username;
  });
  return { id, secret, uri: totpUri(context, username, secret) };
}

/** @throws Problem 400 for a wrong code, 403, 404 */
export async function confirmTotp(
  context: ServiceContext,
  caller: Caller,
  factorId: string,
  given: string,
  source: AuditSource,
): Promise<{ factor: Factor; recoveryCodes?: string[] }> {
  const { database, clock } = context;
  await requireFreshProof(context, caller);
  const { userId } = caller;
  return database.transaction(async (transaction) => {
    await lockUserRow(transaction, userId);
    const started = await selectTotps(transaction, userId, false);
    const totp = started.find(({ id }) => id === factorId);
    if (!totp) throw notFound('second factor that waits for its code');
    const actor = { id: userId, at: clock(), source };
    const code = digitsOf(given);
    const step =
      code === undefined ? undefined : findTimeStep(totp.totpSecret, code, actor.at, null);
    if (step === undefined) throw badField('body.code', wrongCode);
    return addFactor(transaction, actor, async () => {
      await confirmTotpFactor(transaction, totp.id, step);
      return totp.id;
    });
  });
}

/** @throws Problem 403, 404; 409 for the last one of a user who needs one */
export async function removeFactor(
  context: ServiceContext,
  caller: Caller,
  factorId: string,
  source: AuditSource,
): Promise<void> {
  const { database, clock } = context;
  await requireFreshProof(context, caller);
  const { userId } = caller;
  const subject = `user/${userId}`;
  await database.transaction(async (transaction) => {
    await lockUserRow(transaction, userId);
    const factors = await selectFactors(transaction, userId, { unfinished: true });
    const factor = factors.find(({ id }) => id === factorId);
    if (!factor) throw notFound('second factor');
    await deleteFactor(transaction, factorId);
    // Nothing was added yet, so there is nothing to record.
    if (!factor.confirmed) return;
    const others = factors.filter(({ id, confirmed }) => confirmed && id !== factorId);
    if (factor.kind === 'PASSKEY' && !others.some(({ kind }) => kind === 'PASSKEY')) {
      const concerned = await selectConcerned(transaction, userId);
      if (concerned && combineRules(await selectRules(transaction), concerned).passkeyRequired)
        throw conflict('passkey_required', say('lastRequiredPasskey'));
    }
    if (others.length === 0) {
      const { required } = await selectFactorStatus(transaction, userId);
      if (required) throw conflict('second_factor_required', say('lastRequiredFactor'));
      await deleteRecoveryCodes(transaction, userId);
    }
    const devices = await deleteTrustedDevicesOf(transaction, userId);
    const { id, kind, name } = factor;
    await audit.record(
      transaction,
      { id: userId, at: clock(), source: source },
      'factor.removed',
      subject,
      devices > 0
        ? { before: { id, kind, name }, after: { revokedDevices: devices } }
        : { before: { id, kind, name } },
    );
  });
}

/** @throws Problem 403; 409 without a second factor */
export async function renewRecoveryCodes(
  context: ServiceContext,
  caller: Caller,
  source: AuditSource,
): Promise<{ recoveryCodes: string[] }> {
  const { database, clock } = context;
  await requireFreshProof(context, caller);
  const { userId } = caller;
  const recoveryCodes = await database.transaction(async (transaction) => {
    await lockUserRow(transaction, userId);
    if ((await selectFactors(transaction, userId)).length === 0)
      throw conflict('no_second_factor', say('noFactorYet'));
    return makeRecoveryCodes(transaction, { id: userId, at: clock(), source });
  });
  return { recoveryCodes };
}

/** The factors of any user in scope. @throws Problem 404 */
export async function listUserFactors(
  { database }: ServiceContext,
  caller: Caller,
  userId: string,
) {
  if (!(await userIsInScope(database, scopeOf(caller, 'users:read'), userId)))
    throw notFound('user');
  const data = (await selectFactors(database, userId)).map((row) => {
    // When people use it is their own business.
    const { lastUsedDate: _, ...shown } = shownFactor(row);
    return shown;
  });
  const { recoveryCodesLeft, required } = await selectFactorStatus(database, userId);
  return { data, recoveryCodesLeft, required };
}

/** Removes all factors of a user who lost them, and ends the user's sessions. @throws Problem 403, 404 */
export async function removeUserFactors(
  context: ServiceContext,
  caller: Caller,
  userId: string,
  source: AuditSource,
): Promise<{ removed: number }> {
  const { database, clock, roleCache, sessionCache } = context;
  // Users need a recent reauthentication for their own.
  if (userId === caller.userId) throw forbidden(say('ownFactorsInAccount'));
  await requireRecentProof(context, caller);
  const rolesByName = await roleCache.current();
  const { removed, ended } = await database.transaction(async (transaction) => {
    requireMayActAs(rolesByName, caller, await userToChange(transaction, caller, userId));
    const at = clock();
    const factors = (await deleteFactorsOf(transaction, userId)).filter(
      ({ confirmed }) => confirmed,
    );
    const ids = await endSessionsOf(transaction, userId, toTimestamp(at));
    const devices = await deleteTrustedDevicesOf(transaction, userId);
    await audit.record(
      transaction,
      { id: caller.userId, at, source: source },
      'factor.removed',
      `user/${userId}`,
      {
        before: { factors: factors.map(({ kind, name }) => ({ kind, name })) },
        after: {
          factors: [],
          endedSessions: ids.length,
          ...(devices > 0 ? { revokedDevices: devices } : {}),
        },
      },
    );
    return { removed: factors.length, ended: ids };
  });
  for (const sessionId of ended) sessionCache.invalidate(sessionId);
  return { removed };
}
