import { expect, it } from 'vitest';
import { NotARow } from './errors.ts';
import { cutBatches, rowId, type Batch, type RowToImport } from './import-batches.ts';

const partitionId = '0190a000-0000-7000-8000-000000000001';

async function batchesOf(source: Iterable<RowToImport>, reason?: string): Promise<Batch[]> {
  const batches: Batch[] = [];
  for await (const batch of cutBatches(source, partitionId, reason)) batches.push(batch);
  return batches;
}

const row = (key: string, title: string, date = '2024-01-02T03:04:05Z') =>
  `{"key":"${key}","type":"T","objectData":{"title":${JSON.stringify(title)}},"references":[],"modificationDate":"${date}"}`;
const rowsOf = (batch: Batch | undefined) =>
  (JSON.parse(batch?.body ?? '{}') as { rows: Record<string, unknown>[] }).rows;

it('keeps a text unchanged, with an id at the front', async () => {
  const written = `{ "key" : "a", "type":"T", "objectData":{"n": 1.50, "text":"line\u2028end \\u00e9"}, "modificationDate":"2024-01-02T03:04:05.000006Z"}`;
  const [batch] = await batchesOf([`${written}\n`]);
  expect(batch?.body).toMatch(/^\{"rows":\[\{"id":"[0-9a-f-]{36}",/);
  expect(batch?.body.replace(/"id":"[^"]*",/, '')).toBe(`{"rows":[${written}]}`);
  expect(batch?.size).toBe(1);
});

it('accepts an object instead of its text', async () => {
  const text = '{"key":"a","type":"T","objectData":{"n":1}}';
  const object = { key: 'a', type: 'T', objectData: { n: 1 } };
  expect(await batchesOf([object])).toEqual(await batchesOf([text]));
});

it('sends one reason for all rows', async () => {
  const [batch] = await batchesOf([row('a', 'A')], 'List "of" June');
  expect(JSON.parse(batch?.body ?? '')).toEqual({
    rows: [expect.objectContaining({ key: 'a' })],
    reason: 'List "of" June',
  });
});

it('leaves a date that no id can contain to the service', async () => {
  const [batch] = await batchesOf([row('a', 't', '+275000-01-01T00:00:00Z')]);
  expect(rowsOf(batch)[0]?.['id']).toMatch(/^ffffffff-ffff-7/);
});

it('keeps the id of a row', async () => {
  const [batch] = await batchesOf([
    '{"id":"0190a000-0000-7000-8000-0000000000aa","key":"a","ended":true,"modificationDate":"2024-01-02T03:04:05Z"}',
  ]);
  expect(rowsOf(batch)[0]?.['id']).toBe('0190a000-0000-7000-8000-0000000000aa');
});

it('gives a row without a date the same id each time', async () => {
  const content = ['{"key":"a","type":"T","objectData":{}}'];
  const [first, second] = [await batchesOf(content), await batchesOf(content)];
  expect(rowsOf(first[0])[0]?.['id']).toMatch(/^00000000-0000-7/);
  expect(second).toEqual(first);
});

it('gives each row of a key its own id', async () => {
  const [batch] = await batchesOf([row('a', 'x'), row('b', 'x'), row('a', 'x'), row('a', 'y')]);
  expect(new Set(rowsOf(batch).map(({ id }) => id)).size).toBe(4);
});

const id = (modificationDate: string, partition = partitionId, line = '{}') =>
  rowId({ partitionId: partition, key: 'a', occurrence: 0, line, modificationDate });

it('creates UUIDv7 ids that sort by the date of the row', async () => {
  const ids = await Promise.all(
    ['2019-05-01T00:00:00Z', '2021-08-17T12:30:44Z', '2024-01-02T03:04:05.000006Z'].map((date) =>
      id(date),
    ),
  );
  for (const one of ids)
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids).toEqual(ids.toSorted());
  expect(Number.parseInt(ids[1]?.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(
    Date.parse('2021-08-17T12:30:44Z'),
  );
  const other = '0190a000-0000-7000-8000-000000000002';
  expect(await id('2021-08-17T12:30:44Z', other)).not.toBe(ids[1]);
  expect(await id('2021-08-17T12:30:44Z', partitionId, '{ }')).not.toBe(ids[1]);
  expect(await id('1950-01-01T00:00:00Z')).toMatch(/^00000000-0000-7/);
});

it('keeps the ids of a row, so that an import can be repeated years later', async () => {
  expect(await id('2021-08-17T12:30:44Z')).toBe('017b5417-b120-7ca7-bd73-933b4649f6cb');
});

it('splits after 500 rows, after 1,000 of one date, and before 900 kB', async () => {
  const small = await batchesOf(Array.from({ length: 1201 }, (_, index) => row(`k${index}`, 'x')));
  expect(small.map(({ size }) => size)).toEqual([1000, 201]);
  const dateless = Array.from({ length: 1201 }, (_, index) => ({
    key: `k${index}`,
    type: 'T',
    objectData: {},
  }));
  expect((await batchesOf(dateless)).map(({ size }) => size)).toEqual([500, 500, 201]);
  const large = await batchesOf(
    Array.from({ length: 20 }, (_, index) => row(`k${index}`, 'é'.repeat(100_000))),
  );
  expect(large.map(({ size }) => size)).toEqual([4, 4, 4, 4, 4]);
  for (const { body } of large) expect(Buffer.byteLength(body)).toBeLessThan(900_100);
});

it('keeps rows of one date together, as far as they fit', async () => {
  const day = (number: number) => `2024-01-0${number}T00:00:00Z`;
  const dates = [
    ...Array.from({ length: 300 }, () => day(1)),
    ...Array.from({ length: 300 }, () => day(2)),
    ...Array.from({ length: 700 }, () => day(3)),
  ];
  const batches = await batchesOf(dates.map((date, index) => row(`k${index}`, 'x', date)));
  expect(batches.map(({ size }) => size)).toEqual([300, 300, 700]);
});

it('creates no batch without rows', async () => {
  expect(await batchesOf([])).toEqual([]);
});

it.each([
  ['no JSON', 'nonsense', 'It is not valid JSON.'],
  ['no object', '[1]', 'It is not an object with a key'],
  ['null', 'null', 'It is not an object with a key'],
  ['no key', '{"modificationDate":"2024-01-02T03:04:05Z"}', 'It is not an object with a key'],
  ['no date', '{"key":"a","modificationDate":"yesterday"}', 'modificationDate is not a valid time'],
])('names the invalid row: %s', async (_name, wrong, message) => {
  const fault = await batchesOf([row('a', 'x'), wrong]).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(NotARow);
  expect(fault).toMatchObject({ row: 1, message: expect.stringContaining(message) });
});
