// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { type ColumnFormat, formatKey } from '@annals/rules/tables/column-format';
import type { TableMapping } from '@annals/rules/tables/column-mapping';
import type { FileRow } from './file-rows.ts';
import {
  fieldsOf,
  isWhole,
  type MappingContext,
  type Mapping,
  mappingOf,
  titleColumn,
} from './mapping.ts';
import { sheetRows } from './sheet-rows.ts';
import { type Choices, needsReading, readSheet, type Sheet, withCells } from './sheet.ts';
import { quietly } from './reading/quietly.testing.ts';

const unknown: MappingContext = { types: [], schema: undefined, references: [] };

/** A file as a spreadsheet program on Windows saves it. */
const windows = (text: string) =>
  new File([Uint8Array.from(Buffer.from(text, 'latin1'))], 'Kunden.csv');

async function sheetOf(text: string): Promise<Sheet> {
  const sheet = await readSheet(windows(text), {}, quietly);
  if (sheet === undefined) throw new Error('It is in the own form.');
  return sheet;
}

async function rowsOf(sheet: Sheet, mapping: Mapping): Promise<FileRow[]> {
  const found: FileRow[] = [];
  const chosen: TableMapping = { ...mapping, key: mapping.key ?? 0 };
  for await (const rows of sheetRows(sheet, chosen)) found.push(...rows);
  return found;
}

const customers =
  'Kundennr.;Name;Straße;PLZ;Umsatz;Aktiv;Region\r\n' +
  '1001;Müller;Hauptstraße 1;01067;1.234,50;ja;nord\r\n' +
  ';;;;;;\r\n' +
  '1002;Größe & Söhne;;50667;7,5;nein;süd\r\n';

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    address: {
      type: 'object',
      properties: { street: { type: 'string', title: 'Strasse' }, plz: { type: 'string' } },
    },
    umsatz: { type: 'number' },
    aktiv: { type: 'boolean' },
    area: { enum: ['nord', 'süd', 'west'] },
  },
};

it('objects are called by the column that a person chooses, else by that of a usual title', async () => {
  const sheet = await readSheet(
    new File(['code,name,native\nAT,Austria,Österreich'], 'a.csv'),
    {},
    quietly,
  );
  if (!sheet) throw new Error('It has the own form.');
  const known = { types: [], schema: undefined, references: [] };
  const titleOf = (columns: Choices['columns']) =>
    titleColumn(mappingOf({ ...sheet, choices: { columns } }, 'a.csv', known).columns);
  expect(titleOf({})).toBe(1);
  expect(titleOf({ 2: { to: 'field', name: 'title' } })).toBe(2);
  expect(titleOf({ 1: { to: 'nothing' } })).toBeUndefined();
});

describe('readSheet', () => {
  it('returns rows with their numbers in the file, the delimiter and the encoding', async () => {
    const sheet = await sheetOf(customers);
    expect(sheet).toMatchObject({
      delimiter: ';',
      facts: { encoding: { encoding: 'windows-1252', isCertain: false }, headerRow: 1 },
    });
    expect(needsReading(sheet)).toBe(true);
    expect(sheet.rows.map(({ number }) => number)).toEqual([2, 4]);
    expect(sheet.rows[1]?.cells[1]).toBe('Größe & Söhne');
  });

  it('returns undefined for a file in the import format', async () => {
    expect(
      await readSheet(new File(['key,type,a\nk,TAG,1'], 'a.csv'), {}, quietly),
    ).toBeUndefined();
    await expect(readSheet(new File([''], 'a.csv'), {}, quietly)).rejects.toThrow(
      'The file is empty.',
    );
  });

  it('finds the header below empty rows and below the line “sep=;”', async () => {
    for (const above of ['\r\n;;\r\n', 'sep=;\r\n\r\n']) {
      const sheet = await sheetOf(`${above}Nr;Name\r\n1;"a,b,c,d"\r\n`);
      expect(sheet).toMatchObject({ delimiter: ';', titles: ['Nr', 'Name'] });
      expect(sheet.rows).toEqual([{ number: 4, cells: ['1', 'a,b,c,d'] }]);
    }
  });

  it('reports the row from which the file cannot be read', async () => {
    await expect(sheetOf('a;b\n1;2\n3;"4\n5;6\n')).rejects.toThrow(/from row 3 on/);
  });

  it('names unnamed columns, including those beyond the header', async () => {
    expect((await sheetOf('a;;c\n1;2;3;4\n')).titles).toEqual(['a', 'Column 2', 'c', 'Column 4']);
  });
});

