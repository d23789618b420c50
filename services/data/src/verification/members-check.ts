import type { AuditedAction } from '@annals/kit/change-reports';
import type { Queryable } from '@annals/kit/database/database';
import type { ReadPartitionEvents } from '@annals/kit/event-log';
import { compareFacts, type Fact, type Report } from '@annals/kit/verification/facts';
import { findMemberPeriods, type MemberPeriod } from './members.sql.ts';
import { readRecorded } from './recorded-events.ts';

/** Who was given which role or none, by whom and when. */
interface Decision {
  userId: string;
  role: string | null;
  byId: string;
  date: string;
  /** In the log of events; undefined for what is stored, and for what is on its way there. */
  index?: number;
}

/**
 * Compares the stored members of a partition, now and in the past, with the events of the audit log. What is still on its
 * way there counts.
 */
export async function checkMembers(
  database: Queryable,
  partitionId: string,
  readEvents: ReadPartitionEvents,
  report: Report,
): Promise<void> {
  const periods = await findMemberPeriods(database, partitionId);
  const events = await readRecorded(database, partitionId, readEvents, memberActions);
  const recorded = events.flatMap(({ action, actorId, after, index }) =>
    factsOf(action, actorId, after as AfterEvent, index),
  );
  // Nothing is known of a partition that was created where no events are recorded.
  if (recorded.length === 0) return;
  const stored = factsIn(periods, report);
  compareFacts(stored.map(asFact), recorded.map(asFact), report);
}

const memberActions = [
  'partition.created',
  'member.added',
  'member.changed',
  'member.removed',
] as const;

interface AfterEvent {
  userId?: string;
  role?: string;
  effectiveDate?: string;
}

function factsOf(
  action: string,
  actorId: string | null,
  { userId, role, effectiveDate: date = '' }: AfterEvent,
  index?: number,
): Decision[] {
  const byId = actorId ?? '';
  const place = index === undefined ? {} : { index };
  switch (action as AuditedAction['action']) {
    case 'partition.created':
      return [{ userId: byId, role: 'OWNER', byId, date, ...place }];
    case 'member.removed':
      return [{ userId: userId ?? '', role: null, byId, date, ...place }];
    default:
      return [{ userId: userId ?? '', role: role ?? null, byId, date, ...place }];
  }
}

/** @param periods of each user in the order of time */
function factsIn(periods: readonly MemberPeriod[], report: Report): Decision[] {
  return periods.flatMap((period, place) => {
    const { userId, role, sinceDate, givenDate: date, givenUserId: byId } = period;
    const { removedDate, removedUserId } = period;
    const [before, next] = [periods[place - 1], periods[place + 1]];
    const isContinued = (earlier: MemberPeriod | undefined, later: MemberPeriod | undefined) =>
      earlier !== undefined &&
      earlier.userId === later?.userId &&
      earlier.removedDate === later.givenDate &&
      earlier.removedUserId === later.givenUserId;
    const since = isContinued(before, period) ? before?.sinceDate : date;
    if (sinceDate !== since)
      report('DERIVED', `The user ${userId} joined on ${since}, but ${sinceDate} is stored.`);
    const given = { userId, role, byId, date };
    return removedDate === null || isContinued(period, next)
      ? [given]
      : [given, { userId, role: null, byId: removedUserId ?? '', date: removedDate }];
  });
}

const asFact = (decision: Decision): Fact => ({
  key: keyOf(decision),
  sentence: sentenceOf(decision),
  ...(decision.index !== undefined && { index: decision.index }),
});

const keyOf = ({ userId, role, byId, date }: Decision): string =>
  `${userId} ${role} ${byId} ${Date.parse(date)} ${date.replace(/^.*\.|Z$/g, '').padEnd(6, '0')}`;

const sentenceOf = ({ userId, role, byId, date }: Decision): string =>
  role === null
    ? `the user ${userId} was removed by ${byId} on ${date}`
    : `the user ${userId} was given the role ${role} by ${byId} on ${date}`;
