import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { startConsole, type ConsoleUnderTest } from '../testing/console-under-test.ts';
import { startRawUpstream, type RawUpstream } from '../testing/raw-upstream.ts';

let upstream: RawUpstream;
let server: ConsoleUnderTest;
beforeAll(async () => {
  upstream = await startRawUpstream();
  server = await startConsole({ upstream: upstream.origin });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

const goUp = [
  'authorization',
  'x-akarion-api-token',
  'content-type',
  'accept',
  'accept-language',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'x-request-id',
  'annals-position',
];
const stay = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'cookie',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'keep-alive',
  'proxy-authorization',
  'x-forwarded-for',
  'forwarded',
  'x-http-method-override',
  'constructor',
];
/** What undici says of the request by itself. */
const itsOwn = new Set(['host', 'connection', 'content-length']);

const anyName = fc.oneof(
  { weight: 4, arbitrary: fc.mixedCase(fc.constantFrom(...goUp, ...stay)) },
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('accept\r\nx', 'accept ', ' accept', 'accept:', 'ac\0cept', 'accépt'),
);
const piece = fc.constantFrom(
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\t',
  ' ',
  'X: y',
  '\u010d\u010a',
  'é',
  ',',
);
const anyValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('x', 'Bearer y', '1', 'chunked') },
  fc.string({ unit: 'binary-ascii', maxLength: 20 }),
  fc
    .array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 4 })
    .map((all) => all.join('')),
);

/** What is wrong with what was sent for these headers. */
function faultsOf(request: string | undefined, given: ReadonlyMap<string, string>): string[] {
  const [head = '', body] = request?.split('\r\n\r\n') ?? [];
  const strange = head
    .split('\r\n')
    .slice(1)
    .filter((line) => {
      const [name = '', value = ''] = line.split(/: ?(.*)/s);
      const lower = name.toLowerCase();
      if (lower === 'host') return `http://${value}` !== upstream.origin;
      if (itsOwn.has(lower)) return false;
      return !goUp.includes(lower) || (given.get(lower) ?? value) !== value;
    });
  return body === '1' ? strange : [...strange, `the body ${body}`];
}

it('of any headers only the listed ones are forwarded, each unchanged as one line, or nothing is', async () => {
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(fc.dictionary(anyName, anyValue, { maxKeys: 4 }), async (headers) => {
      upstream.received.length = 0;
      const { status } = await server.call({ url: '/v1/x', method: 'POST', data: 1, headers });
      const given = new Map(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const went = status === 200;
      if (went) passed += 1;
      const faults = went ? faultsOf(upstream.received[0], given) : [];
      const count = upstream.received.length;
      expect([status, count, faults]).toEqual(went ? [200, 1, []] : [400, 0, []]);
    }),
    { numRuns: runs(400) },
  );
  expect(passed).toBeGreaterThan(20);
});
