// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvValue, csvText } from './csv-text.ts';
import { openDataFile } from './open-data-file.ts';
import { readVersionHeader, type TableVersion, VersionTable } from './version-table.ts';
import { writeWorkbook } from './write-workbook.ts';

interface Written {
  head: string[];
  rows: CsvValue[][];
}

function written(versions: readonly TableVersion[], remarks?: Record<string, string>): Written {
  const table = new VersionTable();
  for (const version of versions) table.add(version, remarks);
  return { head: table.head, rows: versions.map((version) => table.cells(version, remarks)) };
}

const asFile = {
  csv: async ({ head, rows }: Written) =>
    new File([`\uFEFF${csvText([head, ...rows])}`], 'export.csv'),
  xlsx: async ({ head, rows }: Written) =>
    new File([Uint8Array.from(await writeWorkbook('Export', head, rows))], 'export.xlsx'),
  ndjson: async (_: Written, versions: readonly TableVersion[]) =>
    new File([versions.map((version) => `${JSON.stringify(version)}\n`).join('')], 'export.ndjson'),
};
const formats = ['csv', 'xlsx', 'ndjson'] as const;

async function readBack(file: File): Promise<unknown[]> {
  const opened = await openDataFile(file);
  if (opened.form !== 'versions') throw new Error('It is not recognized as an export.');
  const read: unknown[] = [];
  for await (const rows of opened.read())
    for (const each of rows) read.push(each.flaw === undefined ? each.value : each.flaw);
  return read;
}

const version = (key: string, objectData: Record<string, unknown>): TableVersion => ({
  key,
  type: 'T',
  objectData,
  references: [],
});

