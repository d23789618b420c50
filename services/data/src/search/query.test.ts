import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { searchAllPartitions, searchObjects, searchText } from '@annals/contracts/object-search';
import { createObject, endTimeline, recentObjects } from '@annals/contracts/objects';
import { testDatabases } from '@annals/kit/testing/databases';
import {
  limitsHeader,
  listenerForAll,
  people,
  type Limits,
  type Person,
} from '../testing/data-listener.ts';
import { readAllPages } from '../testing/read-all-pages.ts';
import { hasUnknownField } from './query.ts';

const byText = (left: string, right: string) => (left < right ? -1 : 1);
const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('the query language, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  let elsewhere: string;
  const timelines = new Map<string, string>();
  const newest = new Map<string, string>();

  const write = async (title: string, body: object, as: Person = 'owner', into = partitionId) => {
    const timelineId = timelines.get(title);
    const answer = await service.call(createObject, {
      as,
      params: { partitionId: into },
      body: {
        objectData: {},
        ...(timelineId ? { timelineId, predecessorId: newest.get(title) } : { type: 'PRODUCT' }),
        ...body,
      },
    });
    expect([answer.status, answer.body.fields]).toEqual([201, undefined]);
    timelines.set(title, answer.body.timelineId ?? '');
    newest.set(title, answer.body.id);
    return answer.body;
  };
  const thing = async (title: string, data: object, body: object = {}, as: Person = 'owner') =>
    write(title, { objectData: { title, ...data }, ...body }, as);

  beforeAll(async () => {
    partitionId = await service.makePartition('Lifecycles');
    elsewhere = await service.makePartition('Elsewhere');
    await thing('Acme Works', {}, { type: 'VENDOR' });
    const vendor = timelines.get('Acme Works');
    const references = [
      { name: 'vendor', timelineId: vendor },
      { name: 'vendorRef', timelineId: vendor },
    ];
    await thing('Tree', { price: 10, cycle: '16', date: '2024-01-15', on: true }, { references });
    await thing('Bush', { price: 20.5, cycle: 16, date: '2024-06-30T10:00:00Z', year: 2024 });
    await thing(
      'Tall tree',
      { releases: [{ date: '2020-01-01' }, { date: '2025-01-01', latest: '1.0' }] },
      {},
      'editor',
    );
    await thing('Gone', { vendor: 'acme works ltd' });
    await service.call(endTimeline, {
      as: 'owner',
      params: { partitionId, timelineId: timelines.get('Gone') ?? '' },
      body: {},
    });
    timelines.delete('Far');
    await write('Far', { objectData: { title: 'Far tree', note: 'bush' } }, 'owner', elsewhere);
  });

  const titles = (objects: { objectData?: Record<string, unknown> | undefined }[]) =>
    objects.map(({ objectData }) => String(objectData?.['title'])).sort(byText);
  const search = async (query: string, asOf?: string) =>
    titles(
      await readAllPages(service, searchObjects, {
        as: 'reader',
        params: { partitionId },
        query: { pageSize: 2, ...(asOf !== undefined && { asOf }) },
        body: { query },
      }),
    );

  it.each([
    ['tree', ['Tall tree', 'Tree']],
    ['"tall tree"', ['Tall tree']],
    ['type:VENDOR', ['Acme Works']],
    ['is:ended', ['Gone']],
    ['is:active tree price:10', ['Tree']],
    ['cycle:16', ['Bush', 'Tree']],
    ['cycle="16"', ['Tree']],
    ['on:true', ['Tree']],
    ['price>10', ['Bush']],
    ['price:10..20', ['Tree']],
    ['date:2024-01..2024-06', ['Bush', 'Tree']],
    ['date:2024-02..', ['Bush']],
    ['date<=2024-01', ['Tree']],
    ['year:2024 date:2024', ['Bush']],
    // Both ends apply to the same value.
    ['releases.date:2021..2024', []],
    ['releases.date>=2025', ['Tall tree']],
    ['title:TREE', ['Tall tree', 'Tree']],
    ['title:ta*', ['Tall tree']],
    ['has:releases.latest', ['Tall tree']],
    ['no:title', []],
    // By a field of the name, or a reference of that name.
    ['vendor:"Acme works"', ['Gone', 'Tree']],
    ['vendorRef:"acme works"', ['Tree']],
    ['ref:"acme works"', ['Tree']],
    ['ref:"acme"', []],
    ['author:editor', ['Tall tree']],
    [`author:${people.editor.userId}`, ['Tall tree']],
    ['author:me', []],
    ['created:1999 tree', []],
    ['created>1999 changed>1999 tree', ['Tall tree', 'Tree']],
    ['changed<1999', []],
    ['price!=10 type:PRODUCT is:active', ['Bush', 'Tall tree']],
    ['bush OR "tall tree"', ['Bush', 'Tall tree']],
    ['tree -tall', ['Tree']],
    ['tree NOT "tall tree"', ['Tree']],
    ['-tree -acme', ['Bush']],
    ['bush OR gone OR tall is:active', ['Bush', 'Tall tree']],
    ['tree OR bush -tall price:10', ['Tree']],
    ['price:10 OR price:20.5', ['Bush', 'Tree']],
    ['type:VENDOR OR is:ended', ['Acme Works', 'Gone']],
    ['type:VENDOR OR author:editor', ['Acme Works', 'Tall tree']],
    ['-type:PRODUCT', ['Acme Works']],
    ['NOT author:owner', ['Tall tree']],
    ['-is:ended -has:price', ['Acme Works', 'Tall tree']],
    ['tree -price>5', ['Tall tree']],
    ['-ref:"acme works" type:PRODUCT is:active', ['Bush', 'Tall tree']],
    ['vendor:acme OR ref:"acme works"', ['Gone', 'Tree']],
    ['NOT created:2000 NOT changed>3000 tree', ['Tall tree', 'Tree']],
    ['has:price OR NOT type:PRODUCT', ['Acme Works', 'Bush', 'Tree']],
    ['tree AND tall', ['Tall tree']],
    ['(bush OR tall) tree', ['Tall tree']],
    ['(tree tall) OR bush', ['Bush', 'Tall tree']],
    ['-(tall OR acme) type:PRODUCT is:active', ['Bush', 'Tree']],
    ['(type:PRODUCT price>15) OR (type:VENDOR -is:ended)', ['Acme Works', 'Bush']],
    ['type:PRODUCT (price:10 OR price:20.5) -(date:2024-02..)', ['Tree']],
    ['tree (price:10 OR (author:editor -has:price))', ['Tall tree', 'Tree']],
    ['(vendor:acme OR (ref:"acme works" price:10)) is:active', ['Tree']],
    ['"OR"', []],
  ])('%s', async (query, wanted) => {
    expect(await search(query)).toEqual(wanted);
    expect(await search(query, new Date(Date.now() + 1000).toISOString())).toEqual(wanted);
  });

  it('finds by the id of a target', async () => {
    const id = timelines.get('Acme Works') ?? '';
    expect(await search(`vendorRef:${id}`)).toEqual(['Tree']);
    expect(await search(`vendor:${id}`)).toEqual(['Tree']);
    expect(await search(`ref:${absent}`)).toEqual([]);
  });

  it('reports the error and its place', async () => {
    const { status, body } = await service.call(searchObjects, {
      as: 'reader',
      params: { partitionId },
      body: { query: 'tree changed:soon' },
    });
    expect([status, body.message]).toEqual([400, 'The query cannot be read.']);
    expect(body.fields).toMatchObject([
      {
        path: 'body.query',
        messageCode: 'queryErrorAt',
        message: expect.stringMatching(/^At character 6, “changed:soon”: This is not a date\./),
      },
    ]);
    const twice = await service.call(searchObjects, {
      as: 'reader',
      params: { partitionId },
      body: { query: 'type:A', type: 'A' },
    });
    expect([twice.status, twice.body.fields?.[0]?.path]).toEqual([400, 'body.type']);
  });

  it('is ranked for words, within a type', async () => {
    const ranked = async (query: string) => {
      const asked = { as: 'reader', params: { partitionId }, query: { query } } as const;
      const { status, body } = await service.call(searchText, asked);
      return status === 200
        ? body.data.map(({ object }) => object.objectData?.['title'])
        : [status, body.fields?.[0]?.path];
    };
    expect(await ranked('acme type:VENDOR')).toEqual(['Acme Works']);
    expect(await ranked('acme')).toHaveLength(2);
    expect(await ranked('bush OR tall')).toEqual(['Tall tree', 'Bush']);
    expect(await ranked('acme -works')).toEqual([]);
    expect(await ranked('acme -ltd')).toEqual(['Acme Works']);
    expect(await ranked('-acme')).toEqual([400, 'query.query']);
    expect(await ranked('acme -type:VENDOR')).toEqual([400, 'query.query']);
    expect(await ranked('acme author:me')).toEqual([400, 'query.query']);
    expect(await ranked('type:VENDOR')).toEqual([400, 'query.query']);
  });

  describe('for changes', () => {
    beforeAll(async () => {
      await thing('Tall tree', { releases: [{ latest: '2.0' }] }, {}, 'owner');
      await thing('Tall tree', { releases: [{ latest: '2.0' }], note: 'x' }, {}, 'editor');
      await thing('Tree', { price: 11 }, { reason: 'Price list of ΙΟΎΝΙΟΣ' }, 'editor');
    });
    const changes = async (query: string, more: object = {}) => {
      const found = await readAllPages(service, recentObjects, {
        as: 'reader',
        params: { partitionId },
        query: { query, pageSize: 1, withPredecessor: true, ...more },
      });
      return found.map(
        ({ objectData, modificationCount }) =>
          `${String(objectData?.['title'])} ${modificationCount}`,
      );
    };

    it.each([
      ['changes:releases.latest', ['Tall tree 2']],
      ['changes:releases.latest changed>2020 type:PRODUCT', ['Tall tree 2']],
      ['changes:releases.latest changed:2020', []],
      ['changes:note', ['Tall tree 3']],
      ['changes:price', ['Tree 2']],
      ['changes:price author:owner', []],
      ['author:editor', ['Tree 2', 'Tall tree 3', 'Tall tree 1']],
      ['changes:price author:me', []],
      ['type:VENDOR', ['Acme Works 1']],
      ['note=x', ['Tall tree 3']],
      ['changes:title', []],
      ['reason:*', ['Tree 2']],
      ['reason:"price LIST" reason:ιούνιος type:PRODUCT', ['Tree 2']],
      ['reason:price reason:may', []],
      ['reason:price author:owner', []],
      ['reason:price changes:price', ['Tree 2']],
      ['reason:% price:11', []],
      ['changes:price -author:owner', ['Tree 2']],
      ['changes:releases.latest -author:owner', []],
      ['author:editor -price:11', ['Tall tree 3', 'Tall tree 1']],
      ['note=x OR price:11', ['Tree 2', 'Tall tree 3']],
    ])('%s', async (query, wanted) => {
      expect(await changes(query)).toEqual(wanted);
    });

    it('includes what they changed, as of a moment too', async () => {
      const asked = { as: 'reader', params: { partitionId } } as const;
      const query = { query: 'changes:price', withPredecessor: true };
      const { body } = await service.call(recentObjects, { ...asked, query });
      const [change] = body.data;
      expect(change).toMatchObject({
        objectData: { price: 11 },
        predecessor: { objectData: { price: 10 } },
      });
      const asOf = change?.modificationDate ?? '';
      expect(await changes('changes:price', { asOf })).toEqual(['Tree 2']);
      expect(await changes('changes:price', { asOf: '2020-01-01T00:00:00Z' })).toEqual([]);
      const sequence = change?.sequence ?? 0;
      expect(await changes('changes:price', { fromSequence: sequence - 1 })).toEqual([]);
      expect(await changes('changes:price', { fromSequence: sequence })).toEqual(['Tree 2']);
    });

    it.each([
      [{ query: 'word' }, 'query.query'],
      [{ query: 'changes:a OR changes:b' }, 'query.query'],
      [{ query: '-word' }, 'query.query'],
      [{ query: 'changes:a', type: 'PRODUCT' }, 'query.query'],
      [{ query: 'changes:a', page: 1 }, 'query.page'],
    ])('refuses %o', async (query, path) => {
      const asked = { as: 'reader', params: { partitionId }, query } as const;
      const { status, body } = await service.call(recentObjects, asked);
      expect([status, body.fields?.[0]?.path]).toEqual([400, path]);
    });
  });

  describe('in all partitions', () => {
    const everywhere = async (query: string, first?: string, as?: Person, limits: Limits = {}) =>
      service.call(searchAllPartitions, {
        as,
        query: { query, ...(first !== undefined && { partitionId: first }) },
        headers: as ? { [limitsHeader]: JSON.stringify(limits) } : {},
      });
    const found = async (...asked: Parameters<typeof everywhere>) =>
      (await everywhere(...asked)).body.data.map(
        ({ partitionName, title }) => `${partitionName}: ${title}`,
      );

    it('finds by title and text, the current partition first, titles before texts', async () => {
      expect(await found('bush', elsewhere, 'reader')).toEqual([
        'Elsewhere: Far tree',
        'Lifecycles: Bush',
      ]);
      expect(await found('bush', partitionId, 'reader')).toEqual([
        'Lifecycles: Bush',
        'Elsewhere: Far tree',
      ]);
      const { body } = await everywhere('type:PRODUCT "far tree"', undefined, 'reader');
      expect(body).toMatchObject({
        complete: true,
        data: [
          {
            partitionId: elsewhere,
            timelineId: timelines.get('Far'),
            objectId: newest.get('Far'),
            type: 'PRODUCT',
            modificationDate: expect.stringMatching(/^\d{4}-.*Z$/),
            endedDate: null,
          },
        ],
      });
      expect(await found('price:20.5', undefined, 'reader')).toEqual(['Lifecycles: Bush']);
      expect(await found('bush -far', undefined, 'reader')).toEqual(['Lifecycles: Bush']);
      expect(await found('-tree -gone type:PRODUCT', undefined, 'reader')).toEqual([
        'Lifecycles: Bush',
      ]);
    });

    it('reports whether there is more, and takes at most half from one partition', async () => {
      const { body } = await service.call(searchAllPartitions, {
        as: 'reader',
        query: { query: 'tree', pageSize: 2, partitionId },
      });
      expect(body.complete).toBe(false);
      expect(new Set(body.data.map((one) => one.partitionId))).toEqual(
        new Set([partitionId, elsewhere]),
      );
    });

    it('shows nothing that the caller may not open', async () => {
      expect(await found('bush', partitionId, 'stranger')).toEqual([]);
      const only = { scopes: ['read' as const], partitionIds: [elsewhere] };
      expect(await found('bush', partitionId, 'reader', only)).toEqual(['Elsewhere: Far tree']);
      expect(await found('bush', undefined, 'readsAll')).toHaveLength(2);
    });

    it('finds the target of an alias, and no former target', async () => {
      const targets = {
        'far-away': { kind: 'TIMELINE', in: elsewhere, id: timelines.get('Far') },
        'far-off': { kind: 'OBJECT', in: partitionId, id: newest.get('Bush') },
        'far-gone': { kind: 'TIMELINE', in: partitionId, id: timelines.get('Bush') },
      };
      for (const [alias, target] of Object.entries(targets))
        await service.database.query(
          sql`insert into data.alias_url (alias, target_kind, target_partition_id, target_id, created_date, created_user_id,
              changed_date, changed_user_id, deactivated_date)
            values (${alias}, ${target.kind}, ${target.in}, ${target.id}, now(), ${people.owner.userId}, now(),
              ${people.owner.userId}, ${alias === 'far-gone' ? new Date().toISOString() : null})`,
        );
      const both = ['Elsewhere: Far tree', 'Lifecycles: Bush'];
      expect(await found('far-', undefined, 'reader')).toEqual(both);
      expect((await everywhere('FAR-O', undefined, 'reader')).body.data).toMatchObject([
        { alias: 'far-off', title: 'Bush', timelineId: timelines.get('Bush') },
      ]);
      expect((await found('far-away', undefined, 'reader'))[0]).toBe('Elsewhere: Far tree');
      expect(await found('far-gone', undefined, 'reader')).toEqual([]);
      expect(await found('far-off', undefined, 'stranger')).toEqual([]);
      const only = { scopes: ['read' as const], partitionIds: [elsewhere] };
      expect(await found('far-off', undefined, 'reader', only)).toEqual([]);
      // Also found by its title, but shown once.
      expect(await found('far', undefined, 'reader')).toEqual(both);
    });

    it('requires a session, the scope read, and a valid query', async () => {
      expect((await everywhere('a')).status).toBe(401);
      expect((await everywhere('a', undefined, 'reader', { scopes: ['write'] })).status).toBe(403);
      const { status, body } = await everywhere('is:x', undefined, 'reader');
      expect([status, body.fields?.[0]?.path]).toEqual([400, 'query.query']);
    });
  });

  it('is refused for non-members of the partition', async () => {
    const params = { partitionId };
    const query = { query: 'changes:a' };
    expect((await service.call(recentObjects, { params, query })).status).toBe(401);
    expect((await service.call(recentObjects, { as: 'stranger', params, query })).status).toBe(404);
  });
});

