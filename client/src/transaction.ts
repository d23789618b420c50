import type { CallOptions } from './calls.ts';
import type { Calls, CommitTransactionBody, ObjectVersion } from './calls.generated.ts';
import { randomKey } from './exchange.ts';

/** An object that the transaction creates, which has no id yet. References can lead to it. */
export interface LocalObject {
  readonly localName: string;
}

/** A reference to an existing object, or to one that the same transaction creates. */
export type TransactionReference =
  | { name: string; timelineId: string }
  | { name: string; to: LocalObject };

interface Content {
  /** Any JSON object. */
  objectData: Record<string, unknown>;
  references?: readonly TransactionReference[] | undefined;
}

interface OfTimeline {
  timelineId: string;
  /** The version you have seen last: 409 where it is no longer the newest. Left out: whatever is there. */
  predecessorId?: string | undefined;
}

/** The versions that a transaction wrote, or would write in a check. */
export interface TransactionResult {
  /** One version per operation, in the same order. The ids and dates of a check are examples. */
  readonly data: readonly ObjectVersion[];
  /** The version of an object that the transaction created. */
  versionOf(object: LocalObject): ObjectVersion;
}

export interface CommitOptions extends CallOptions {
  /** The reason for all versions. */
  reason?: string | undefined;
}

type Operation = CommitTransactionBody['operations'][number];

/** Up to 1,000 operations on a partition that are written at the same moment, all or none. */
export class Transaction {
  readonly #partitionId: string;
  readonly #calls: Pick<Calls, 'commitTransaction'>;
  readonly #operations: Operation[] = [];
  /** The index of the operation that creates each local object. */
  readonly #created = new Map<string, number>();
  #idempotencyKey = randomKey();

  constructor(partitionId: string, calls: Pick<Calls, 'commitTransaction'>) {
    this.#partitionId = partitionId;
    this.#calls = calls;
  }

  /** The number of operations so far. */
  get size(): number {
    return this.#operations.length;
  }

  /** Starts a timeline. References of other operations can lead to the returned object. */
  create({ type, objectData, references }: Content & { type: string }): LocalObject {
    const localName = `object-${this.size}`;
    this.#created.set(localName, this.size);
    this.#add({ operation: 'create', localName, type, objectData, ...referencesOf(references) });
    return { localName };
  }

  /** Adds a version to a timeline. */
  newVersion({ timelineId, predecessorId, objectData, references }: OfTimeline & Content): this {
    return this.#add({
      operation: 'newVersion',
      timelineId,
      predecessorId,
      objectData,
      ...referencesOf(references),
    });
  }

  /** Ends a timeline. */
  end({ timelineId, predecessorId }: OfTimeline): this {
    return this.#add({ operation: 'end', timelineId, predecessorId });
  }

  /** Restores an old version of a timeline. */
  restore({ timelineId, objectId, predecessorId }: OfTimeline & { objectId: string }): this {
    return this.#add({ operation: 'restore', timelineId, objectId, predecessorId });
  }

  /**
   * Writes the operations. When called again after an error without a response, they are still written only
   * once.
   * @throws AnnalsError 409 with `problem.conflicts`, 400 with `problem.fields`
   */
  async commit({ reason, ...options }: CommitOptions = {}): Promise<TransactionResult> {
    return this.#send({ reason }, { idempotencyKey: this.#idempotencyKey, ...options });
  }

  /**
   * Returns what would be written, without writing.
   * @throws AnnalsError like `commit`
   */
  async check({ reason, ...options }: CommitOptions = {}): Promise<TransactionResult> {
    return this.#send({ reason, dryRun: true }, options);
  }

  async #send(
    { reason, dryRun }: { reason: string | undefined; dryRun?: true },
    options: CallOptions,
  ): Promise<TransactionResult> {
    const { data } = await this.#calls.commitTransaction(
      {
        partitionId: this.#partitionId,
        ...(dryRun && { dryRun }),
        body: { ...(reason !== undefined && { reason }), operations: this.#operations },
      },
      options,
    );
    return {
      data,
      versionOf: ({ localName }) => {
        const version = data[this.#created.get(localName) ?? -1];
        if (!version) throw new Error(`This transaction does not create ${localName}.`);
        return version;
      },
    };
  }

  #add(operation: Operation): this {
    this.#operations.push(operation);
    this.#idempotencyKey = randomKey();
    return this;
  }
}

function referencesOf(references: readonly TransactionReference[] | undefined) {
  return references === undefined
    ? {}
    : {
        references: references.map((reference) =>
          'to' in reference
            ? { name: reference.name, localName: reference.to.localName }
            : reference,
        ),
      };
}
