import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import type { ValueChanges } from './history.sql.ts';
import { valueRuns } from './value-runs.ts';

const dateOf = (count: number) => `date ${count}`;

/** A timeline whose field has these values, oldest first, read this many versions at once. */
function timelineOf(values: number[], atOnce: number) {
  const readChanges = async (from: number): Promise<ValueChanges> => {
    const oldest = Math.max(1, from - atOnce + 1);
    const counts = Array.from({ length: from - oldest + 1 }, (_, index) => from - index);
    return {
      changes: counts
        .filter((count) =>
          count === oldest ? count === 1 : values[count - 1] !== values[count - 2],
        )
        .map((count) => ({
          objectId: `o${count}`,
          modificationCount: count,
          modificationDate: dateOf(count),
          modificationUserId: 'u',
          modificationUserName: null,
          reason: null,
          value: values[count - 1],
          present: true,
          valueBytes: 1,
        })),
      oldest,
      versions: counts.length,
      bytes: counts.length,
    };
  };
  return {
    readChanges,
    dateOf: async (count: number) => (count > values.length ? null : dateOf(count)),
  };
}

it('returns every run once, for any number of versions per read and any page size', async () => {
  const wishes = fc.record({
    values: fc.array(fc.nat(2), { minLength: 1, maxLength: 30 }),
    atOnce: fc.integer({ min: 2, max: 8 }),
    pageSize: fc.integer({ min: 1, max: 5 }),
    versions: fc.integer({ min: 1, max: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(wishes, async ({ values, atOnce, pageSize, versions }) => {
      const timeline = timelineOf(values, atOnce);
      const starts = values.flatMap((value, index) =>
        index > 0 && values[index - 1] === value ? [] : [index + 1],
      );
      const wanted = starts.map((count, index) => {
        const next = starts[index + 1];
        return [values[count - 1], count, next === undefined ? null : dateOf(next)];
      });
      const found: unknown[] = [];
      let position: { top: number; from: number } | undefined = {
        top: values.length,
        from: values.length,
      };
      for (let requests = 0; position && requests < 100; requests += 1) {
        const page: Awaited<ReturnType<typeof valueRuns>> = await valueRuns({
          ...timeline,
          position,
          pageSize,
          limits: { versions, bytes: 1e9 },
        });
        expect(page.runs.length).toBeLessThanOrEqual(pageSize);
        for (const { value, modificationCount, toDate } of page.runs)
          found.push([value, modificationCount, toDate]);
        position = page.next;
      }
      expect(found).toEqual(wanted.toReversed());
    }),
    { numRuns: runs(300) },
  );
});
