import { describe, expect, it } from 'vitest';
import { maxSending, SlotShares, type Excluded, type Sharer } from './slot-shares.ts';

const fast = 20;
const slow = 9_000;
const untried = null;

const webhook = (
  webhookId: string,
  userId: string,
  partitionId: string,
  responseMs: number | null = untried,
): Sharer => ({ webhookId, userId, partitionId, responseMs });

/** As the statement that claims does. */
function isClaimable(
  shares: SlotShares,
  { userId, partitionId = '', responseMs }: Sharer,
): boolean {
  const { notFast, notUntried, notSlow } = shares.findClaimable();
  const isAllowed = ({ all, users, partitions }: Excluded) =>
    !all && !users.includes(userId) && !partitions.includes(partitionId);
  if (responseMs === null) return isAllowed(notUntried);
  return isAllowed(responseMs <= 1_000 ? notFast : notSlow);
}

/** @returns how many of the webhooks get a slot */
function takeAll(shares: SlotShares, webhooks: readonly Sharer[]): number {
  let taken = 0;
  for (const each of webhooks) {
    if (taken === maxSending || !isClaimable(shares, each)) continue;
    shares.take(each);
    taken += 1;
  }
  return taken;
}

const many = (count: number, of: (index: number) => Sharer) =>
  Array.from({ length: count }, (_, index) => of(index));

describe('the slots of a process', () => {
  it.each([
    { receivers: 'fast', responseMs: fast, ofPartition: 4, ofUser: 8, ofAll: 16 },
    { receivers: 'untried', responseMs: untried, ofPartition: 3, ofUser: 6, ofAll: 12 },
    { receivers: 'slow', responseMs: slow, ofPartition: 2, ofUser: 4, ofAll: 8 },
  ])(
    'go to $receivers receivers up to $ofPartition of a partition, $ofUser of a user and $ofAll in total',
    ({ responseMs, ofPartition, ofUser, ofAll }) => {
      const shared = (of: (index: number) => [user: string, partition: string]) =>
        takeAll(
          new SlotShares(),
          many(40, (index) => webhook(`w${index}`, ...of(index), responseMs)),
        );
      expect(shared((index) => [`u${index}`, 'p'])).toBe(ofPartition);
      expect(shared((index) => ['u', `p${index}`])).toBe(ofUser);
      expect(shared((index) => [`u${index}`, `p${index}`])).toBe(ofAll);
    },
  );

  it('are left to untried and fast receivers by slow ones, and to fast ones by both', () => {
    const shares = new SlotShares();
    const of = (name: string, responseMs: number | null) =>
      many(40, (index) =>
        webhook(`${name}${index}`, `${name}${index}`, `${name}${index}`, responseMs),
      );
    expect(takeAll(shares, of('slow', slow))).toBe(8);
    expect(takeAll(shares, of('untried', untried))).toBe(4);
    expect(takeAll(shares, of('fast', fast))).toBe(4);
  });

  it('count for slow receivers once a response has been awaited for long', () => {
    let now = 0;
    const shares = new SlotShares(() => now);
    const known = many(16, (index) => webhook(`f${index}`, `u${index}`, `p${index}`, fast));
    expect(takeAll(shares, known.slice(0, 12))).toBe(12);
    const [another, fresh, old] = [fast, untried, slow].map((responseMs, index) =>
      webhook(`x${index}`, 'x', 'x', responseMs),
    ) as [Sharer, Sharer, Sharer];
    now = 1_000;
    expect([another, fresh, old].map((each) => isClaimable(shares, each))).toEqual([
      true,
      true,
      true,
    ]);
    now = 1_001;
    expect([another, fresh, old].map((each) => isClaimable(shares, each))).toEqual([
      true,
      false,
      false,
    ]);
    for (const each of known.slice(0, 6)) shares.giveBack(each);
    expect([another, fresh, old].map((each) => isClaimable(shares, each))).toEqual([
      true,
      true,
      true,
    ]);
  });
});
