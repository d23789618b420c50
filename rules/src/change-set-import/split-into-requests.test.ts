import { expect, test } from 'vitest';
import { splitIntoRequests } from './split-into-requests.ts';

const change = (n: number, text: string) => ({
  operationId: `0190aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`,
  operation: {
    operation: 'newVersion' as const,
    timelineId: `0190aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`,
    objectData: { n, text },
    references: [],
  },
});

test('splits a thousand objects of 4 kB into requests that the proxy accepts, each once and in order', () => {
  // Each letter has two bytes.
  const changes = Array.from({ length: 1000 }, (_, n) => change(n, 'ä'.repeat(2000)));
  const parts = splitIntoRequests(changes, 1000);
  expect(parts.flat()).toEqual(changes);
  expect(parts.length).toBeLessThan(8);
  for (const operations of parts) {
    const envelope = {
      url: `/v1/partitions/${changes[0]?.operationId}/change-sets/${changes[0]?.operationId}/operations`,
      method: 'POST',
      data: { operations },
    };
    expect(Buffer.byteLength(JSON.stringify(envelope))).toBeLessThan(1024 * 1024);
  }
});

test('limits the changes per request, and sends a large one alone', () => {
  const small = Array.from({ length: 5 }, (_, n) => change(n, ''));
  expect(splitIntoRequests(small, 2).map((part) => part.length)).toEqual([2, 2, 1]);
  const large = change(9, 'x'.repeat(900_000));
  expect(splitIntoRequests([...small, large, ...small], 1000).map((part) => part.length)).toEqual([
    5, 1, 5,
  ]);
  expect(splitIntoRequests([], 1000)).toEqual([]);
});