describe('mappingOf', () => {
  it('infers type, key and columns from names and values', async () => {
    const sheet = await sheetOf(customers);
    const mapping = mappingOf(sheet, 'Kunden.csv', { ...unknown, types: ['TAG', 'KUNDEN'] });
    expect(mapping).toMatchObject({ type: 'KUNDEN', key: 0 });
    expect(mapping.columns.map(({ name, format }) => [name, formatKey(format)])).toEqual([
      ['Kundennr', 'text'],
      ['name', 'text'],
      ['Straße', 'text'],
      ['PLZ', 'text'],
      ['Umsatz', 'number ,'],
      ['Aktiv', 'boolean'],
      ['Region', 'text'],
    ]);
  });

  it('uses a column named like a key despite a few empty or duplicate cells', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => String(index));
    numbers[8] = '7';
    const rows = numbers.map((number, index) => `${number};name ${index}`);
    const sheet = await sheetOf(['Art.-Nr.;Name', ...rows, ';one more', ''].join('\n'));
    expect(mappingOf(sheet, 'a.csv', unknown).key).toBe(0);
    const orders = await sheetOf('Kunden-Nr.;Beleg\n1;a\n1;b\n1;c\n2;d\n');
    expect(mappingOf(orders, 'a.csv', unknown).key).toBe(1);
    // A code of something else: several zones are in one country.
    const zones = await sheetOf('name,countryCode\nA,US\nB,US\nC,TO\nD,TK\nE,PF\n');
    expect(mappingOf(zones, 'a.csv', unknown).key).toBe(0);
  });

  it('takes a code as key rather than a name, a list or a measure', async () => {
    const keyIn = async (...lines: string[]) =>
      mappingOf(await sheetOf(lines.join('\n')), 'a.csv', unknown).key;
    const header = 'common;capital;area;cca2';
    expect(await keyIn(header, 'Costa Rica;["San José"];51.1;CR', 'Cuba;[];109.9;CU')).toBe(3);
    expect(await keyIn('common;area', 'Costa Rica;51.1', 'Cuba;109.9')).toBe(0);
  });

  it('keeps the names of columns by which objects are called, and translates others', async () => {
    const nameOf = async (header: string) => {
      const sheet = await sheetOf(`id;${header}\n1;a\n`);
      return mappingOf(sheet, 'a.csv', unknown).columns[1]?.name;
    };
    expect(
      await Promise.all(['name', 'Name', 'label', 'Bezeichnung', 'title'].map(nameOf)),
    ).toEqual(['name', 'name', 'label', 'title', 'title']);
  });

  it('names rows by their content if no column does', async () => {
    const sheet = await sheetOf('given,family\nAda,King\nAda,King\nAda,Lovelace\n');
    const byContent = async (choices: Partial<Sheet['choices']> = {}) => {
      const mapping = mappingOf(
        { ...sheet, choices: { columns: {}, type: 'T', key: 'content', ...choices } },
        'a.csv',
        unknown,
      );
      expect(isWhole(mapping)).toBe(true);
      return (await rowsOf(sheet, mapping)).map((read) => 'row' in read && read.row.key);
    };
    const [first, second, third] = await byContent();
    expect([second, new Set([first, third]).size]).toEqual([`${String(first)}-2`, 2]);
    expect(first).toMatch(/^row-[\da-f]{32}$/);
    expect(await byContent()).toEqual([first, second, third]);
    expect(await byContent({ columns: { 1: { to: 'nothing' } } })).not.toContain(first);
  });

  it('gives columns with the same name distinct names, and skips empty ones', async () => {
    const sheet = await sheetOf('id;Preis;Preis;;Preis;\n1;2;3;;4;\n');
    const { columns } = mappingOf(sheet, 'a.csv', unknown);
    expect(columns.map(({ to, name }) => (to === 'field' ? name : to))).toEqual([
      'id',
      'Preis',
      'Preis 2',
      'nothing',
      'Preis 3',
      'nothing',
    ]);
  });

  it('uses names, titles, kinds, allowed values and nested fields of the schema', async () => {
    const sheet = await sheetOf(customers);
    const mapping = mappingOf(sheet, 'a.csv', { types: ['CUSTOMER'], schema, references: [] });
    expect(mapping.type).toBe('CUSTOMER');
    expect(mapping.columns.map(({ name, format }) => [name, formatKey(format)])).toEqual([
      ['Kundennr', 'text'],
      ['title', 'text'],
      ['address.street', 'text'],
      ['address.plz', 'text'],
      ['umsatz', 'number ,'],
      ['aktiv', 'boolean'],
      ['area', 'text'],
    ]);
    expect(fieldsOf(schema).map(({ path }) => path)).toContain('address.street');
    expect(await rowsOf(sheet, mapping)).toMatchObject([
      {
        number: 2,
        row: {
          key: '1001',
          type: 'CUSTOMER',
          objectData: {
            Kundennr: '1001',
            title: 'Müller',
            address: { street: 'Hauptstraße 1', plz: '01067' },
            umsatz: 1234.5,
            aktiv: true,
            area: 'nord',
          },
        },
      },
      { number: 4, row: { objectData: { umsatz: 7.5, aktiv: false, area: 'süd' } } },
    ]);
  });

  it('skips columns that a closed schema does not allow, and maps references by name', async () => {
    const sheet = await sheetOf('Code,Category,Color\na,runtimes,red\nb,runtimes,red\n');
    const closed = { type: 'object', properties: { code: {} }, additionalProperties: false };
    const known = { types: ['P'], schema: closed, references: ['categoryRef'] };
    const mapping = mappingOf(sheet, 'a.csv', known);
    expect(mapping.columns.map(({ to, name }) => [to, name])).toEqual([
      ['field', 'code'],
      ['reference', 'categoryRef'],
      ['nothing', 'Color'],
    ]);
    expect(await rowsOf(sheet, mapping)).toMatchObject([
      { row: { key: 'a', references: [{ name: 'categoryRef', key: 'runtimes' }] } },
      { row: { key: 'b' } },
    ]);
  });

  it('applies choices, and is incomplete without a key or with missing or duplicate names', async () => {
    const sheet = await sheetOf('a;b\nx;1\nx;1\n');
    const chosen = (choices: Partial<Sheet['choices']>) =>
      mappingOf({ ...sheet, choices: { columns: {}, ...choices } }, 'a.csv', unknown);
    expect(chosen({})).toMatchObject({ type: '', key: undefined });
    expect(isWhole(chosen({ type: 'T' }))).toBe(false);
    expect(isWhole(chosen({ type: 'T', key: 0 }))).toBe(true);
    expect(isWhole(chosen({ type: 'no type', key: 0 }))).toBe(false);
    expect(isWhole(chosen({ type: 'T', key: 0, columns: { 1: { name: 'a' } } }))).toBe(false);
    expect(isWhole(chosen({ type: 'T', key: 0, columns: { 1: { name: ' ' } } }))).toBe(false);
  });
});

