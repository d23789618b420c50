import sql, { raw } from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import type { FastifyRequest } from 'fastify';
import type { Database, DatabaseLog, Queryable } from '../database/database.ts';
import { conflict, Problem } from '../problem.ts';
import { requireSameRequest, type Idempotency } from './idempotency-key.ts';

/** A success as it is sent; without text for a 204. */
export interface Answer {
  status: number;
  text: string | undefined;
}

interface Claim extends Idempotency {
  /** Distinguishes this claim from a later one of the same key. */
  id: string;
}

interface StoredClaim {
  hash: Buffer;
  status: number | null;
  answer: string | null;
  secret: boolean;
  isWritten: boolean;
  isLate: boolean;
}

const dayMs = 24 * 3_600_000;
/** A claim that was not renewed for this long belongs to a server that has stopped. */
const leaseMs = 60_000;
const renewEveryMs = leaseMs / 3;

/** The claim of a request to its key, as its write sees it. */
export interface HeldClaim {
  /**
   * Records in the transaction of the write that the write has happened. Call it before the transaction commits.
   * @throws Problem 409 if another request has claimed the key since, so that nothing of this one is written
   */
  confirm(transaction: Queryable): Promise<void>;
}

const heldClaims = new WeakMap<FastifyRequest, HeldClaim>();

/** The claim under which a request writes; undefined if it has no Idempotency-Key. */
export const findClaim = (request: FastifyRequest): HeldClaim | undefined =>
  heldClaims.get(request);

export const holdClaim = (request: FastifyRequest, claim: HeldClaim): void =>
  void heldClaims.set(request, claim);

/**
 * Executes a write once for each key of a caller, and answers repetitions with the first response.
 *
 * The key is claimed before the write, the write confirms the claim in its own transaction, and its response is stored
 * afterwards. A server that stops leaves a claim without a response: a repetition is told to wait for a minute. After
 * that, an unconfirmed claim can be taken over, because nothing was written and its holder can no longer confirm it; a
 * confirmed one never, and the repetition learns that the write has happened.
 */
export class IdempotentWrites {
  readonly #table;

  /** @param table has user_id, key, request_hash, claim, claimed, written, status, answer and secret, one row for each key of a user */
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
   * @throws Problem 422 for a key of another request, 409 while the first is in progress or if its response is not stored;
   * and what `write` throws, after which the key can be used again if nothing was written
   */
  async run(
    idempotency: Idempotency,
    { secret, log }: { secret: boolean; log: DatabaseLog },
    write: (claim: HeldClaim) => Promise<Answer>,
  ): Promise<Answer> {
    const claim = { ...idempotency, id: uuidv7() };
    if (!(await this.#claim(claim))) return this.#answerOfFirst(claim);
    // While this server is alive, no other server takes over its claim, however long the write takes.
    const renewal = setInterval(() => {
      this.#renew(claim).catch((err: unknown) =>
        log.warn({ err }, 'The claim of an Idempotency-Key could not be renewed.'),
      );
    }, renewEveryMs).unref();
    try {
      const answer = await write(this.#held(claim)).catch(async (error: unknown) => {
        await this.#release(claim, error).catch((err: unknown) =>
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
  async #claim({ userId, key, hash, id }: Claim): Promise<boolean> {
    const now = this.clock();
    const claimed = await this.database.query(sql`
      insert into ${this.#table} as present (user_id, key, request_hash, claim, claimed)
      values (${userId}, ${key}, ${hash}, ${id}, ${timestamp(now)})
      on conflict (user_id, key) do update set request_hash = excluded.request_hash, claim = excluded.claim,
        claimed = excluded.claimed, written = false, status = null, answer = null, secret = false
        where present.claimed <= ${timestamp(now - dayMs)} or (present.status is null and not present.written
          and present.claimed <= ${timestamp(now - leaseMs)} and present.request_hash = excluded.request_hash)
      returning claim`);
    return claimed.length === 1;
  }

  #held({ userId, key, id }: Claim): HeldClaim {
    const confirmedIn = new WeakSet<Queryable>();
    return {
      confirm: async (transaction) => {
        if (confirmedIn.has(transaction)) return;
        const confirmed = await transaction.query(sql`
          update ${this.#table} set written = true
          where user_id = ${userId} and key = ${key} and claim = ${id} returning claim`);
        if (confirmed.length === 0) throw inProgress();
        confirmedIn.add(transaction);
      },
    };
  }

  async #answerOfFirst({ userId, key, hash }: Claim): Promise<Answer> {
    const [stored] = await this.database.query<StoredClaim>(sql`
      select request_hash as hash, status, answer, secret, written as "isWritten",
        claimed <= ${timestamp(this.clock() - leaseMs)} as "isLate" from ${this.#table}
      where user_id = ${userId} and key = ${key}`);
    if (stored) requireSameRequest(hash, stored.hash);
    // If it was released between the two statements, it was in progress too.
    if (!stored || (stored.status === null && !(stored.isWritten && stored.isLate)))
      throw inProgress();
    if (stored.status === null)
      throw conflict(
        'answered_already',
        'This request was already completed, but its response was lost. Look at what it has changed; to execute it again, use a new Idempotency-Key.',
      );
    if (stored.secret)
      throw conflict(
        'answered_already',
        'This request was already completed. Its response contained a secret, which is not stored; to get a new one, use a new Idempotency-Key.',
        stored.answer === null ? undefined : JSON.parse(stored.answer),
      );
    return { status: stored.status, text: stored.answer ?? undefined };
  }

  async #renew({ userId, key, id }: Claim): Promise<void> {
    await this.database.query(sql`
      update ${this.#table} set claimed = ${timestamp(this.clock())}
      where user_id = ${userId} and key = ${key} and claim = ${id} and status is null`);
  }

  async #store({ userId, key, id }: Claim, answer: Answer, secret: boolean): Promise<void> {
    const text = secret ? idIn(answer.text) : answer.text;
    await this.database.query(sql`
      update ${this.#table} set claimed = ${timestamp(this.clock())}, status = ${answer.status},
        answer = ${text ?? null}, secret = ${secret}
      where user_id = ${userId} and key = ${key} and claim = ${id}`);
  }

  /** An error on purpose is the decision about a request; after any other, the write may have been committed. */
  async #release({ userId, key, id }: Claim, error: unknown): Promise<void> {
    await this.database.query(sql`
      delete from ${this.#table} where user_id = ${userId} and key = ${key} and claim = ${id}
        and (${error instanceof Problem}::boolean or not written)`);
  }
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
