import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartition, listPartitions } from '@annals/contracts/partitions';
import { exportObjects, importObjects, type ImportRow } from '@annals/contracts/transfers';
import { csvText } from '@annals/rules/files/csv-text';
import { VersionTable } from '@annals/rules/files/version-table';
import { writeWorkbook } from '@annals/rules/files/write-workbook';
import { ApiClient } from '../client/api-client.ts';
import { startConsole, type ConsoleUnderTest } from '../testing/console-under-test.ts';
import { anyLocation, type DatabaseLocation } from '../testing/database-locations.ts';
import { startProgram } from '../testing/running-program.ts';
import { ServicesUnderTest } from '../testing/services-under-test.ts';
import { openDataLines } from './data-lines.ts';
import { importFile } from './import.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'annals-files-'));
let place: DatabaseLocation;
let services: ServicesUnderTest;
let front: ConsoleUnderTest;
let token: string;
let client: ApiClient;

beforeAll(async () => {
  place = await anyLocation();
  services = await ServicesUnderTest.start(place.variables);
  const { authentication: upstream, data } = services.services.endpoints;
  front = await startConsole({ upstream, data });
  const master = await services.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
  ({ token } = (await services.succeed('POST', '/v1/tokens', {
    token: master,
    data: { description: 'Import', scopes: ['read', 'write', 'admin'], expiresDate: null },
  })) as { token: string });
  client = new ApiClient(front.origin, { apiToken: token });
});
afterAll(async () => {
  await front.close();
  await services.close();
  await place.remove();
  rmSync(directory, { recursive: true, force: true });
});

const newPartition = async (partitionName: string) =>
  (await client.call(createPartition, { body: { partitionName } })).id;

