import { createHash, createHmac } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import type { Database, DatabaseLog } from '../database/database.ts';
import { conflict, Problem } from '../problem.ts';
import { requireSameRequest, type Idempotency } from './idempotency-key.ts';

/** A success as it is sent; without text for a 204. */
export interface Answer {
  status: number;
  text: string | undefined;
}

interface Claim {
  userId: string;
  keyHash: Buffer;
  requestHash: Buffer;
  /** Distinguishes this claim from a later one of the same key. */
  id: string;
}

interface KnownKey {
  requestHash: Buffer;
  status: number | null;
  answer: string | null;
  secret: boolean;
}

const dayMs = 24 * 3_600_000;
/** A claim that was not renewed for this long belongs to a server that has stopped. */
const leaseMs = 60_000;
const renewEveryMs = leaseMs / 3;

/**
 * Executes a write once for each key of a caller, and answers repetitions with the first response.
 *
 * The key is claimed before the write and its response stored after it, each in its own transaction. A server that
 * stops between the two leaves a claim without a response, so it is unknown whether the write happened. For a minute a
 * repetition is told to wait; after that the same request may claim the key again and is executed as if it were the
 * first: if the lost one had succeeded, the result is a conflict (a 409 for an email that is taken) or a duplicate
 * where duplicates are allowed. A write that must exclude even that stores its response in its own transaction, as the
 * data service does.
 */
export class IdempotentWrites {
  readonly #table;

  /** @param table has user_id, key_hash, request_hash, claim, claimed, status, answer and secret, one row for each key of a user */
  constructor(
    readonly database: Database,
    table: string,
    readonly clock: () => number,
  ) {
    this.#table = raw(table);
  }

  /**
   * @param secret the response contains a secret that is shown once: it is not stored, and a repeated request is
   * refused with that reason
   * @throws Problem 422 for a key of another request, 409 while the first is in progress or if its response was secret;
   * and what `write` throws, after which the key can be used again
   */
  async run(
    idempotency: Idempotency,
    { secret, log }: { secret: boolean; log: DatabaseLog },
    write: () => Promise<Answer>,
  ): Promise<Answer> {
    const claim = claimOf(idempotency);
    if (!(await this.#claim(claim))) return this.#answerOfFirst(claim);
    // While this server is alive, no other server takes over its claim, however long the write takes.
    const renewal = setInterval(() => {
      this.#renew(claim).catch((err: unknown) =>
        log.warn({ err }, 'The claim of an Idempotency-Key could not be renewed.'),
      );
    }, renewEveryMs).unref();
    try {
      const answer = await write().catch(async (error: unknown) => {
        await this.#release(claim).catch((err: unknown) =>
          log.warn({ err }, 'An Idempotency-Key could not be released; it is free in a minute.'),
        );
        throw error;
      });
      // The write has happened: the caller gets the response even if it cannot be stored.
      await this.#store(claim, answer, secret).catch((err: unknown) =>
        log.warn({ err }, 'The answer to a request with an Idempotency-Key could not be stored.'),
      );
      return answer;
    } finally {
      clearInterval(renewal);
    }
  }

  /** Whether the caller can use the key now: it is new, outdated, or left behind by a server that has stopped. */
  async #claim({ userId, keyHash, requestHash, id }: Claim): Promise<boolean> {
    const now = this.clock();
    const claimed = await this.database.query(sql`
      insert into ${this.#table} as present (user_id, key_hash, request_hash, claim, claimed)
      values (${userId}, ${keyHash}, ${requestHash}, ${id}, ${timestamp(now)})
      on conflict (user_id, key_hash) do update set request_hash = excluded.request_hash, claim = excluded.claim,
        claimed = excluded.claimed, status = null, answer = null, secret = false
        where present.claimed <= ${timestamp(now - dayMs)} or (present.status is null
          and present.claimed <= ${timestamp(now - leaseMs)} and present.request_hash = excluded.request_hash)
      returning claim`);
    return claimed.length === 1;
  }

  async #answerOfFirst({ userId, keyHash, requestHash }: Claim): Promise<Answer> {
    const [known] = await this.database.query<KnownKey>(sql`
      select request_hash as "requestHash", status, answer, secret from ${this.#table}
      where user_id = ${userId} and key_hash = ${keyHash}`);
    if (known) requireSameRequest(requestHash, known.requestHash);
    // If it was released between the two statements, it was in progress too.
    if (!known || known.status === null) throw inProgress();
    if (known.secret)
      throw conflict(
        'answered_already',
        'This request was already completed. Its response contained a secret, which is not stored; to get a new one, use a new Idempotency-Key.',
        known.answer === null ? undefined : JSON.parse(known.answer),
      );
    return { status: known.status, text: known.answer ?? undefined };
  }

  async #renew({ userId, keyHash, id }: Claim): Promise<void> {
    await this.database.query(sql`
      update ${this.#table} set claimed = ${timestamp(this.clock())}
      where user_id = ${userId} and key_hash = ${keyHash} and claim = ${id} and status is null`);
  }

  async #store({ userId, keyHash, id }: Claim, answer: Answer, secret: boolean): Promise<void> {
    const stored = secret ? idIn(answer.text) : answer.text;
    await this.database.query(sql`
      update ${this.#table} set claimed = ${timestamp(this.clock())}, status = ${answer.status},
        answer = ${stored ?? null}, secret = ${secret}
      where user_id = ${userId} and key_hash = ${keyHash} and claim = ${id}`);
  }

  async #release({ userId, keyHash, id }: Claim): Promise<void> {
    await this.database.query(sql`
      delete from ${this.#table} where user_id = ${userId} and key_hash = ${keyHash} and claim = ${id}`);
  }
}

/**
 * The key itself is not stored: with it, the hash of a request that contains a password could be brute-forced. A random
 * key makes the keyed hash as hard to guess as the key.
 */
function claimOf({ userId, key, hash }: Idempotency): Claim {
  return {
    userId,
    keyHash: createHash('sha256').update(key).digest(),
    requestHash: createHmac('sha256', key).update(hash).digest(),
    id: uuidv7(),
  };
}

/** What is stored of a secret response: the id of the created item, or of the one item that the response wraps. */
function idIn(text: string | undefined): string | undefined {
  const answer: unknown = text === undefined ? undefined : JSON.parse(text);
  if (typeof answer !== 'object' || answer === null) return undefined;
  for (const thing of [answer, ...Object.values(answer)] as unknown[])
    if (typeof thing === 'object' && thing !== null && 'id' in thing)
      return JSON.stringify({ id: thing.id });
  return undefined;
}

const inProgress = () =>
  new Problem(
    409,
    'in_progress',
    'The same request is still in progress. Send it again shortly to get its response.',
    { retryAfter: 2 },
  );

const timestamp = (milliseconds: number) => new Date(milliseconds).toISOString();
