import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { notAuthenticated, Problem, sessionNeeded } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp, type Clock } from '../context/clock.ts';
import { signInKey } from '../context/normalize.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { checkPasswordGuardedly } from './guarded-attempts.ts';
import {
  recordReauthentication,
  selectLastProof,
  selectPasswordOf,
  type LastProof,
} from './sessions.sql.ts';

/** How long a proof of identity counts as recent. */
export const freshForMs = 10 * 60_000;

/**
 * Refuses to issue or redirect credentials without a recent proof of identity: a stolen session must not gain lasting
 * access. API tokens are exempt, since each call contains the whole token; docs/security.md lists what they can issue.
 * @throws Problem 403
 */
export async function requireRecentProof(
  context: { database: Queryable; clock: Clock },
  caller: Caller,
): Promise<void> {
  if (!caller.token) await requireFreshProof(context, caller);
}

/**
 * Refuses a change of credentials unless the caller signed in, entered the password or used a passkey within the last ten
 * minutes: a stolen session must not be enough.
 * @throws Problem 403
 */
export async function requireFreshProof(
  { database, clock }: { database: Queryable; clock: Clock },
  { sessionId, token }: Caller,
): Promise<void> {
  if (token) throw sessionNeeded();
  await requireRecentSignIn({ database, clock }, sessionId);
}

/** @throws Problem 403 */
export async function requireRecentSignIn(
  { database, clock }: { database: Queryable; clock: Clock },
  sessionId: string,
): Promise<void> {
  const last = await selectLastProof(database, sessionId, freshForMs);
  if (last?.proved && clock() - Date.parse(last.proved) < freshForMs) return;
  throw new Problem(403, 'reauthentication_needed', whyNotProved(last));
}

/** Whoever signed in again at a provider in vain has to learn that another attempt is of no use. */
function whyNotProved(last: LastProof | undefined): ServiceMessage {
  const provider = last?.unprovedBy;
  if (!provider) return say('reauthenticate');
  const { name, saidWhen } = provider;
  return saidWhen
    ? say('providerDidNotAskAgain', { name })
    : say('providerDoesNotSayWhen', { name });
}

const wrongPassword = say('notYourPasswordOrNone');

/** Records that the caller entered the password again. @throws Problem 400 for a wrong one, 429 after many failures */
export async function reauthenticate(
  context: ServiceContext,
  caller: Caller,
  password: string,
  source: AuditSource,
): Promise<void> {
  const { database, clock } = context;
  const user = await selectPasswordOf(database, caller.userId);
  if (!user) throw notAuthenticated();
  const { username, hash } = user;
  const fits = await checkPasswordGuardedly(
    context,
    { name: signInKey(username), hash: hash ?? undefined },
    password,
    source,
  );
  const at = clock();
  if (fits) return recordReauthentication(database, caller.sessionId, toTimestamp(at));
  const subject = `user/${caller.userId}`;
  await database.transaction((transaction) =>
    audit.record(
      transaction,
      { id: caller.userId, at, source },
      'reauthentication.failed',
      subject,
      { after: { method: 'PASSWORD' } },
    ),
  );
  throw new Problem(400, 'wrong_password', wrongPassword, {
    fields: [{ path: 'body.password', ...wrongPassword }],
  });
}
