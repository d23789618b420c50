import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { cutBatches, rowId, type Batch } from './batches.ts';
import { FileError, readLines } from './lines.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'annals-rows-'));
afterAll(() => rmSync(directory, { recursive: true }));

const partitionId = '0190a000-0000-7000-8000-000000000001';

async function batchesOf(
  content: string | Buffer,
  name = 'rows.ndjson',
  reason?: string,
): Promise<Batch[]> {
  const file = path.join(directory, name);
  writeFileSync(file, content);
  const batches: Batch[] = [];
  for await (const batch of cutBatches(readLines(file), partitionId, reason)) batches.push(batch);
  return batches;
}

const row = (key: string, title: string, date = '2024-01-02T03:04:05Z') =>
  `{"key":"${key}","type":"T","objectData":{"title":${JSON.stringify(title)}},"references":[],"modificationDate":"${date}"}`;
const rowsOf = (batch: Batch | undefined) =>
  (JSON.parse(batch?.body ?? '{}') as { rows: Record<string, unknown>[] }).rows;

it('keeps each row as it stands in the file, with an id in front', async () => {
  const written = `{ "key" : "a", "type":"T", "objectData":{"n": 1.50, "text":"line\u2028end \\u00e9"}, "modificationDate":"2024-01-02T03:04:05.000006Z"}`;
  const [batch] = await batchesOf(`${written}\n`);
  expect(batch?.body).toMatch(/^\{"rows":\[\{"id":"[0-9a-f-]{36}",/);
  expect(batch?.body.replace(/"id":"[^"]*",/, '')).toBe(`{"rows":[${written}]}`);
  expect(batch?.lines).toEqual([1]);
});

it('says one reason for all rows', async () => {
  const [batch] = await batchesOf(row('a', 'A'), 'reason.ndjson', 'List "of" June');
  expect(JSON.parse(batch?.body ?? '')).toEqual({
    rows: [expect.objectContaining({ key: 'a' })],
    reason: 'List "of" June',
  });
});

it('leaves it to the service to refuse a date that no id can carry', async () => {
  const [batch] = await batchesOf(row('a', 't', '+275000-01-01T00:00:00Z'));
  expect(rowsOf(batch)[0]?.['id']).toMatch(/^ffffffff-ffff-7/);
});

it('keeps an id that a row brings along', async () => {
  const [batch] = await batchesOf(
    '{"id":"0190a000-0000-7000-8000-0000000000aa","key":"a","ended":true,"modificationDate":"2024-01-02T03:04:05Z"}',
  );
  expect(rowsOf(batch)[0]?.['id']).toBe('0190a000-0000-7000-8000-0000000000aa');
});

it('gives a row without a date the same id again too', async () => {
  const content = '{"key":"a","type":"T","objectData":{}}';
  const [first, second] = [await batchesOf(content), await batchesOf(content)];
  expect(rowsOf(first[0])[0]?.['id']).toMatch(/^00000000-0000-7/);
  expect(second).toEqual(first);
});

it('gives the same ids for the same file, packed or not, and others for another partition', async () => {
  const content = [row('a', 'x'), row('b', 'x'), row('a', 'x'), '', row('a', 'y')].join('\r\n');
  const plain = await batchesOf(content);
  const packed = await batchesOf(gzipSync(content), 'rows.ndjson.gz');
  expect(packed.map(({ body }) => body)).toEqual(plain.map(({ body }) => body));
  expect(new Set(rowsOf(plain[0]).map(({ id }) => id)).size).toBe(4);
  expect(plain[0]?.lines).toEqual([1, 2, 3, 5]);
  expect(plain[0]?.part).toBe(1);
});

const id = (modificationDate: string, partition = partitionId, line = '{}') =>
  rowId({ partitionId: partition, key: 'a', occurrence: 0, line, modificationDate });

it('makes ids that are UUIDv7 and sort by the date of the row', () => {
  const ids = ['2019-05-01T00:00:00Z', '2021-08-17T12:30:44Z', '2024-01-02T03:04:05.000006Z'].map(
    (date) => id(date),
  );
  for (const one of ids)
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids).toEqual(ids.toSorted());
  expect(Number.parseInt(ids[1]?.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(
    Date.parse('2021-08-17T12:30:44Z'),
  );
  expect(id('2021-08-17T12:30:44Z', '0190a000-0000-7000-8000-000000000002')).not.toBe(ids[1]);
  expect(id('2021-08-17T12:30:44Z', partitionId, '{ }')).not.toBe(ids[1]);
  expect(id('1950-01-01T00:00:00Z')).toMatch(/^00000000-0000-7/);
});

it('cuts after 500 rows and before 900 kB', async () => {
  const small = await batchesOf(
    Array.from({ length: 1201 }, (_, index) => row(`k${index}`, 'x')).join('\n'),
  );
  expect(small.map(({ lines }) => [lines[0], lines.length])).toEqual([
    [1, 500],
    [501, 500],
    [1001, 201],
  ]);
  const large = await batchesOf(
    Array.from({ length: 20 }, (_, index) => row(`k${index}`, 'é'.repeat(100_000))).join('\n'),
  );
  expect(large.map(({ lines }) => lines.length)).toEqual([4, 4, 4, 4, 4]);
  for (const { body } of large) expect(Buffer.byteLength(body)).toBeLessThan(900_100);
});

it('keeps rows of one date together, as far as they fit', async () => {
  const day = (number: number) => `2024-01-0${number}T00:00:00Z`;
  const dates = [
    ...Array.from({ length: 300 }, () => day(1)),
    ...Array.from({ length: 300 }, () => day(2)),
    ...Array.from({ length: 700 }, () => day(3)),
  ];
  const batches = await batchesOf(
    dates.map((date, index) => row(`k${index}`, 'x', date)).join('\n'),
  );
  expect(batches.map(({ lines }) => lines.length)).toEqual([300, 300, 500, 200]);
  expect(batches.flatMap(({ lines }) => lines)).toEqual(dates.map((_, index) => index + 1));
});

it('has no batch for an empty file', async () => {
  expect(await batchesOf('')).toEqual([]);
  expect(await batchesOf('\n\n')).toEqual([]);
});

describe('names the line that is wrong', () => {
  it.each([
    ['no JSON', 'nonsense', 'It is not valid JSON.'],
    [
      'no object',
      '[1]',
      'It is not an object with a key, or its modificationDate is not a valid time.',
    ],
    [
      'no key',
      '{"modificationDate":"2024-01-02T03:04:05Z"}',
      'It is not an object with a key, or its modificationDate is not a valid time.',
    ],
    [
      'no date',
      '{"key":"a","modificationDate":"yesterday"}',
      'It is not an object with a key, or its modificationDate is not a valid time.',
    ],
    [
      'a number that would change',
      '{"key":"a","modificationDate":"2024-01-02T03:04:05Z","n":9007199254740993}',
      'The number 9007199254740993 cannot be represented',
    ],
    ['not UTF-8', Buffer.from([0x7b, 0xff]), 'It is not UTF-8.'],
  ])('%s', async (_name, wrong, message) => {
    const content = Buffer.concat([
      Buffer.from(`${row('a', 'x')}\n\n`),
      Buffer.from(wrong),
      Buffer.from('\n'),
    ]);
    const fault = await batchesOf(content).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(FileError);
    expect(fault).toMatchObject({ line: 3, message: expect.stringContaining(message) });
  });
});

it('fails on a packed file that was cut off', async () => {
  const whole = gzipSync(
    Array.from({ length: 2000 }, (_, index) => row(`k${index}`, `${Math.sin(index)}`)).join('\n'),
  );
  await expect(batchesOf(whole.subarray(0, whole.length / 2), 'cut.ndjson.gz')).rejects.toThrow(
    'unexpected end of file',
  );
});
