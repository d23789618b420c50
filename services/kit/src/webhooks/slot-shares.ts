/** The number of webhooks that one process sends for at the same time. */
export const maxSending = 16;

/** The most slots at the same time. */
interface Share {
  all: number;
  /** For receivers that are not known to be fast: the rest stays free for fast ones. */
  slow: number;
}

const ofAll: Share = { all: maxSending, slow: 8 };
const ofUser: Share = { all: 8, slow: 6 };
const ofPartition: Share = { all: 4, slow: 3 };

/** A receiver whose last response took longer is slow, and so is one that has not been tried yet. */
const fastMs = 1_000;
/** The fast receivers that a process remembers; the ones that were used longest ago are forgotten. */
const maxRemembered = 10_000;

/** A webhook, and whose shares it uses. */
export interface Sharer {
  webhookId: string;
  /** In whose name it sends. */
  userId: string;
  /** Omitted for webhooks of the audit log. */
  partitionId?: string;
}

/** Which webhooks may be claimed now. */
export interface Claimable {
  /** None of these. */
  notOfUsers: string[];
  notOfPartitions: string[];
  /** Of these, only the fast ones. */
  onlyFastOfUsers: string[];
  onlyFastOfPartitions: string[];
  onlyFast: boolean;
  /** Ids; empty if it makes no difference which are fast. */
  fast: string[];
}

/**
 * Divides the slots of a process, so that neither the webhooks of one partition or user nor slow receivers take all of
 * them.
 */
export class SlotShares {
  readonly #sending = new Map<string, Sharer>();
  readonly #fast = new Set<string>();

  take(sharer: Sharer): void {
    this.#sending.set(sharer.webhookId, sharer);
  }

  giveBack({ webhookId }: Sharer): void {
    this.#sending.delete(webhookId);
  }

  /** Call it after each attempt. */
  note({ webhookId }: Sharer, durationMs: number): void {
    this.#fast.delete(webhookId);
    if (durationMs > fastMs) return;
    this.#fast.add(webhookId);
    const [first] = this.#fast;
    if (this.#fast.size > maxRemembered && first !== undefined) this.#fast.delete(first);
  }

  findClaimable(): Claimable {
    const sending = [...this.#sending.values()];
    const slow = sending.filter(({ webhookId }) => !this.#fast.has(webhookId));
    const limits = {
      notOfUsers: namesOf(sending, 'userId', ofUser.all),
      notOfPartitions: namesOf(sending, 'partitionId', ofPartition.all),
      onlyFastOfUsers: namesOf(slow, 'userId', ofUser.slow),
      onlyFastOfPartitions: namesOf(slow, 'partitionId', ofPartition.slow),
      onlyFast: slow.length >= ofAll.slow,
    };
    const { onlyFast, onlyFastOfUsers, onlyFastOfPartitions } = limits;
    const isLimited = onlyFast || onlyFastOfUsers.length + onlyFastOfPartitions.length > 0;
    return { ...limits, fast: isLimited ? [...this.#fast] : [] };
  }
}

/** The users or partitions that have at least this many slots. */
function namesOf(
  sharers: readonly Sharer[],
  field: 'userId' | 'partitionId',
  slots: number,
): string[] {
  const counts = new Map<string, number>();
  for (const { [field]: name } of sharers)
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= slots).map(([name]) => name);
}