describe.each(testDatabases())('a search of what people type, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeAll(async () => {
    partitionId = await service.makePartition('Words');
    for (const objectData of [
      { title: 'Łódź', street: 'Hauptstraße 5' },
      { title: 'Malmö', note: 'written in Cobol' },
      { title: '祝你们新年快乐', note: 'written in C++' },
      { title: 'ภาษาไทยง่าย', grid: 'EPSG:4326' },
      { title: 'Node.js', releases: [{ cycle: '16', latest: '16.1' }] },
    ])
      await service.call(createObject, {
        as: 'owner',
        params: { partitionId },
        body: { type: 'PLACE', objectData },
      });
  });

  const answer = async (body: object, query = {}) =>
    service.call(searchObjects, { as: 'reader', params: { partitionId }, query, body });

  it.each<[query: string, titles: string[]]>([
    ['Lodz', ['Łódź']],
    ['title:lodz', ['Łódź']],
    ['street:HAUPTSTRASSE', ['Łódź']],
    ['hauptstrasse', ['Łódź']],
    ['title:Malmo', ['Malmö']],
    ['快乐', ['祝你们新年快乐']],
    ['ไทย', ['ภาษาไทยง่าย']],
    ['C++', ['祝你们新年快乐']],
    ['EPSG:4326', ['ภาษาไทยง่าย']],
    ['epsg:4326 type:PLACE', ['ภาษาไทยง่าย']],
    ['no:street no:nothing releases.cycle:16', ['Node.js']],
    ['colour!=red cobol', ['Malmö']],
    ['author:"OWNER"', ['Node.js', 'ภาษาไทยง่าย', '祝你们新年快乐', 'Malmö', 'Łódź']],
  ])('%s', async (query, titles) => {
    const { status, body } = await answer({ query });
    expect([status, body.fields]).toEqual([200, undefined]);
    expect(body.data.map(({ objectData }) => objectData['title'])).toEqual(titles);
  });

  it.each([
    ['++', 'Enter at least one letter or digit.'],
    ['colour:red', 'At character 1, “colour:red”: No object here has this field'],
    ['type:PLACE colour>3', 'At character 12, “colour>3”: No object here has this field'],
    ['has:colour', 'At character 1, “has:colour”: No object here has this field'],
    ['colour:x OR taste:y', 'At character 1, “colour:x OR taste:y”: No object here has any of'],
    [
      'type:PLACE (colour:x OR (taste:y type:PLACE))',
      'At character 13, “colour:x OR (taste:y”: No object here has any of',
    ],
    ['type:PLACE (colour:x', 'At character 12, “(”: The other bracket is missing'],
    ['releases.colour:x', 'At character 1, “releases.colour:x”: No object here has this field'],
    ['author:adda', 'At character 1, “author:adda”: Nobody who wrote here has a name like this.'],
  ])('%s says why it finds nothing', async (query, message) => {
    const { status, body } = await answer({ query });
    expect([status, body.fields?.map(({ path }) => path)]).toEqual([400, ['body.query']]);
    expect(body.fields?.[0]?.message).toContain(message);
  });

  it('says so in every order', async () => {
    for (const sort of ['-lastChange', 'created', 'title'] as const) {
      const { status, body } = await answer({ query: 'colour:red' }, { sort });
      expect([sort, status, body.fields?.[0]?.path]).toEqual([sort, 400, 'body.query']);
    }
  });

  it('knows from the index that no object has a field', async () => {
    const isImpossible = (path: string, op: 'exists' | 'gt' | 'absent') =>
      hasUnknownField(service.database, partitionId, { where: [{ path, op, value: 5 }] });
    expect(await isImpossible('/colour', 'exists')).toBe(true);
    expect(await isImpossible('/releases/colour', 'gt')).toBe(true);
    expect(await isImpossible('/releases/cycle', 'gt')).toBe(false);
    expect(await isImpossible('/colour', 'absent')).toBe(false);
    const { status, body } = await answer({ where: [{ path: '/colour', op: 'exists' }] });
    expect([status, body]).toEqual([200, { data: [], nextCursor: null, hasMore: false }]);
  });

  it('finds nothing to complain about in a partition without objects', async () => {
    const empty = await service.makePartition('Empty');
    const { status } = await service.call(searchObjects, {
      as: 'reader',
      params: { partitionId: empty },
      query: {},
      body: { query: 'colour:red' },
    });
    expect(status).toBe(200);
  });

  it('finds changes of a field by its name at any depth', async () => {
    const { body: found } = await answer({ query: 'title:Node' });
    const [{ timelineId, id } = { timelineId: '', id: '' }] = found.data;
    const { body } = await service.call(createObject, {
      as: 'owner',
      params: { partitionId },
      body: {
        timelineId,
        predecessorId: id,
        objectData: { title: 'Node.js', releases: [{ cycle: '16', latest: '16.2' }] },
      },
    });
    const changes = async (query: string) => {
      const recent = await service.call(recentObjects, {
        as: 'reader',
        params: { partitionId },
        query: { query },
      });
      return recent.body.data.map((version) => version.id);
    };
    expect(await changes('changes:latest')).toEqual([body.id]);
    expect(await changes('changes:releases.latest')).toEqual([body.id]);
    expect(await changes('changes:/latest')).toEqual([]);
    expect(await changes('changes:cycle')).toEqual([]);
  });
});