it('refuses numbers that cannot be stored exactly in columns of numbers, and reads them as text otherwise', async () => {
  const sheet = await sheetOf(
    'id,account,rate\nx1,9007199254740993,0.1\nx2,3791411052119578828,0.12345678901234567890\n',
  );
  const free = mappingOf(sheet, 'a.csv', unknown);
  expect(free.columns.map(({ format }) => format.type)).toEqual(['text', 'text', 'text']);
  expect(await rowsOf(sheet, { ...free, type: 'T' })).toMatchObject([
    { row: { objectData: { account: '9007199254740993', rate: '0.1' } } },
    { row: { objectData: { account: '3791411052119578828', rate: '0.12345678901234567890' } } },
  ]);
  const properties = { account: { type: 'integer' }, rate: { type: 'number' } };
  const strict = mappingOf(sheet, 'a.csv', { ...unknown, types: ['T'], schema: { properties } });
  const why =
    'This number cannot be stored exactly. Import the column as Text to keep all of its digits.';
  expect(await rowsOf(sheet, strict)).toMatchObject([
    { problem: `account: “9007199254740993”. ${why}` },
    {
      problem: `account: “3791411052119578828”. ${why} rate: “0.12345678901234567890”. ${why}`,
    },
  ]);
});

it('asks what a column means that could be read in two ways, until it is chosen', async () => {
  const read = async (file: string, format?: ColumnFormat) => {
    const plain = await sheetOf(file);
    const columns = format ? { 1: { format } } : {};
    const sheet = { ...plain, choices: { type: 'T', key: 0, columns } };
    const mapping = mappingOf(sheet, 'a.csv', unknown);
    const values = (await rowsOf(sheet, mapping)).map((each) =>
      each.problem === undefined && 'objectData' in each.row ? each.row.objectData['n'] : each,
    );
    const doubts = [...mapping.doubts].map(([column, { example }]) => [column, example]);
    return { doubts, isWhole: isWhole(mapping), values };
  };
  const thousands = 'id,n\n1,"1,234"\n2,"12,345"\n3,"87,321"\n';
  const chosen = { doubts: [], isWhole: true };
  expect(await read(thousands)).toMatchObject({ doubts: [[1, '1,234']], isWhole: false });
  expect(await read(thousands, { type: 'number', decimal: '.' })).toEqual({
    ...chosen,
    values: [1234, 12_345, 87_321],
  });
  expect(await read(thousands, { type: 'number', decimal: ',' })).toEqual({
    ...chosen,
    values: [1.234, 12.345, 87.321],
  });
  expect(await read(thousands, { type: 'text' })).toMatchObject({
    values: ['1,234', '12,345', '87,321'],
  });
  // Another cell of the column decides it, and no other column.
  expect(await read('id;n\n1;1,234\n2;0,5\n')).toEqual({ ...chosen, values: [1.234, 0.5] });
  expect(await read('id,n,m\n1,"1,234","0,5"\n')).toMatchObject({ doubts: [[1, '1,234']] });
  expect(await read('id,n\n1,"1,234"\n2,"1,234.50"\n')).toEqual({
    ...chosen,
    values: [1234, 1234.5],
  });
  expect(await read('id,n\n1,01/02/2024\n')).toMatchObject({ doubts: [[1, '01/02/2024']] });
});

