/** The number of webhooks that one process sends for at the same time. */
export const maxSending = 16;

/** The most slots at the same time. */
interface Share {
  all: number;
  /** For receivers that are slow or have not been tried yet: the rest stays free for fast ones. */
  notFast: number;
  /** For slow receivers: a part of the rest stays free for those that have not been tried yet. */
  slow: number;
}

const ofAll: Share = { all: maxSending, notFast: 12, slow: 8 };
const ofUser: Share = { all: 8, notFast: 6, slow: 4 };
const ofPartition: Share = { all: 4, notFast: 3, slow: 2 };

/** A receiver whose last response took longer is slow, and so is one whose response has been awaited for longer. */
export const fastMs = 1_000;

/** A webhook, and whose shares it uses. */
export interface Sharer {
  webhookId: string;
  /** In whose name it sends. */
  userId: string;
  /** Omitted for webhooks of the audit log. */
  partitionId?: string;
  /** How long the last response of its receiver took; null if it has not been tried yet. */
  responseMs: number | null;
}

/** Whose webhooks may not be claimed now. */
export interface Excluded {
  all: boolean;
  users: string[];
  partitions: string[];
}

/** Which webhooks may not be claimed now, by their receivers. Slow ones may be claimed least. */
export interface Claimable {
  notFast: Excluded;
  notUntried: Excluded;
  notSlow: Excluded;
}

interface Sending extends Sharer {
  since: number;
}

/**
 * Divides the slots of a process, so that neither the webhooks of one partition or user nor slow receivers take all of
 * them.
 */
export class SlotShares {
  readonly #sending = new Map<string, Sending>();
  readonly #now: () => number;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  take(sharer: Sharer): void {
    this.#sending.set(sharer.webhookId, { ...sharer, since: this.#now() });
  }

  giveBack({ webhookId }: Sharer): void {
    this.#sending.delete(webhookId);
  }

  findClaimable(): Claimable {
    const now = this.#now();
    const sending = [...this.#sending.values()];
    const slow = sending.filter(
      ({ responseMs, since }) => now - since > fastMs || (responseMs ?? 0) > fastMs,
    );
    const notFast = sending.filter((each) => each.responseMs === null || slow.includes(each));
    const fastExcluded = excludedBy(sending, 'all');
    const untriedExcluded = union(fastExcluded, excludedBy(notFast, 'notFast'));
    return {
      notFast: fastExcluded,
      notUntried: untriedExcluded,
      notSlow: union(untriedExcluded, excludedBy(slow, 'slow')),
    };
  }
}

/** Who has used up this share. */
const excludedBy = (sharers: readonly Sharer[], share: keyof Share): Excluded => ({
  all: sharers.length >= ofAll[share],
  users: namesOf(sharers, 'userId', ofUser[share]),
  partitions: namesOf(sharers, 'partitionId', ofPartition[share]),
});

const union = (some: Excluded, others: Excluded): Excluded => ({
  all: some.all || others.all,
  users: [...new Set([...some.users, ...others.users])],
  partitions: [...new Set([...some.partitions, ...others.partitions])],
});

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
