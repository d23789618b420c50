import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { commitChangeSet, createChangeSet } from '@annals/contracts/change-sets';
import { putOperation } from '@annals/contracts/change-set-operations';
import { createObject } from '@annals/contracts/objects';
import type { Condition, ObjectSearch } from '@annals/contracts/object-search';
import { importObjects } from '@annals/contracts/transfers';
import { runs } from '@annals/contracts/testing/exhaustive';
import { testDatabases } from '@annals/kit/testing/databases';
import { conditionHolds } from '../testing/condition-model.ts';
import { conditions, samples } from '../testing/condition-questions.ts';
import { listenerForAll, people } from '../testing/data-listener.ts';
import { indexOnly } from '../testing/index-only.ts';
import { searchBounded } from './bounded-search.ts';
import { jsonPathOf, type SearchAlternative, type SearchQuery } from './conditions.sql.ts';
import { addWords } from './dictionary.sql.ts';
import { extentsOf } from './extents.sql.ts';
import { searchQueryOf } from './query.ts';
import { searchLimits, type SearchLimits } from './search-limits.ts';

/** A search for conditions of which one of several has to hold, or whose opposite has to. */
const search: fc.Arbitrary<SearchQuery> = fc.letrec<{ search: SearchQuery }>((tie) => {
  const alternative: fc.Arbitrary<SearchAlternative> = fc.record({
    not: fc.boolean(),
    search: tie('search'),
  });
  const where = fc.array(conditions, { minLength: 1, maxLength: 2 });
  return {
    search: fc.oneof(
      { maxDepth: 3 },
      fc.record({ where }),
      fc.record(
        {
          where,
          either: fc.array(fc.array(alternative, { minLength: 1, maxLength: 2 }), {
            minLength: 1,
            maxLength: 2,
          }),
        },
        { requiredKeys: ['either'] },
      ),
    ),
  };
}).search;

const holds = (data: Record<string, unknown>, { where = [], either = [] }: SearchQuery): boolean =>
  where.every((condition) => conditionHolds(data, condition as Condition)) &&
  either.every((alternatives) =>
    alternatives.some(({ not, search: inner }) => holds(data, inner) !== not),
  );

