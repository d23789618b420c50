import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { joinIds } from './joined-ids.ts';
import { BatchDraft, unpackBatch, type NewRecord } from './read-batch.ts';

const [partitionId, ada, ben, adasTimeline, bensTimeline] = Array.from({ length: 5 }, () =>
  randomUUID(),
) as [string, string, string, string, string];
const timelines = new Map([
  [ada, adasTimeline],
  [ben, bensTimeline],
]);
const readOf = (requestId: string, more: Partial<NewRecord> = {}): NewRecord => ({
  readMs: Date.UTC(2026, 0, 1),
  userId: 'user',
  credential: 'session/1',
  assistant: false,
  address: '192.0.2.1',
  requestId,
  call: 'GET /v1/partitions/{partitionId}/objects/{objectId}',
  query: null,
  asOf: null,
  count: 1,
  objectIds: joinIds([ada]),
  timelineId: undefined,
  whole: false,
  ...more,
});
const packed = (draft: BatchDraft<string>) => draft.pack(draft.looks(), timelines);
const unpacked = (draft: BatchDraft<string>) =>
  unpackBatch({ id: 'batch', partitionId }, packed(draft)).toReversed();

it('returns what was added, however alike the reads are', () => {
  const draft = new BatchDraft<string>(partitionId);
  const query = '{"query":"a\\nb\n c"}';
  const others: Partial<NewRecord>[] = [
    {},
    { userId: 'other' },
    { address: null },
    { credential: 'token/1', assistant: true },
    { objectIds: joinIds([ada, ben]), count: 2 },
    { objectIds: joinIds([]), count: null },
    { query },
    { asOf: '2026-01-01T00:00:00Z' },
    { timelineId: bensTimeline },
    { whole: true },
    { readMs: Date.UTC(2025, 0, 1) },
    {},
  ];
  for (const [place, more] of others.entries())
    expect(draft.add(readOf(`r${place}`, more))).toBe(place);
  expect(unpacked(draft)).toEqual(
    others.map((more, place) => {
      const { readMs, objectIds, timelineId, ...record } = readOf(`r${place}`, more);
      const ids = [ada, ben].filter((id) => objectIds.includes(id));
      const ofTimelines = ids.map((id) => timelines.get(id));
      return Object.assign(record, {
        id: `batch-${place}`,
        place,
        partitionId,
        readDate: new Date(readMs).toISOString(),
        objectIds: ids,
        timelineIds: timelineId === undefined ? ofTimelines : [...ofTimelines, timelineId],
      });
    }),
  );
  // The first and the last one asked and showed the same.
  expect(packed(draft).looks).toHaveLength(7);
});

it('keeps what nobody waits for, and says nothing of what it does not keep', () => {
  const draft = new BatchDraft<string>(partitionId);
  for (const [requestId, more, followed] of [
    ['r0', { userId: 'refused', objectIds: joinIds([ben]) }, 'durable'],
    ['r1', {}, undefined],
    ['r2', {}, 'stream'],
    ['r3', { query: '{"query":"x"}' }, 'durable'],
  ] as const) {
    const place = draft.add(readOf(requestId, more));
    if (followed !== undefined) draft.followed.set(place, followed);
  }
  const rest = draft.rest((followed) => followed === 'stream');
  expect(unpacked(rest).map(({ requestId }) => requestId)).toEqual(['r1', 'r2']);
  expect([...rest.followed]).toEqual([[1, 'stream']]);
  const { sources, objects, looks } = packed(rest);
  expect([sources.length, objects, looks.length]).toEqual([1, [ada], 1]);
});
