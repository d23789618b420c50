import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { endpoint } from '@annals/contracts/endpoint';
import { pageOf } from '@annals/contracts/page';
import { requireWhole, withWholeLines } from './whole-responses.ts';

const thing = z.object({
  id: z.string(),
  parts: z.array(z.object({ name: z.string() })),
  note: z.optional(z.nullable(z.object({ text: z.string() }))),
  open: z.optional(z.looseObject({})),
});
const list = endpoint({
  method: 'GET',
  path: '/v1/things',
  summary: 'Lists things',
  access: { kind: 'public' },
  response: pageOf(thing),
  streamsAs: 'application/x-ndjson',
});
const whole = { id: 'a', parts: [{ name: 'b' }] };
const page = (...data: object[]) => JSON.stringify({ data, nextCursor: null, hasMore: false });

test('a response has the fields of its row and no others, at any depth', () => {
  expect(() => requireWhole(list, page(whole, { ...whole, note: null }))).not.toThrow();
  expect(() => requireWhole(list, page({ ...whole, open: { anything: 1 } }))).not.toThrow();
  expect(() => requireWhole(list, page({ id: 'a' }))).toThrow(/GET \/v1\/things[^]*parts/);
  expect(() => requireWhole(list, page({ ...whole, extra: 1 }))).toThrow(/extra/);
  expect(() => requireWhole(list, page({ ...whole, parts: [{ name: 'b', extra: 1 }] }))).toThrow(
    /extra/,
  );
  expect(() => requireWhole(list, page({ ...whole, note: { text: '', extra: 1 } }))).toThrow(
    /extra/,
  );
  expect(() => requireWhole(list, JSON.stringify({ data: [] }))).toThrow(/nextCursor/);
});

test('each line of a stream is an entry of the list', async () => {
  const lines = (...things: object[]) => things.map((each) => `${JSON.stringify(each)}\n`).join('');
  const sent = lines(whole, { ...whole, id: 'ü' });
  const pieces = [...Buffer.from(sent)].map((byte) => Buffer.from([byte]));
  await expect(text(withWholeLines(list, Readable.from(pieces)))).resolves.toBe(sent);
  const broken = withWholeLines(list, Readable.from([lines(whole, { id: 'c' })]));
  await expect(text(broken)).rejects.toThrow(/parts/);
});
