import type { FastifyRequest } from 'fastify';
import { say } from '@annals/contracts/messages';
import type { Database, DatabaseLog, Queryable, Transaction } from '../database/database.ts';
import { conflict, Problem } from '../problem.ts';
import { requireSameRequest, type Idempotency } from './idempotency-key.ts';
import {
  claimOf,
  inProgress,
  leaseMs,
  type Claim,
  type IdempotencyTable,
  type StoredAnswer,
} from './idempotency-table.ts';

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
 * Executes writes once for each key of a caller, and answers repetitions with the first response. Each claims its key
 * before it writes, and stores its answer.
 *
 * A write that is one transaction does all of it in that transaction (`executeIn`): a key that others see has an answer.
 *
 * A write of several transactions, or with effects outside of the database, claims the key before, confirms the claim in its
 * own transaction, and stores its response afterwards (`execute`). A server that stops leaves a claim without a response: a
 * repetition is told to wait for a minute. After that, an unconfirmed claim can be taken over, because nothing was written
 * and its holder can no longer confirm it; a confirmed one never, and the repetition learns that the write has happened.
 */
export class IdempotentWrites {
  constructor(readonly table: IdempotencyTable) {}

  /** @throws Problem 422 for a key of another request; and what `write` throws, after which the key can be used again */
  async executeIn<Answer>(
    transaction: Transaction,
    idempotency: Idempotency | undefined,
    write: () => Promise<Answer>,
  ): Promise<Answer> {
    if (!idempotency) return write();
    const claim = claimOf(idempotency);
    if (!(await this.table.claim(transaction, claim)))
      return JSON.parse(await this.table.findFirst(transaction, claim)) as Answer;
    const answer = await write();
    this.table.storeIn(transaction, claim, JSON.stringify(answer));
    return answer;
  }

  /**
   * @param write returns the text of the response; undefined for one without a body
   * @param secret the response contains a secret that is shown once: it is not stored, and a repeated request is
   * refused with that reason
   * @throws Problem 422 for a key of another request, 409 while the first is in progress or if its response is not stored;
   * and what `write` throws, after which the key can be used again if nothing was written
   */
  async execute(
    idempotency: Idempotency,
    { database, secret, log }: { database: Database; secret: boolean; log: DatabaseLog },
    write: (claim: HeldClaim) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const claim = claimOf(idempotency);
    if (!(await this.table.claim(database, claim))) {
      const first = (await this.table.findFirst(database, claim)) || undefined;
      if (secret) throw secretIsShownOnce(first);
      return first;
    }
    // While this server is alive, no other server takes over its claim, however long the write takes.
    const renewal = setInterval(() => {
      this.table
        .renew(database, claim)
        .catch((err: unknown) =>
          log.warn({ err }, 'The claim of an Idempotency-Key could not be renewed.'),
        );
    }, renewEveryMs).unref();
    try {
      const text = await write(this.#held(claim)).catch(async (error: unknown) => {
        // An error on purpose is the decision about a request; after any other, the write may have been committed.
        await this.table
          .release(database, claim, error instanceof Problem)
          .catch((err: unknown) =>
            log.warn({ err }, 'An Idempotency-Key could not be released; it is free in a minute.'),
          );
        throw error;
      });
      // The write has happened: the caller gets the response even if it cannot be stored.
      await this.table
        .store(database, claim, (secret ? idIn(text) : text) ?? '')
        .catch((err: unknown) =>
          log.warn({ err }, 'The answer to a request with an Idempotency-Key could not be stored.'),
        );
      return text;
    } finally {
      clearInterval(renewal);
    }
  }

  #held(claim: Claim): HeldClaim {
    const confirmedIn = new WeakSet<Queryable>();
    return {
      confirm: async (transaction) => {
        if (confirmedIn.has(transaction)) return;
        if (!(await this.table.confirm(transaction, claim))) throw inProgress();
        confirmedIn.add(transaction);
      },
    };
  }
}

/**
 * The result that is stored for the key. It is that of the same call, since the hash covers method and path.
 * @throws Problem 422 for another request with the same key
 */
export function storedResult({ hash }: Idempotency, stored: StoredAnswer): unknown {
  requireSameRequest(hash, stored.hash);
  return JSON.parse(stored.answer);
}

const secretIsShownOnce = (stored: string | undefined) =>
  conflict(
    'answered_already',
    say('responseSecret'),
    stored === undefined ? undefined : JSON.parse(stored),
  );

/** What is stored of a secret response: the id of the created item, or of the one item that the response wraps. */
function idIn(text: string | undefined): string | undefined {
  const answer: unknown = text === undefined ? undefined : JSON.parse(text);
  if (typeof answer !== 'object' || answer === null) return undefined;
  for (const thing of [answer, ...Object.values(answer)] as unknown[])
    if (typeof thing === 'object' && thing !== null && 'id' in thing)
      return JSON.stringify({ id: thing.id });
  return undefined;
}
