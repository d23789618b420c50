import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { createClient } from '@annals/client';
import { afterAll, describe, expect, it } from 'vitest';
import { importFile } from './import.ts';
import { FileError } from './lines.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'annals-rows-'));
afterAll(() => rmSync(directory, { recursive: true }));

const partitionId = '0190a000-0000-7000-8000-000000000001';

/** The requests of an import of a file with this content. */
async function bodiesOf(content: string | Buffer, name = 'rows.ndjson') {
  const file = path.join(directory, name);
  writeFileSync(file, content);
  const bodies: string[] = [];
  const annals = createClient({
    endpoints: { authentication: 'http://annals.example.org', data: 'http://annals.example.org' },
    token: 't',
    fetch: (_url, { body }) => {
      const text = typeof body === 'string' ? body : '';
      bodies.push(text);
      const { rows } = JSON.parse(text) as { rows: unknown[] };
      const counts = { created: rows.length, changed: 0, ended: 0, existing: 0, refused: [] };
      return Promise.resolve(Response.json(counts));
    },
  });
  const progress = await importFile({ client: { annals }, partitionId, file });
  return { bodies, progress };
}

const row = (key: string, title: string, date = '2024-01-02T03:04:05Z') =>
  `{"key":"${key}","type":"T","objectData":{"title":${JSON.stringify(title)}},"references":[],"modificationDate":"${date}"}`;

it('sends the same for a file, compressed or not', async () => {
  const content = [row('a', 'x'), row('b', 'x'), row('a', 'x'), '', row('a', 'y')].join('\r\n');
  const plain = await bodiesOf(content);
  const packed = await bodiesOf(gzipSync(content), 'rows.ndjson.gz');
  expect(packed.bodies).toEqual(plain.bodies);
  expect(plain.progress).toMatchObject({ rows: 4, part: 1 });
});

describe('sends the same for a file as other programs write it', () => {
  const content = `${[row('a', 'Łódź 😀'), row('b', 'x'.repeat(2000))].join('\r\n')}\r\n`;
  const little = Buffer.from(`\uFEFF${content}`, 'utf16le');
  it.each([
    ['with a byte order mark', Buffer.from(`\uFEFF${content}`)],
    ['UTF-16 of Windows', little],
    ['UTF-16, big-endian', Buffer.from(little).swap16()],
    ['UTF-16 without a byte order mark', little.subarray(2)],
    ['compressed, whatever it is called', gzipSync(content)],
    ['UTF-16, compressed', gzipSync(little)],
    ['with a byte order mark, compressed', gzipSync(`\uFEFF${content}`)],
  ])('%s', async (_name, bytes) => {
    expect((await bodiesOf(bytes)).bodies).toEqual((await bodiesOf(content)).bodies);
  });

  it('but not for UTF-16 with half of a character', async () => {
    const fault = await bodiesOf(Buffer.concat([little, Buffer.from([0x3d, 0xd8])])).catch(
      (error: unknown) => error,
    );
    expect(fault).toMatchObject({ message: 'It is not UTF-16.' });
  });
});

it('sends nothing for an empty file', async () => {
  expect((await bodiesOf('\n\n')).bodies).toEqual([]);
});

describe('reports the invalid line', () => {
  it.each([
    ['no JSON', 'nonsense', 'It is not valid JSON.'],
    [
      'no object',
      '[1]',
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
    const fault = await bodiesOf(content).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(FileError);
    expect(fault).toMatchObject({ line: 3, message: expect.stringContaining(message) });
  });
});

it('fails for a truncated compressed file', async () => {
  const whole = gzipSync(
    Array.from({ length: 2000 }, (_, index) => row(`k${index}`, `${Math.sin(index)}`)).join('\n'),
  );
  await expect(bodiesOf(whole.subarray(0, whole.length / 2), 'cut.ndjson.gz')).rejects.toThrow(
    'unexpected end of file',
  );
});
