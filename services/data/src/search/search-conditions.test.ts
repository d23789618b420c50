import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { searchObjects, type ObjectSearch } from '@annals/contracts/object-search';
import { createObject, endTimeline, type ObjectVersion } from '@annals/contracts/objects';
import { testDatabases } from '@annals/kit/testing/databases';
import { runs } from '@annals/contracts/testing/exhaustive';
import { conditionHolds } from '../testing/condition-model.ts';
import { conditions, samples } from '../testing/condition-questions.ts';
import { people, listenerForAll, type Person } from '../testing/data-listener.ts';
import { readAllPages } from '../testing/read-all-pages.ts';
import { searchBounded } from './bounded-search.ts';
import { searchQueryOf } from './query.ts';
import { searchLimits } from './search-limits.ts';

const some = <T>(items: readonly T[]) => fc.constantFrom(...items);

/** The newest versions at a moment, newest first. */
function headsOf(versions: ObjectVersion[], asOf = '9999'): ObjectVersion[] {
  const seen = new Set<unknown>();
  return versions
    .filter(({ modificationDate }) => modificationDate <= asOf)
    .toReversed()
    .filter(({ timelineId }) => !seen.has(timelineId) && seen.add(timelineId));
}

function isWanted(version: ObjectVersion, search: ObjectSearch): boolean {
  const { references, modificationDate, endedDate } = version;
  return (
    (search.type === undefined || version.type === search.type) &&
    (search.ended === undefined || (endedDate !== null) === search.ended) &&
    (search.where ?? []).every((one) => conditionHolds(version.objectData, one)) &&
    (search.references ?? []).every(
      ({ name, timelineId }) =>
        endedDate === null &&
        references.some(
          (each) => each.timelineId === timelineId && (name === undefined || each.name === name),
        ),
    ) &&
    (search.modifiedBy === undefined || version.modificationUserId === search.modifiedBy) &&
    modificationDate >= (search.modifiedFrom ?? '') &&
    modificationDate <= (search.modifiedTo ?? '9999')
  );
}