describe.each(testDatabases())('what a search needs, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  const write = async (to: string, data: readonly Record<string, unknown>[]) => {
    const rows = data.map((objectData, n) => ({ key: String(n), type: 'NOTE', objectData }));
    const answer = await service.call(importObjects, {
      as: 'owner',
      params: { partitionId: to },
      body: { rows },
    });
    expect(answer.status).toBe(200);
    while (await addWords(service.database, to, true));
  };
  const find = async (from: string, wanted: SearchQuery, limits: SearchLimits) => {
    const step = { before: undefined, pageSize: 10_000 };
    const { numbers, before } = await searchBounded(service.database, from, wanted, step, {
      limits,
    });
    return { found: numbers.toSorted((a, b) => a - b), isEnd: before === undefined };
  };

  beforeAll(async () => {
    partitionId = await service.makePartition();
    await write(partitionId, samples);
  });

  it('leaves out no object, whatever the conditions', async () => {
    const numbers = await service.database.query<{ seq: number; data: Record<string, unknown> }>(
      sql`select seq, object_data as data from data.head_search where partition_id = ${partitionId} order by seq`,
    );
    let inOneCall = 0;
    await fc.assert(
      fc.asyncProperty(search, async (wanted) => {
        const { found, isEnd } = await find(partitionId, wanted, indexOnly);
        const expected = numbers.filter(({ data }) => holds(data, wanted)).map(({ seq }) => seq);
        if (isEnd) inOneCall += 1;
        expect(isEnd ? found : expected).toEqual(expected);
        expect(expected).toEqual(expect.arrayContaining(found));
      }),
      { numRuns: runs(400) },
    );
    expect(inOneCall).toBeGreaterThan(runs(400) / 4);
  });

  const colours = ['red', 'blue'];
  const objects = Array.from({ length: 300 }, (_, n) => ({
    n,
    name: `Item number ${n}`,
    colour: colours[n % 2],
    note: n % 2 === 0 ? 'left hand' : 'down below',
    price: n / 4,
    born: `19${50 + (n % 40)}-05-17`,
    place: n % 2 === 0 ? '山川' : '田中',
    ...(n === 7 ? { special: true } : {}),
  }));
  let common: string;

  // More objects have each field and each common word than an index may return.
  const few: SearchLimits = { ...indexOnly, candidates: 40, valueCandidates: 40 };
  it.each([
    ['parts of words in OR', 'name:zzqx OR name:qqqz', 0],
    ['parts and ranges in OR', 'name:zzqx OR price>5000', 0],
    ['brackets', '(name:zzqx colour=red) OR (born:1949 price>3)', 0],
    ['values in OR', 'colour=purple OR price=2.75', 1],
    ['the opposite of an opposite', 'NOT colour!=purple', 0],
    ['a field in NOT', 'NOT no:special', 1],
    ['words that are common, but not together', 'note:left note:down', 0],
    ['values that are common, but not together', 'colour=red note:down', 0],
    ['a range beyond all values', 'price>5000', 0],
    ['a range below all values', 'price<0', 0],
    ['dates beyond all values', 'born>2100', 0],
    ['texts beyond all values', 'name>zz', 0],
    ['a year that nobody has', 'born:1949', 0],
    ['a month in a year that some have', 'born:1960-05 price<5', 1],
    ['characters of other texts', 'place:山中', 0],
    ['a period in which nothing began', 'created<2000', 0],
    ['a period after all', 'created>2100 name:number', 0],
    ['what few objects have', 'has:special price>1', 1],
  ])('is looked up at once: %s', async (_what, query, most) => {
    if (common === undefined) {
      common = await service.makePartition();
      await write(common, objects);
    }
    const body: ObjectSearch = { query };
    const scope = {
      queryable: service.database,
      partitionId: common,
      userId: people.owner.userId,
      context: { limits: few },
    };
    const wanted = await searchQueryOf(body, scope);
    const { found, isEnd } = await find(common, wanted, few);
    expect({ isEnd, count: found.length }).toEqual({ isEnd: true, count: most });
    const listed = await find(common, wanted, {
      ...searchLimits,
      candidates: 0,
      valueCandidates: 0,
    });
    expect(found).toEqual(listed.found);
  });

  it('finds what began in a period with the change set in which it had been prepared before', async () => {
    const own = await service.makePartition();
    await write(own, objects.slice(0, 5));
    const set = await service.call(createChangeSet, {
      as: 'owner',
      params: { partitionId: own },
      body: { title: 'Prepared' },
    });
    const inSet = { partitionId: own, changeSetId: set.body.id };
    const prepared = { type: 'NOTE', objectData: { name: 'Prepared' }, references: [] };
    await service.call(putOperation, {
      as: 'owner',
      params: { ...inSet, operationId: randomUUID() },
      body: { operation: 'create', ...prepared },
    });
    const later = await service.call(createObject, {
      as: 'owner',
      params: { partitionId: own },
      body: prepared,
    });
    const { status } = await service.call(commitChangeSet, {
      as: 'owner',
      params: inSet,
      body: {},
    });
    expect(status).toBe(200);
    await write(own, objects.slice(5, 10));
    const { found, isEnd } = await find(own, { createdFrom: later.body.genesisDate }, few);
    expect({ isEnd, count: found.length }).toEqual({ isEnd: true, count: 2 });
  });

  const long = 'ä'.repeat(63);
  const ordered = [
    [-7, 0, 0.1, 5, 1e21, '', '0', 'Z', 'abc', 'ä', '\uffff', '😀'],
    [`${long}a`, `${long}b`, `${long}bc`, `${long}bd`],
  ].flat();
  it('compares the extents of fields as the database compares values', async () => {
    const own = await service.makePartition();
    await write(own, [Object.fromEntries(ordered.map((value, n) => [`f${n}`, value]))]);
    const paths = ordered.map((_, n) => `/f${n}`);
    const { isPossible } = await extentsOf(service.database, own, paths);
    const asks = ordered.flatMap((value, n) =>
      ordered.flatMap((bound) =>
        (['lt', 'le', 'gt', 'ge'] as const).map((op) => ({ value, path: `/f${n}`, op, bound })),
      ),
    );
    const answers = await service.database.query<{ place: number; holds: boolean }>(
      sql`select place, object_data @? wanted.path::jsonpath as holds from data.head_search
          cross join unnest(${asks.map(({ path, op, bound }) => jsonPathOf({ path, op, value: bound }))}::text[])
            with ordinality as wanted (path, place)
        where partition_id = ${own} order by place`,
    );
    const wrong = asks.filter(({ value, path, op, bound }, n) => {
      const isHeld = answers[n]?.holds === true;
      const possible = isPossible({ path, tests: [{ op, value: bound }] });
      // Of long texts, the beginning is known.
      const areLong = [value, bound].every((one) => typeof one === 'string' && one.length > 63);
      return possible !== isHeld && !(areLong && possible);
    });
    expect(wrong).toEqual([]);
    expect(answers).toHaveLength(asks.length);
  });

  it('knows no extents of objects whose names are ids', async () => {
    const own = await service.makePartition();
    const many = Object.fromEntries(Array.from({ length: 1100 }, (_, n) => [`id${n}`, n]));
    await write(own, [{ a: 1 }, many, { a: 2 }]);
    const [row] = await service.database.query<{ has: boolean; count: number }>(
      sql`select has_extents as has, (select count(*) from data.field_extent where partition_id = ${own}) as count
        from data.dictionary where partition_id = ${own}`,
    );
    expect(row).toEqual({ has: false, count: 0 });
    expect(
      (await find(own, { where: [{ path: '/a', op: 'gt', value: 1 }] }, searchLimits)).found,
    ).toHaveLength(1);
  });
});
