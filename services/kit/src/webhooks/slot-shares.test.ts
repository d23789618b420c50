import { expect, it } from 'vitest';
import { maxSending, SlotShares, type Sharer } from './slot-shares.ts';

const webhook = (webhookId: string, userId: string, partitionId: string): Sharer => ({
  webhookId,
  userId,
  partitionId,
});

/** As the statement that claims does. */
function isClaimable(shares: SlotShares, { webhookId, userId, partitionId = '' }: Sharer): boolean {
  const now = shares.findClaimable();
  if (now.notOfUsers.includes(userId) || now.notOfPartitions.includes(partitionId)) return false;
  const needsFast =
    now.onlyFast ||
    now.onlyFastOfUsers.includes(userId) ||
    now.onlyFastOfPartitions.includes(partitionId);
  return !needsFast || now.fast.includes(webhookId);
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

it('gives one partition a quarter of the slots, one of which only a fast receiver gets', () => {
  const shares = new SlotShares();
  const ofOne = many(20, (index) => webhook(`w${index}`, `u${index}`, 'p'));
  expect(takeAll(shares, ofOne)).toBe(3);
  const fast = webhook('fast', 'u', 'p');
  shares.note(fast, 20);
  expect(isClaimable(shares, fast)).toBe(true);
  shares.take(fast);
  const another = webhook('another', 'u', 'p');
  shares.note(another, 20);
  expect(isClaimable(shares, another)).toBe(false);
  expect(isClaimable(shares, webhook('other', 'v', 'q'))).toBe(true);
});

it('gives one user half of the slots, whatever the partitions', () => {
  const shares = new SlotShares();
  const ofOne = many(20, (index) => webhook(`w${index}`, 'u', `p${index}`));
  expect(takeAll(shares, ofOne)).toBe(6);
  for (const each of ofOne) shares.note(each, 20);
  expect(takeAll(shares, ofOne.slice(6))).toBe(2);
  expect(isClaimable(shares, webhook('other', 'v', 'q'))).toBe(true);
});

it('gives receivers that are not known to be fast half of the slots', () => {
  const shares = new SlotShares();
  const slow = many(40, (index) => webhook(`s${index}`, `u${index}`, `p${index}`));
  expect(takeAll(shares, slow)).toBe(8);
  const fast = webhook('fast', 'v', 'q');
  shares.note(fast, 1_000);
  expect(isClaimable(shares, fast)).toBe(true);
  shares.note(fast, 1_001);
  expect(isClaimable(shares, fast)).toBe(false);
  const [first] = slow;
  if (first) shares.giveBack(first);
  expect(isClaimable(shares, fast)).toBe(true);
});
