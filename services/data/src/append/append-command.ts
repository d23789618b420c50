import type { Queryable } from '@annals/kit/database/database';
import { conflict } from '@annals/kit/problem';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { storedAnswer } from '../idempotency/stored-answer.ts';
import type { Decided, Needs } from './append-transaction.ts';
import type { Draft } from './draft.ts';

/** One write: what it must know, how heavy it is, and what it decides. */
export interface Job<Answer> {
  needs: Omit<Needs, 'idempotency'>;
  /** How many versions it writes at most. */
  versions: number;
  /** About how large they are together. */
  bytes: number;
  idempotency: Idempotency | undefined;
  /** The schema version of the partition that its data was checked by; undefined where nothing is to be checked. */
  schemaVersion?: number;
  /** Appends to the draft, or throws to refuse. */
  decide(draft: Draft): Answer;
  /** Written in the same transaction after the versions; a throw refuses the job. Left out for a repetition. */
  along?(transaction: Queryable, answer: Answer): Promise<void>;
}

/** Data was checked by the JSON Schemas of before: they are others by now. */
export class SchemaChanged extends Error {
  override readonly name = 'SchemaChanged';

  constructor(readonly schemaVersion: number) {
    super('The JSON Schemas of the partition were changed.');
  }
}

/** Decides, or answers a repetition as before. */
export function decideOnce<Answer>(
  draft: Draft,
  job: Job<Answer>,
  resolve: (answer: Answer) => void,
): Decided {
  const { idempotency } = job;
  const stored = idempotency && draft.answer(idempotency.userId, idempotency.key);
  if (stored) {
    const answer = storedAnswer(idempotency, stored) as Answer;
    return { answer: () => resolve(answer) };
  }
  requireWritable(draft, job);
  const answer = job.decide(draft);
  if (idempotency) {
    const { userId, key, hash } = idempotency;
    draft.answers.push({ userId, key, hash, answer: JSON.stringify(answer) });
  }
  const along = job.along?.bind(job);
  return {
    answer: () => resolve(answer),
    ...(along ? { along: async (transaction) => along(transaction, answer) } : {}),
  };
}

function requireWritable(
  { clock }: Draft,
  { schemaVersion = clock.schemaVersion }: Pick<Job<unknown>, 'schemaVersion'>,
): void {
  if (clock.archived)
    throw conflict(
      'partition_archived',
      'This partition is archived: it can be read, and nothing can be written. An owner can take it out of the archive.',
    );
  if (schemaVersion !== clock.schemaVersion) throw new SchemaChanged(clock.schemaVersion);
}