describe.each(testDatabases())('search with conditions, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  const versions: ObjectVersion[] = [];

  const write = async (as: Person, body: object, timelineId?: string) => {
    const answer = await service.call(createObject, {
      as,
      params: { partitionId },
      body: { objectData: {}, ...(timelineId ? { timelineId } : { type: 'THING' }), ...body },
    });
    expect([answer.status, answer.body.fields]).toEqual([201, undefined]);
    versions.push(answer.body);
    return answer.body;
  };

  beforeAll(async () => {
    partitionId = await service.makePartition();
    const [first, second] = [await write('owner', {}), await write('owner', { type: 'OTHER' })];
    const targets = [first.timelineId ?? '', second.timelineId ?? ''];
    for (const [index, objectData] of samples.entries()) {
      const references = [
        { name: 'main', timelineId: targets[index % 2] },
        { name: 'other', timelineId: targets[index % 3 === 0 ? 0 : 1] },
      ].slice(index % 3);
      const type = index % 4 === 0 ? 'OTHER' : 'THING';
      await write(index % 5 === 0 ? 'owner' : 'editor', { type, objectData, references });
    }
    for (const [index, { timelineId = '', id }] of versions.slice(5, 13).entries()) {
      if (index % 2 === 0)
        await write('owner', { predecessorId: id, objectData: { a: index } }, timelineId);
      else {
        const ended = await service.call(endTimeline, {
          as: 'editor',
          params: { partitionId, timelineId },
          body: {},
        });
        versions.push(ended.body);
      }
    }
  });

  const ids = (found: { id: string }[]) => found.map(({ id }) => id);
  const numberOf = (one: ObjectVersion) => versions.indexOf(one) + 1;
  const version = fc.nat().map((n) => versions[n % versions.length] as ObjectVersion);
  const search: fc.Arbitrary<ObjectSearch> = fc.record(
    {
      type: some(['THING', 'OTHER']),
      ended: fc.boolean(),
      where: fc.array(conditions, { maxLength: 2 }),
      references: fc.array(
        fc.record(
          {
            name: some(['main', 'other', 'none']),
            timelineId: version.map(
              ({ references, timelineId }) => references?.[0]?.timelineId ?? timelineId ?? '',
            ),
          },
          { requiredKeys: ['timelineId'] },
        ),
        { maxLength: 2 },
      ),
      modifiedBy: some([people.owner.userId, people.editor.userId, people.reader.userId]),
      modifiedFrom: version.map(({ modificationDate }) => modificationDate),
      modifiedTo: version.map(({ modificationDate }) => modificationDate),
    },
    { requiredKeys: [] },
  );

  it('finds what a naive model finds, now and as of any moment', async () => {
    const moment = fc.option(
      version.map(({ modificationDate }) => modificationDate),
      { nil: undefined },
    );
    await fc.assert(
      fc.asyncProperty(search, moment, some([3, 50]), async (body, asOf, pageSize) => {
        const found = await readAllPages(service, searchObjects, {
          as: 'reader',
          params: { partitionId },
          query: { pageSize, ...(asOf === undefined ? {} : { asOf }) },
          body,
        });
        const wanted = headsOf(versions, asOf).filter((one) => isWanted(one, body));
        if (asOf !== undefined)
          wanted.sort(({ timelineId: left }, { timelineId: right }) => (left < right ? 1 : -1));
        expect(ids(found)).toEqual(ids(wanted));
      }),
      { numRuns: runs(60) },
    );
  });

  it('lists all objects, and those of a type, in each order', async () => {
    const ofHeads = (type?: string) =>
      headsOf(versions).filter((one) => type === undefined || one.type === type);
    const byAge = (left: ObjectVersion, right: ObjectVersion) =>
      (left.timelineId ?? '') < (right.timelineId ?? '') ? -1 : 1;
    const orders = {
      lastChange: (heads: ObjectVersion[]) => heads.toReversed(),
      '-lastChange': (heads: ObjectVersion[]) => heads,
      created: (heads: ObjectVersion[]) => heads.toSorted(byAge),
      '-created': (heads: ObjectVersion[]) => heads.toSorted(byAge).toReversed(),
    };
    for (const [sort, inOrder] of Object.entries(orders))
      for (const type of [undefined, 'OTHER'])
        for (const pageSize of [3, 50]) {
          const found = await readAllPages(service, searchObjects, {
            as: 'reader',
            params: { partitionId },
            query: { pageSize, sort },
            body: type === undefined ? {} : { type },
          });
          expect(ids(found), `${sort} ${type} ${pageSize}`).toEqual(ids(inOrder(ofHeads(type))));
        }
    const dates = (await pageOf({ sort: 'created', pageSize: 50 })).body.data.map(
      ({ genesisDate }) => genesisDate ?? '',
    );
    expect(dates).toEqual(dates.toSorted());
  });

  it('refuses an unknown order, and a cursor of another order', async () => {
    const second = await pageOf({ sort: 'created', pageSize: 3, page: 1 });
    const first = await pageOf({ sort: 'created', pageSize: 3 });
    const onByCursor = { sort: 'created', pageSize: 3, cursor: first.body.nextCursor ?? '' };
    expect(ids(second.body.data)).toEqual(ids((await pageOf(onByCursor)).body.data));
    expect(second.body.total).toEqual({ value: headsOf(versions).length, estimate: false });
    const refused = [
      await pageOf({ sort: 'titles' }),
      await pageOf({ sort: 'data:title' }),
      await pageOf({ ...onByCursor, sort: '-created' }),
      await pageOf({ ...onByCursor, sort: 'lastChange' }),
      await pageOf({ ...onByCursor, sort: 'title' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
    expect(refused.map(({ body }) => body.fields?.[0]?.path)).toEqual([
      ...Array.from({ length: 2 }, () => 'query.sort'),
      ...Array.from({ length: 3 }, () => 'query.cursor'),
    ]);
  });

  const pageOf = (query: object, body: ObjectSearch = {}) =>
    service.call(searchObjects, { as: 'reader', params: { partitionId }, query, body });

  it('evaluates each condition like the model', async () => {
    await fc.assert(
      fc.asyncProperty(conditions, async (one) => {
        const { status, body } = await service.call(searchObjects, {
          as: 'reader',
          params: { partitionId },
          query: { pageSize: 100 },
          body: { where: [one] },
        });
        expect(status).toBe(200);
        const wanted = headsOf(versions).filter(({ objectData }) =>
          conditionHolds(objectData, one),
        );
        expect(ids(body.data)).toEqual(ids(wanted));
      }),
      { numRuns: runs(100) },
    );
  });

  it('returns the same with every index and without, under any limits', async () => {
    const little = fc.integer({ min: 1, max: 9 });
    const bytes = fc.integer({ min: 1, max: 2000 });
    await fc.assert(
      fc.asyncProperty(
        search,
        fc.record({ listed: little, rows: little, candidates: fc.constantFrom(0, 3, 5000) }),
        fc.record({ checkedBytes: bytes, ofStatement: bytes, pageSize: little }),
        async (body, { listed, rows, candidates }, { checkedBytes, ofStatement, pageSize }) => {
          const statement = { ...searchLimits.statement, rows, checkedBytes: ofStatement };
          const limits = { ...searchLimits, listed, candidates, checkedBytes, statement };
          const smallLimits = { ...limits, firstWindow: rows, valueCandidates: candidates };
          const wanted = headsOf(versions).filter((one) => isWanted(one, body));
          const found: number[] = [];
          let before: number | undefined;
          do {
            const step = { before, pageSize };
            const asked = await searchQueryOf(body, {
              queryable: service.database,
              partitionId,
              userId: people.reader.userId,
              context: { limits: searchLimits },
            });
            const page = await searchBounded(service.database, partitionId, asked, step, {
              limits: smallLimits,
            });
            const numbers = page.numbers.slice(0, pageSize);
            found.push(...numbers);
            before = page.numbers.length > pageSize ? numbers.at(-1) : page.before;
          } while (before !== undefined);
          expect(found).toEqual(wanted.map(numberOf));
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('returns unchanged objects once while the others are being written', async () => {
    const own = await service.makePartition();
    const create = async (body: {
      objectData: object;
      timelineId?: string;
      type?: string;
      predecessorId?: string;
    }) =>
      (
        await service.call(createObject, {
          as: 'owner',
          params: { partitionId: own },
          body: body as never,
        })
      ).body;
    const made: ObjectVersion[] = [];
    for (let n = 0; n < 12; n++)
      made.push(await create({ type: 'THING', objectData: { a: 1, n } }));
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await service.call(searchObjects, {
        as: 'reader',
        params: { partitionId: own },
        query: { pageSize: 2, ...(cursor === undefined ? {} : { cursor }) },
        body: { where: [{ path: '/a', op: 'eq', value: 1 }] },
      });
      found.push(...body.data.map(({ timelineId }) => timelineId));
      cursor = body.nextCursor;
      const moved = made.shift();
      if (moved?.timelineId && made.length > 6)
        await create({
          timelineId: moved.timelineId,
          predecessorId: moved.id,
          objectData: { a: 1 },
        });
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(made.map(({ timelineId }) => timelineId)));
  });

  it.each([
    [{ where: [{ path: 'a', op: 'eq', value: 1 }] }, 'body.where.0.path'],
    [{ where: [{ path: '/a', op: 'like', value: 1 }] }, 'body.where.0.op'],
    [{ where: [{ path: '/a', op: 'eq' }] }, 'body.where.0'],
    [{ where: [{ path: '/a', op: 'lt', value: true }] }, 'body.where.0'],
    [{ where: [{ path: '/a', op: 'contains', value: 1 }] }, 'body.where.0'],
    [{ references: [{ timelineId: 'x' }] }, 'body.references.0.timelineId'],
    [{ modifiedFrom: 'yesterday' }, 'body.modifiedFrom'],
  ])('refuses %j', async (body, field) => {
    const { status, body: problem } = await service.send(
      'POST',
      `/v1/partitions/${partitionId}/objects/search`,
      {
        as: 'reader',
        body: JSON.stringify(body),
      },
    );
    expect(status).toBe(400);
    expect(new Set(problem.fields?.map(({ path }) => path))).toEqual(new Set([field]));
  });

  it('continues only by cursor', async () => {
    const { status, body } = await service.call(searchObjects, {
      as: 'reader',
      params: { partitionId },
      query: { page: 1 },
      body: { where: [{ path: '/a', op: 'exists' }] },
    });
    expect([status, body.fields?.[0]?.path]).toEqual([400, 'query.page']);
  });
});