describe.each(formats)('an export as %s', (format) => {
  const back = async (versions: readonly TableVersion[]) =>
    readBack(await asFile[format](written(versions), versions));

  it.each([
    ['a phone number', '+49 30 1'],
    ['a temperature', '-5 °C'],
    ['a handle', '@ada'],
    ['a formula', '=1+1'],
    ['a formula behind an apostrophe', "'=1+1"],
    ['an apostrophe', "'"],
    ['a tab', '\t=1'],
    ['an empty text', ''],
    ['a space', ' '],
    ['spaces around', '  a '],
    ['line ends', 'a\r\nb\nc\rd'],
    ['a postal code', '01067'],
    ['a long number as text', '3791411052119578828'],
    ['a word for a truth', 'true'],
    ['a date', '2024-12-31'],
    ['what a spreadsheet makes a date of', '1-2'],
    ['what XML does not hold', '\u0001\uFFFE\u000B'],
    ['what looks like an escape of XML', '_x0041_ _x000D_'],
    ['a quote', 'Monitor 24" wide'],
    ['text of other scripts', '東京 Łódź 😀'],
    ['the word null', 'null'],
    // https://github.com/odoo/odoo/issues/25653, https://github.com/metabase/metabase/issues/80572
    ['a text that is longer than a cell can be', `${'a'.repeat(32_766)}😀${' '.repeat(40_000)}=1`],
    ['a text that fills two cells', 'b'.repeat(65_534)],
  ])('keeps %s', async (_, text) => {
    const versions = [version('a', { text, list: [text] }), version('b', { text: 'other' })];
    expect(await back(versions)).toEqual(versions);
  });

  it.each([
    [{ n: 0.1 + 0.2 }, { n: -1e300 }],
    [{ n: 9007199254740991 }, { n: 5e-324 }],
    [{ yes: true }, { yes: false }],
    [{ tags: ['a', 'b'] }, { tags: [] }, {}],
    [{ mixed: 1 }, { mixed: '1' }, { mixed: null }, { mixed: { a: 1 } }],
    [{ address: { city: 'Wien', zip: { code: '1010' } } }, { address: { city: 'Graz' } }],
    [{ address: { city: 'Wien' } }, { address: {} }, { address: 'Wien' }],
    [
      { 'a.b': 1, a: { b: 2 } },
      { key: 'x', type: 'y', 'ref:z': 'w', '#': 1, '': 2 },
    ],
    [{ 'price [number]': 'x', '["a"]': 'y', ' lead': 'z', '=1': 1 }],
    // https://github.com/dbeaver/dbeaver/issues/4024, https://github.com/PostgREST/postgrest/issues/1043
    [
      { name: null, n: null, yes: null, at: { city: null } },
      { name: 'null', n: 1, yes: true, at: { city: 'Wien' } },
      { name: "'null", n: 0 },
      { name: "''", yes: false },
    ],
    [{ name: null }, { name: '' }, { name: ' ' }, { name: "'" }, { name: 'NULL' }],
    [{ none: null }, { none: null }],
    [{ address: { city: 'Wien' } }, { address: null }],
    [{ long: 'x'.repeat(40_000), 'long [text] [continued 2]': 'y' }, { long: null }],
    [{ long: ['x'.repeat(100_000)] }, { long: 7 }],
  ])('keeps %j', async (...all) => {
    const versions = all.map((data, index) => version(`k${index}`, data));
    expect(await back(versions)).toEqual(versions);
  });

  it('keeps references in their order, dates, authors, ends and reasons', async () => {
    const versions: TableVersion[] = [
      {
        ...version('a', { n: 1 }),
        id: '01890a5d-ac96-774b-bcce-b302099a8057',
        modificationDate: '2020-01-01T00:00:00.000001Z',
        modificationUserId: '01890a5d-ac96-774b-bcce-b302099a8058',
        reason: '=why',
        references: [
          { name: 'tag', key: 'x' },
          { name: 'part', key: 'y' },
          { name: 'tag', key: '["z"]' },
        ],
      },
      { ...version('b', {}), references: [{ name: 'part', key: '-1' }] },
      { ...version('c', {}), references: [{ name: 'part [text]', key: 'k' }] },
      { ...version('d', {}), references: [{ name: ' part ', key: 'k' }] },
      { key: 'a', ended: true },
      { ...version('a', { n: 2 }), restored: true },
    ];
    expect(await back(versions)).toEqual(versions);
  });

  it('keeps any data', async () => {
    const text = fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.stringMatching(/^['=+@\-\t ]{0,3}[a-z0-9.]{0,3}$/),
      )
      .filter((each) => each.isWellFormed() && !each.includes('\0'));
    const name = text.filter((each) => each !== '__proto__');
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(name, tie('json'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    const data = fc.dictionary(name, json, { maxKeys: 4, noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(fc.array(data, { minLength: 1, maxLength: 5 }), async (all) => {
        const versions = all.map((each, index) => version(`k${index}`, each));
        expect(await back(versions)).toEqual(versions);
      }),
      { numRuns: 150 },
    );
  });
});

it('does not take what people read beside the data for data', async () => {
  const versions = [version('a', { n: 1 })];
  const table = written(versions, { version: '7', author: '=Ada' });
  expect(table.head).toEqual(['key [text]', 'type', 'n [number]', '#version', '#author']);
  expect(await readBack(await asFile.csv(table))).toEqual(versions);
  expect(await readBack(await asFile.xlsx(table))).toEqual(versions);
});

it('has texts and numbers beside null as they are, and says in its header that null occurs', () => {
  const versions = [
    version('a', { name: null, n: null, list: null }),
    version('b', { name: 'Ada', n: 1, list: [] }),
  ];
  expect(written(versions)).toEqual({
    head: ['key [text]', 'type', 'name [text or null]', 'n [number or null]', 'list [json]'],
    rows: [
      ['a', 'T', 'null', 'null', 'null'],
      ['b', 'T', 'Ada', 1, '[]'],
    ],
  });
});

it('is no table of versions without key and type', () => {
  expect(readVersionHeader(['key', 'name'])).toBeUndefined();
  expect(readVersionHeader(['type', 'key'])).toMatchObject({ isExport: false });
  expect(readVersionHeader(['key [text]', 'type'])).toMatchObject({ isExport: true });
});