it('reports missing and duplicate keys and invalid cells, and applies corrections', async () => {
  const sheet = await sheetOf('id;n\na;1\n;2\na;3\nb;viel\n');
  const mapping = mappingOf(
    {
      ...sheet,
      choices: { type: 'T', key: 0, columns: { 1: { format: { type: 'number', decimal: ',' } } } },
    },
    'a.csv',
    unknown,
  );
  expect(await rowsOf(sheet, mapping)).toMatchObject([
    { number: 2, row: { objectData: { n: 1 } } },
    { number: 3, problem: 'id: The key is missing.' },
    { number: 4, problem: 'id: “a”. Row 2 already has the key a.' },
    { number: 5, problem: 'n: “viel”. Not a number.' },
  ]);
  const half = withCells(sheet, { 3: { 0: 'c' }, 4: { 0: 'e' } });
  const fixed = withCells(half, { 4: { 0: 'd' }, 5: { 1: '4' } });
  expect(await rowsOf(fixed, mapping)).toMatchObject([
    { row: { key: 'a' } },
    { row: { key: 'c' } },
    { row: { key: 'd' } },
    { row: { objectData: { id: 'b', n: 4 } } },
  ]);
  // All corrections, to apply them again after a reload.
  expect(fixed.fixes).toEqual({ 3: { 0: 'c' }, 4: { 0: 'd' }, 5: { 1: '4' } });
  expect(withCells(sheet, fixed.fixes)).toEqual(fixed);
});

it('maps columns to the reason, and rejects line breaks in it', async () => {
  const sheet = await sheetOf('id;n;why;also\na;1;Ordered;by Ada\nb;2;;\nc;3;"two\nlines";\n');
  const toReason = { to: 'reason', name: '' } as const;
  const choices = { type: 'T', key: 0, columns: { 2: toReason, 3: toReason } };
  const mapping = mappingOf({ ...sheet, choices }, 'a.csv', unknown);
  expect(isWhole(mapping)).toBe(true);
  expect(await rowsOf(sheet, mapping)).toMatchObject([
    { row: { objectData: { id: 'a', n: 1 }, reason: 'Ordered · by Ada' } },
    { row: { objectData: { id: 'b', n: 2 } } },
    { problem: 'reason: Use a single line.' },
  ]);
});
