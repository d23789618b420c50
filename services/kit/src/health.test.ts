import { request } from 'node:http';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getDataHealth } from '@annals/contracts/health';
import { createService } from './service.ts';
import { mountHealth } from './health.ts';
import { noDatabase } from './testing/databases.ts';

const app = createService({ log: pino({ level: 'silent' }) });
let migrated = false;
let refusal: string | undefined;
mountHealth(app, {
  name: 'data',
  version: '1.2.3',
  database: { ...noDatabase, ping: async () => undefined },
  migrated: () => migrated,
  refusal: () => refusal,
  call: getDataHealth,
  authenticate: async () => undefined,
});
let origin = '';
beforeAll(async () => {
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const readiness = async (suffix = '') => {
  const response = await fetch(`${origin}/readyz${suffix}`);
  return { status: response.status, body: await response.json() };
};

/** The status of a request whose target is written like this. */
const statusOf = (method: string, target: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = new URL(origin);
    request({ host: '127.0.0.1', port, method, path: target }, (response) =>
      response.resume().on('end', () => resolve(response.statusCode)),
    )
      .on('error', reject)
      .end();
  });

it.each([
  ['GET', 'http://annals.example.org/healthz'],
  ['GET', 'HTTPS://annals.example.org:8443/healthz?from=proxy'],
  ['HEAD', '/healthz'],
  ['HEAD', 'http://annals.example.org/healthz'],
])('is alive to %s %s', async (method, target) => expect(await statusOf(method, target)).toBe(200));

it('answers HEAD with the status of GET', async () => {
  for (const target of ['/readyz', '/nowhere', 'http://annals.example.org'])
    expect([target, await statusOf('HEAD', target)]).toEqual([
      target,
      await statusOf('GET', target),
    ]);
  expect(await statusOf('HEAD', '/v1/health')).toBe(404);
});

it('is ready after the migrations, until the schema moves past this server', async () => {
  expect(await readiness()).toMatchObject({ status: 503, body: { code: 'not_migrated' } });
  migrated = true;
  expect(await readiness()).toEqual({
    status: 200,
    body: { status: 'ready', service: 'data', version: '1.2.3' },
  });
  refusal = 'This server is older than the schema.';
  for (const suffix of ['', '?probe=1'])
    expect(await readiness(suffix)).toMatchObject({
      status: 503,
      body: { code: 'schema_newer', message: refusal },
    });
});
