import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { serverMetrics } from '@annals/kit/http-metrics';
import { writeSignerKey } from '@annals/proofs/signed-note';
import { backupCommand } from './commands/backup.ts';
import { readConfig, secretVariables } from './config.ts';
import { serverFacts } from './server-facts.ts';
import { configOf, ServicesUnderTest } from './testing/services-under-test.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'annals-system-'));
const keyFile = path.join(directory, 'checkpoint.key');
const seed = randomBytes(32);
const place = { DATA_DIR: path.join(directory, 'var') };
/** Every variable that contains a secret, with "canary" in each secret part. */
const secrets = {
  SMTP_URL: 'smtp://canary-user:canary%20word@127.0.0.1:9/?key=canary-query',
  METRICS_TOKEN: 'canary-metrics-token-0123456789-0123456789',
  DEMO_PASSWORD: 'canary-demo-password',
  CHECKPOINT_KEY_FILE: keyFile,
};
let under: ServicesUnderTest;
let token: string;

beforeAll(async () => {
  writeFileSync(keyFile, `${writeSignerKey({ name: 'annals.example/canary', seed })}\n`, {
    mode: 0o600,
  });
  under = await ServicesUnderTest.start({ ...place, ...secrets, SIGNUP: 'example.org' });
  token = await under.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await under.close();
  rmSync(directory, { recursive: true, force: true });
});

const read = (service: 'authentication' | 'data') =>
  under.send('GET', '/v1/system', { service, token });

const setting = (text: string, name: string) => {
  const all: { name: string; value: string | null }[] = JSON.parse(text)['configuration'];
  return all.find((each) => each.name === name)?.value;
};

it('shows the effective configuration without secrets', async () => {
  const { status, text } = await read('authentication');
  expect(status).toBe(200);
  expect(setting(text, 'SIGNUP')).toBe('example.org');
  expect(setting(text, 'PUBLIC_URL')).toBe('https://annals.example.org');
  expect(setting(text, 'DATABASE_URL')).toBeNull();
  expect(setting(text, 'SMTP_URL')).toBe('smtp://••••••••@127.0.0.1:9/');
  for (const name of ['METRICS_TOKEN', 'DEMO_PASSWORD', 'CHECKPOINT_KEY_FILE'])
    expect(setting(text, name)).toBe('••••••••');
  expect(text).not.toMatch(/canary/);
  for (const form of ['hex', 'base64', 'base64url'] as const)
    expect(text).not.toContain(seed.toString(form));
});

it.each([
  [
    'postgres://canary-user:canary-word@db.example:5432/annals?password=canary-query',
    'postgres://••••••••@db.example:5432/annals',
  ],
  ['postgres://db.example/annals', 'postgres://db.example/annals'],
  // Not escaped, so that a part of the password looks like a path.
  ['postgres://user:12/canary@db.example/annals', '••••••••'],
])('shows the location of %s, but not its credentials', (address, shown) => {
  const config = readConfig({ DATABASE_URL: address });
  const { configuration } = serverFacts(config, serverMetrics().http);
  expect(configuration).toContainEqual({ name: 'DATABASE_URL', value: shown, secret: true });
});

it('masks all variables that may contain a secret', () => {
  const { configuration } = serverFacts(readConfig({}), serverMetrics().http);
  const masked = configuration.filter((each) => each.secret).map(({ name }) => name);
  expect(masked).toEqual(expect.arrayContaining([...secretVariables, ...Object.keys(secrets)]));
});

it('reports the disk, the responses of the last hour and day, and the last backup once there is one', async () => {
  const before = JSON.parse((await read('data')).text);
  expect(before).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+/),
    disk: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
    load: { hour: { slotSeconds: 60, workers: [{ worker: 1, failed: 0, refused: 0 }] } },
    backup: null,
  });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const config = configOf({ ...place, CHECKPOINT_KEY_FILE: keyFile });
  await backupCommand(config, { target: path.join(directory, 'copy.backup.gz') });
  const after = JSON.parse((await read('data')).text);
  expect(after.backup).toEqual({
    takenDate: expect.stringMatching(/^\d{4}-.*Z$/),
    bytes: expect.any(Number),
  });
  expect(after.backup.bytes).toBeGreaterThan(1000);
  const requests = ({ load }: typeof after) => load.hour.workers[0].requests;
  expect(requests(after)).toBeGreaterThan(requests(before));
});
