import { factThat, type Fact } from '@annals/kit/verification/facts';
import type { RecordedEvent } from './recorded-events.sql.ts';

/** Who had what, from when until when; null: it holds now. */
export interface StoredPeriod {
  holderId: string;
  /** A role, or the id of a unit. */
  held: string;
  givenBy: string | null;
  givenAt: string;
  takenBy: string | null;
  takenAt: string | null;
}

/** What a user or a unit can have for a period. */
interface Holding {
  holder: 'user' | 'unit';
  held: 'role' | 'unit';
}

export function factsOfPeriod(
  { holder, held }: Holding,
  { holderId, held: id, givenBy, givenAt, takenBy, takenAt }: StoredPeriod,
): Fact[] {
  const subject = `${holder}/${holderId}`;
  const given = givenFact(subject, `${held}/${id}`, { actorId: givenBy, at: givenAt });
  if (takenAt === null) return [given];
  return [given, takenFact(subject, `${held}/${id}`, { actorId: takenBy, at: takenAt })];
}

type Decision = Pick<RecordedEvent, 'actorId' | 'at'> & { index?: number };

export const givenFact = (holder: string, held: string, { actorId, at, index }: Decision): Fact =>
  factThat(`${holder} was given ${held} by ${actorId ?? 'the service'} on ${at}`, index);

export const takenFact = (holder: string, held: string, { actorId, at, index }: Decision): Fact =>
  factThat(`${held} was taken from ${holder} by ${actorId ?? 'the service'} on ${at}`, index);
