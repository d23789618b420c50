import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { toTimestamp } from '../context/clock.ts';
import { appendEvent, type Act } from '../audit/audit-log.sql.ts';
import type { Origin } from '../context/actor.ts';
import type { RolesByName, ServiceContext } from '../context/service-context.ts';
import { openSessionsOf } from '../sessions/sessions.sql.ts';
import type { Doing } from '../accounts/user-rights.sql.ts';

/** Who changes a user, and what stands before the transaction begins. */
export interface Acting {
  caller: Caller;
  rolesByName: RolesByName;
  /** Milliseconds since 1970. */
  at: number;
}

export async function actingFor(
  { roleCache, clock }: ServiceContext,
  caller: Caller,
): Promise<Acting> {
  return { caller, rolesByName: await roleCache.current(), at: clock() };
}

export const doingOf = ({ caller, at }: Acting): Doing => ({
  by: caller.userId,
  at: toTimestamp(at),
});

/** What was done to a user: the events to be written; none when it was so already. */
export interface Done {
  events: Pick<Act, 'action' | 'before' | 'after'>[];
  /** Sessions that were ended. */
  sessions?: readonly string[];
  /** It wrote its own event and put mail into the outbox. */
  mailed?: boolean;
}

/** Whether anything was done. */
export const isDone = ({ events, mailed = false }: Done): boolean => events.length > 0 || mailed;

export const nothingToDo: Done = { events: [] };

export type UserAct = (transaction: Queryable) => Promise<Done>;

/** Writes down what was done to a user, and gives the sessions of which every server must read anew. */
export async function writeDown(
  transaction: Queryable,
  { caller, at }: Acting,
  userId: string,
  { events, sessions = [] }: Done,
  origin: Origin,
): Promise<string[]> {
  if (events.length === 0) return [];
  const touched = [...sessions, ...(await openSessionsOf(transaction, userId))];
  for (const event of events)
    await appendEvent(
      transaction,
      { ...event, at, actorId: caller.userId, subject: `user/${userId}` },
      origin,
    );
  return touched;
}

/** After the transaction: what was changed counts from now on. */
export function takeEffect(
  { sessionCache, apiTokenCache, mailWorker }: ServiceContext,
  userId: string,
  sessions: readonly string[],
  { mailed = false }: Done,
): void {
  for (const sessionId of sessions) sessionCache.invalidate(sessionId);
  apiTokenCache.invalidateOwner(userId);
  if (mailed) mailWorker.wake();
}

/** Does something to a user in a transaction of its own; false when it was so already. */
export async function carryOut(
  context: ServiceContext,
  acting: Acting,
  userId: string,
  act: UserAct,
  origin: Origin,
): Promise<boolean> {
  const { done, touched } = await context.database.transaction(async (transaction) => {
    const done = await act(transaction);
    return { done, touched: await writeDown(transaction, acting, userId, done, origin) };
  });
  takeEffect(context, userId, touched, done);
  return isDone(done);
}

class Rehearsed extends Error {
  constructor(readonly result: unknown) {
    super('This transaction was a rehearsal.');
  }
}

/** Does something as it would be done, with all its checks, and throws the transaction away. */
export async function rehearse<T>(
  { database }: ServiceContext,
  act: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(async (transaction): Promise<T> => {
      throw new Rehearsed(await act(transaction));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as T;
    throw error;
  }
}
