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
