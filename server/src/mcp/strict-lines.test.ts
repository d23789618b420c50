import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { strictLines } from './strict-lines.ts';

it('passes messages on, and answers those whose values would change', async () => {
  const call = (id: string, value: string) => `{"id":${id},"params":{"n":${value}}}`;
  const written = [
    call('1', '9007199254740993'),
    call('2', '1.10'),
    call('"three"', '{"a":1,"a":2}'),
    '{"params":-0}',
    'no JSON',
  ];
  const output = new PassThrough();
  // In pieces that do not end with a line.
  const input = Readable.from([written.join('\n').slice(0, 20), written.join('\n').slice(20)]);
  expect(await text(strictLines(input, output))).toBe(`${written[1]}\nno JSON\n`);
  output.end();
  const answers = (await text(output)).trim().split('\n');
  const because = (message: string) => ({
    code: -32_600,
    message: expect.stringContaining(message),
  });
  expect(answers.map((line) => JSON.parse(line) as unknown)).toEqual([
    { jsonrpc: '2.0', id: 1, error: because('9007199254740993 cannot be represented exactly') },
    { jsonrpc: '2.0', id: 'three', error: because('The name "a" occurs twice') },
    { jsonrpc: '2.0', id: null, error: because('The number -0 cannot be') },
  ]);
});
