import type { Queryable } from '@annals/kit/database/database';
import { record, type AuditEvent } from '../audit/audit-log.sql.ts';
import type { CallingActor } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { openSessionsOf } from '../sessions/sessions.sql.ts';

/** The effect of a change on a user: the events to record; none if nothing changed. */
export interface UserChange {
  events: Pick<AuditEvent, 'action' | 'before' | 'after'>[];
  /** Sessions that were ended. */
  sessions?: readonly string[];
  /** It recorded its own event and put mail into the outbox. */
  mailed?: boolean;
}

export const noChange: UserChange = { events: [] };

export const hasChanged = ({ events, mailed = false }: UserChange): boolean =>
  events.length > 0 || mailed;

export const mergeChanges = (first: UserChange, second: UserChange): UserChange => ({
  events: [...first.events, ...second.events],
  sessions: [...(first.sessions ?? []), ...(second.sessions ?? [])],
  mailed: first.mailed === true || second.mailed === true,
});

/** Changes a user in a separate transaction; false if nothing changed. */
export async function commitChange(
  context: ServiceContext,
  actor: CallingActor,
  userId: string,
  change: (transaction: Queryable) => Promise<UserChange>,
): Promise<boolean> {
  const { done, sessions } = await context.database.transaction(async (transaction) => {
    const outcome = await change(transaction);
    return { done: outcome, sessions: await recordChange(transaction, actor, userId, outcome) };
  });
  publishChange(context, userId, sessions, done);
  return hasChanged(done);
}

/** Records a change of a user, and returns the sessions that every server must reload. */
export async function recordChange(
  transaction: Queryable,
  actor: CallingActor,
  userId: string,
  { events, sessions = [] }: UserChange,
): Promise<string[]> {
  if (events.length === 0) return [];
  const touched = [...sessions, ...(await openSessionsOf(transaction, userId))];
  for (const { action, ...change } of events)
    await record(transaction, actor, action, `user/${userId}`, change);
  return touched;
}

/** After the transaction: the change takes effect now. */
export function publishChange(
  { sessionCache, apiTokenCache, mailWorker }: ServiceContext,
  userId: string,
  sessions: readonly string[],
  { mailed = false }: UserChange,
): void {
  for (const sessionId of sessions) sessionCache.invalidate(sessionId);
  apiTokenCache.invalidateOwner(userId);
  if (mailed) mailWorker.wake();
}

class Simulated extends Error {
  constructor(readonly result: unknown) {
    super('This transaction was a simulation.');
  }
}

/** Dry run: makes the change with all its checks, and rolls the transaction back. */
export async function simulate<T>(
  { database }: ServiceContext,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(async (transaction): Promise<T> => {
      throw new Simulated(await work(transaction));
    });
  } catch (error) {
    if (error instanceof Simulated) return error.result as T;
    throw error;
  }
}
