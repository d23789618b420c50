import { describe, expect, it } from 'vitest';
import { pathName, pointerOf, readQuery, type QuerySearch } from './query-search.ts';

const none: QuerySearch = {
  anyText: [],
  noText: [],
  either: [],
  where: [],
  references: [],
  changes: [],
  reasons: [],
  fields: [],
};
const objects = (text: string) => {
  const { search, errors } = readQuery(text, 'objects');
  expect(errors).toEqual([]);
  return search;
};
const where = (text: string) => objects(text).where;

describe('the meaning of a query', () => {
  it('covers words, a type, a state, an author, dates and references', () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect(
      objects(`node "long term" type:PRODUCT is:active author:"Ada B" tagRef:"A b" ref:${id}`),
    ).toEqual({
      ...none,
      text: 'node long_term',
      type: 'PRODUCT',
      ended: false,
      author: 'Ada B',
      references: [{ name: 'tagRef', target: 'A b' }, { target: id }],
    });
    expect(objects('changed:2024-02 created:2023..2024-01-05')).toEqual({
      ...none,
      modified: { from: '2024-02-01T00:00:00.000000Z', to: '2024-02-29T23:59:59.999999Z' },
      created: { from: '2023-01-01T00:00:00.000000Z', to: '2024-01-05T23:59:59.999999Z' },
    });
    expect(objects('changed>2024 created<=2024-03-01T10:05Z')).toEqual({
      ...none,
      modified: { from: '2025-01-01T00:00:00.000000Z' },
      created: { to: '2024-03-01T10:05:59.999999Z' },
    });
  });

  it.each([
    ['title:tree', [{ path: '/title', op: 'contains', value: 'tree', orReference: 'title' }]],
    ['a.b:"x y"', [{ path: '/a/b', op: 'contains', value: 'x y' }]],
    ['"type":x', [{ path: '/type', op: 'contains', value: 'x' }]],
    ['/a.b:x*', [{ path: '/a.b', op: 'startsWith', value: 'x' }]],
    ['/a:*x*', [{ path: '/a', op: 'contains', value: 'x' }]],
    ['/a:"*x*"', [{ path: '/a', op: 'contains', value: '*x*' }]],
    ['/a:*x*y*', [{ path: '/a', op: 'startsWith', value: '*x*y' }]],
    ['a=x', [{ path: '/a', op: 'eq', value: 'x' }]],
    ['a="16"', [{ path: '/a', op: 'eq', value: '16' }]],
    ['a:16', [{ path: '/a', anyOf: [[{ op: 'eq', value: 16 }], [{ op: 'eq', value: '16' }]] }]],
    [
      'a!=true',
      [
        { path: '/a', op: 'ne', value: true },
        { path: '/a', op: 'ne', value: 'true' },
      ],
    ],
    ['price>10', [{ path: '/price', op: 'gt', value: 10 }]],
    // No double is between 9007199254740992 and 9007199254740994.
    ['id=9007199254740993', [{ path: '/id', op: 'eq', value: '9007199254740993' }]],
    [
      'id:9007199254740993',
      [{ path: '/id', op: 'contains', value: '9007199254740993', orReference: 'id' }],
    ],
    ['id!=9007199254740993', [{ path: '/id', op: 'ne', value: '9007199254740993' }]],
    ['id>=9007199254740993', [{ path: '/id', op: 'gt', value: 9007199254740992 }]],
    ['id>9007199254740993', [{ path: '/id', op: 'gt', value: 9007199254740992 }]],
    ['id<9007199254740993', [{ path: '/id', op: 'le', value: 9007199254740992 }]],
    ['id<=-9007199254740993', [{ path: '/id', op: 'lt', value: -9007199254740992 }]],
    ['n>0.99999999999999999999', [{ path: '/n', op: 'ge', value: 1 }]],
    ['n<1.10', [{ path: '/n', op: 'lt', value: 1.1 }]],
    ['n>-0', [{ path: '/n', op: 'gt', value: -0 }]],
    [
      'n:0.99999999999999999999..1e-400',
      [
        {
          path: '/n',
          anyOf: [
            [
              { op: 'ge', value: 1 },
              { op: 'le', value: 0 },
            ],
          ],
        },
      ],
    ],
    ['price<=m', [{ path: '/price', op: 'le', value: 'm' }]],
    [
      'price:10..20.5',
      [
        {
          path: '/price',
          anyOf: [
            [
              { op: 'ge', value: 10 },
              { op: 'le', value: 20.5 },
            ],
          ],
        },
      ],
    ],
    [
      'date:2024-01..2024-12',
      [
        {
          path: '/date',
          anyOf: [
            [
              { op: 'ge', value: '2024-01' },
              { op: 'lt', value: '2025-01' },
            ],
          ],
        },
      ],
    ],
    ['date>2024-02-28', [{ path: '/date', op: 'ge', value: '2024-02-29' }]],
    [
      'year>2023',
      [{ path: '/year', anyOf: [[{ op: 'gt', value: 2023 }], [{ op: 'ge', value: '2024' }]] }],
    ],
    ['name:..m', [{ path: '/name', op: 'le', value: 'm' }]],
    ['has:a.b', [{ path: '/a/b', op: 'exists' }]],
    ['no:a', [{ path: '/a', op: 'absent' }]],
  ])('%s', (text, conditions) => {
    expect(where(text)).toEqual(conditions);
  });

  it('covers fields, type, author, dates and conditions for changes', () => {
    const { search, errors } = readQuery(
      'changes:releases.latest changed:2026 author:me type:PRODUCT a=b',
      'changes',
    );
    expect(errors).toEqual([]);
    expect(search).toMatchObject({
      changes: ['/releases/latest'],
      modified: { from: '2026-01-01T00:00:00.000000Z' },
      author: 'me',
      type: 'PRODUCT',
      where: [{ path: '/a', op: 'eq', value: 'b' }],
    });
  });

  it('covers the reason of changes, which is a field for objects', () => {
    const read = (text: string) => readQuery(text, 'changes').search;
    expect(read('reason:"price list" reason:june')).toEqual({
      ...none,
      reasons: ['price list', 'june'],
    });
    expect(read('reason:*').reasons).toEqual(['']);
    expect(read('reason:"*"').reasons).toEqual(['*']);
    expect(read('/reason:x "reason":y').where).toMatchObject([
      { path: '/reason', value: 'x' },
      { path: '/reason', value: 'y' },
    ]);
    expect(where('reason:x')).toMatchObject([{ path: '/reason', value: 'x' }]);
  });

  it.each([
    ['a type:1', 'objects', 'unknownType', 2],
    ['is:gone', 'objects', 'unknownState', 0],
    ['changed:2024-02-30', 'objects', 'badDate', 0],
    ['created:yesterday', 'objects', 'badDate', 0],
    ['a:1..b', 'objects', 'badRange', 0],
    ['author>a', 'objects', 'badComparison', 0],
    ['author:a author:b', 'objects', 'twice', 9],
    ['a..b:1', 'objects', 'badKey', 0],
    ['changes:a', 'objects', 'changesOnly', 0],
    ['type:A word', 'changes', 'notInChanges', 7],
    ['tagRef:a', 'changes', 'notInChanges', 0],
    ['reason=a', 'changes', 'badComparison', 0],
    ['reason:1..2', 'changes', 'badComparison', 0],
    ['reason:', 'changes', 'valueMissing', 0],
    ['a type:B author:c', 'words', 'notInWords', 9],
    [Array.from({ length: 21 }, (_, n) => `a${n}=b`).join(' '), 'objects', 'tooMany', 0],
    [`a:${'x'.repeat(1001)}`, 'objects', 'tooLong', 0],
  ] as const)('%s of %s: reports the error and its place', (text, searched, code, start) => {
    expect(readQuery(text, searched).errors).toEqual([expect.objectContaining({ code, start })]);
  });

  it('makes lists of words, of which one each has to occur, of words in brackets', () => {
    expect(objects('(a b) OR c')).toMatchObject({
      anyText: [
        ['a', 'c'],
        ['b', 'c'],
      ],
    });
    expect(objects('(a OR "b c") d')).toMatchObject({ text: 'd', anyText: [['a', 'b_c']] });
    expect(objects('-(a OR b)')).toMatchObject({ noText: ['a', 'b'], anyText: [] });
    const many = Array.from({ length: 7 }, (_, n) => `(a${n} b${n})`).join(' OR ');
    expect(readQuery(many, 'objects').errors).toMatchObject([{ code: 'tooMany' }]);
    for (const text of ['-(a b)', '(a b:1) OR c', '(a OR -b) OR c'])
      expect(readQuery(text, 'objects').errors).toMatchObject([{ code: 'mixedAlternatives' }]);
  });

  it('makes one alternative of the conditions in brackets, and leaves out brackets that change nothing', () => {
    const price = objects('price>1');
    const type = { ...none, type: 'A' };
    expect(objects('(type:A price>1) OR has:x').either).toEqual([
      [
        { not: false, search: { ...price, type: 'A', fields: [expect.anything()] } },
        { not: false, search: expect.objectContaining({ where: [{ path: '/x', op: 'exists' }] }) },
      ],
    ]);
    expect(objects('((type:A))')).toEqual(type);
    expect(objects('-(type:A)').either).toEqual([[{ not: true, search: type }]]);
    expect(
      objects('(type:A -(type:B OR is:ended)) OR is:active').either[0]?.[0]?.search.either,
    ).toEqual([[{ not: true, search: expect.objectContaining({ either: [expect.any(Array)] }) }]]);
    expect(readQuery('(type:A type:B)', 'objects').errors).toMatchObject([{ code: 'twice' }]);
    expect(readQuery('(changes:a OR reason:b)', 'changes').errors).toMatchObject([
      { code: 'notInAlternatives' },
    ]);
  });

  it('names fields as people write them, or as pointers if that is not possible', () => {
    for (const pointer of ['/a/b', '/a~1b/c~0', '/a.b', '/', '/a//b'])
      expect(pointerOf(pathName(pointer))).toBe(pointer);
    expect(pathName('/releases/latest')).toBe('releases.latest');
  });
});
