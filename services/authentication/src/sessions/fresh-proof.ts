import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { Problem, sessionNeeded } from '@annals/kit/problem';
import type { Clock } from '../context/clock.ts';
import { selectLastProof } from './sessions.sql.ts';

const goodForMs = 10 * 60_000;

/**
 * Refuses to give out or redirect what somebody can act with later: a session that somebody else got hold of must not
 * outlive itself. An API token passes: it is sent whole with each call, and docs/security.md says what it can issue.
 * @throws Problem 403
 */
export async function requireRecentProof(
  context: { database: Queryable; clock: Clock },
  caller: Caller,
): Promise<void> {
  if (!caller.token) await requireFreshProof(context, caller);
}

/**
 * Refuses a change of what one signs in with, unless the caller signed in or gave the password within the last ten
 * minutes: a session that somebody else got hold of must not suffice.
 * @throws Problem 403
 */
export async function requireFreshProof(
  { database, clock }: { database: Queryable; clock: Clock },
  { sessionId, token }: Caller,
): Promise<void> {
  if (token) throw sessionNeeded();
  const proved = await selectLastProof(database, sessionId);
  if (proved !== undefined && clock() - Date.parse(proved) < goodForMs) return;
  throw new Problem(
    403,
    'reauthentication_needed',
    'Enter your password again, or sign in again: you last did so more than ten minutes ago.',
  );
}