/** The objects of a partition by their keys, without what is recorded about their versions. */
async function objectsIn(partitionId: string) {
  const { data } = await client.call(exportObjects, {
    params: { partitionId },
    query: { history: false, pageSize: 500 },
  });
  return data
    .flatMap((row) => ('ended' in row ? [] : [row]))
    .map(({ key, type, objectData, references }) => ({ key, type, objectData, references }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

type Objects = Awaited<ReturnType<typeof objectsIn>>;

const writers = {
  csv: (objects: Objects) => Buffer.from(`\uFEFF${csvText(tableOf(objects))}`),
  xlsx: async (objects: Objects) => {
    const [head = [], ...rows] = tableOf(objects);
    return writeWorkbook('Objects', head as string[], rows);
  },
  ndjson: (objects: Objects) =>
    Buffer.from(objects.map((object) => `${JSON.stringify(object)}\n`).join('')),
};

function tableOf(objects: Objects) {
  const table = new VersionTable();
  for (const object of objects) table.add(object);
  return [table.head, ...objects.map((object) => table.cells(object))];
}

describe.each(['csv', 'xlsx', 'ndjson'] as const)('a file of objects as %s', (format) => {
  it('comes back equal in an empty partition', async () => {
    const text = fc
      .oneof(
        fc.string({ unit: 'grapheme', maxLength: 8 }),
        fc.constantFrom('+49 30 1', '-5 °C', '@ada', '=1+1', "'=1+1", '01067', 'true', '', ' '),
      )
      .filter((each) => each.isWellFormed() && !each.includes('\0'));
    const value = fc.oneof(
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(text, { maxLength: 2 }),
      fc.record({ city: text, zip: fc.oneof(text, fc.integer()) }),
    );
    const names = ['title', 'n', 'tags', 'a.b', 'key', 'type'];
    const data = fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(data, { minLength: 1, maxLength: 6 }), async (all) => {
        count += 1;
        const rows: ImportRow[] = all.map((objectData, index) => ({
          key: `k${index}`,
          type: 'T',
          objectData,
          references: index > 0 ? [{ name: 'next', key: `k${index - 1}` }] : [],
        }));
        const from = await newPartition(`From ${format} ${count}`);
        await client.call(importObjects, {
          params: { partitionId: from },
          query: {},
          body: { rows },
        });
        const objects = await objectsIn(from);
        const file = path.join(directory, `${count}.${format}`);
        writeFileSync(file, await writers[format](objects));
        const partitionId = await newPartition(`Into ${format} ${count}`);
        const read = format === 'ndjson' ? undefined : await openDataLines(file, undefined);
        await importFile({ client, partitionId, file, data: read });
        expect(await objectsIn(partitionId)).toEqual(objects);
      }),
      { numRuns: 6 },
    );
  });
});

const mapping = {
  kind: 'annals-import-mapping',
  version: 1,
  reading: {},
  type: 'PRODUCT',
  key: 0,
  columns: [
    { column: 'sku', to: 'field', name: 'sku', format: { type: 'text' } },
    { column: 'name', to: 'field', name: 'title', format: { type: 'text' } },
    { column: 'price', to: 'field', name: 'price', format: { type: 'number', decimal: ',' } },
    {
      column: 'tags',
      to: 'field',
      name: 'tags',
      format: { type: 'list', separator: '|', items: 'text' },
    },
  ],
};
const products = [
  { sku: '01067', title: 'Monitor 24" wide', price: 1234.5, tags: ['a', 'b'] },
  { sku: '2', title: 'Cable', price: 6 },
].map((objectData) => ({ key: objectData.sku, type: 'PRODUCT', objectData, references: [] }));
const csv = 'sku;name;price;tags\n01067;Monitor 24" wide;1.234,50;a|b\n2;Cable;6,00;\n';

async function run(file: string, partition: string, more: string[] = []) {
  const words = ['import', file, '--partition', partition, '--url', front.origin, ...more];
  const program = startProgram(words, { ANNALS_TOKEN: token }, directory);
  const { code } = await program.exited;
  return { code, output: program.output(), errors: program.errors() };
}

function inDirectory(name: string, content: string | Uint8Array): string {
  const file = path.join(directory, name);
  writeFileSync(file, content);
  return file;
}

it('annals import reads tables with a saved mapping and a token, and changes nothing twice', async () => {
  const saved = inDirectory('products.mapping.json', JSON.stringify(mapping));
  const first = await run(inDirectory('products.csv', csv), 'Products', ['--mapping', saved]);
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('2 created') });
  const { data } = await client.call(listPartitions, { query: { name: 'Products' } });
  expect(await objectsIn(data[0]?.id ?? '')).toEqual(products);

  // The columns of a workbook may be others, in another order.
  const workbook = await writeWorkbook(
    'Products',
    ['name', 'remark', 'tags', 'price', 'sku'],
    [
      ['Monitor 24" wide', 'x', 'a|b', 1234.5, '01067'],
      ['Cable', 'y', null, 6, '2'],
    ],
  );
  const again = await run(inDirectory('products.xlsx', workbook), 'Products', ['--mapping', saved]);
  expect(again).toMatchObject({
    code: 0,
    output: expect.stringContaining('0 created, 0 changed, 0 ended, 2 already there'),
    errors: expect.stringContaining('Not imported: remark.'),
  });
});

it('annals import leaves no partition behind for a file that it refuses', async () => {
  const saved = inDirectory('some.mapping.json', JSON.stringify(mapping));
  const refused = async (name: string, content: string | Uint8Array, more: string[]) =>
    run(inDirectory(name, content), 'Refused', more);
  const withMapping = ['--mapping', saved];
  expect(
    await Promise.all([
      refused('bare.csv', csv, []),
      refused('other.csv', 'sku;name\n1;a\n', withMapping),
      refused('wrong.csv', `${csv}3;Mouse;cheap;\n`, withMapping),
      refused('broken.xlsx', 'PK nothing', withMapping),
      refused('cut.csv.gz', 'no gzip', withMapping),
      refused(
        'rows.json',
        '[{"key":"a","type":"T","objectData":{}},\n{"key":"b","type":"no type","objectData":{}}]',
        [],
      ),
    ]),
  ).toMatchObject([
    { code: 2, errors: expect.stringContaining('give it with --mapping FILE') },
    { code: 2, errors: expect.stringContaining('no column “price”') },
    { code: 1, errors: expect.stringContaining('line 4: price, "cheap": It is not a number.') },
    { code: 2, errors: expect.stringContaining('This is no .xlsx workbook') },
    { code: 2, errors: expect.stringContaining('no complete gzip file') },
    { code: 1, errors: expect.stringContaining('line 2: type') },
  ]);
  const { data } = await client.call(listPartitions, { query: { name: 'Refused' } });
  expect(data).toEqual([]);
});
