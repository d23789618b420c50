import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createObject } from '@annals/contracts/objects';
import { createPartition } from '@annals/contracts/partitions';
import { createToken } from '@annals/contracts/api-tokens';
import { largeEvidenceVersions } from '@annals/contracts/evidence';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { importObjects, listTransfers } from '@annals/contracts/transfers';
import { randomText } from '@annals/kit/testing/random-text';
import { ApiClient } from '../client/api-client.ts';
import { anyLocation, type DatabaseLocation } from '../testing/database-locations.ts';
import { freePort, startProgram, type Program } from '../testing/running-program.ts';
import { send } from '../testing/several-servers.ts';
import { readCommandLine } from './command-line.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'annals-evidence-'));
const username = 'master@example.org';
const password = 'grey heron on the pier';
const running = new Set<Program>();
let place: DatabaseLocation;
let port: number;
let partitionId: string;
let objectId: string;

const url = () => `http://127.0.0.1:${port}`;

function run(words: string[], more: Record<string, string> = {}): Program {
  const variables = { ...place.variables, PORT: String(port), ...more };
  const program = startProgram(words, variables, directory);
  running.add(program);
  return program;
}

beforeAll(async () => {
  place = await anyLocation();
  port = await freePort();
  const server = run(['serve', '--no-files']);
  await server.waitForOutput('Ready.');
  const token = /#token=([\w-]{43})/.exec(server.output())?.[1];
  const data = { token, password, email: username, name: 'Mira Master' };
  await send(url(), { method: 'POST', url: '/v1/auth/password', data });
  const client = new ApiClient(url());
  await client.signIn({ username, password });
  partitionId = (await client.call(createPartition, { body: { partitionName: 'Staff' } })).id;
  const write = async (objectData: object) =>
    client.call(createObject, {
      params: { partitionId },
      body: { type: 'PERSON', objectData: { ...objectData }, reason: 'She began to work here' },
    });
  objectId = (await write({ name: 'Anna' })).id;
  // More than a response that is not a file may contain.
  for (let count = 0; count < 18; count += 1)
    await write({ name: `Noise ${count}`, noise: randomText(300_000) });

  const body = { partitionName: 'Prices' };
  const { id } = await client.call(createPartition, { body });
  // One more than the server sends directly.
  for (let from = 0; from <= largeEvidenceVersions; from += 500)
    await client.call(importObjects, {
      params: { partitionId: id },
      body: {
        rows: Array.from(
          { length: Math.min(500, largeEvidenceVersions + 1 - from) },
          (_, index) => ({
            key: 'price',
            type: 'PRICE',
            objectData: { amount: from + index },
            modificationDate: '2020-01-01T00:00:00Z',
          }),
        ),
      },
    });
});
afterAll(async () => {
  for (const program of running) program.process.kill('SIGKILL');
  await Promise.all([...running].map(({ exited }) => exited));
  await place.remove();
  rmSync(directory, { recursive: true, force: true });
});

const tokenFor = async (...scopes: ('read' | 'write')[]): Promise<string> => {
  const client = new ApiClient(url());
  await client.signIn({ username, password });
  const expiresDate = new Date(Date.now() + 86_400_000).toISOString();
  const body = { description: 'Evidence', scopes, expiresDate };
  return (await client.call(createToken, { body })).token ?? '';
};

const evidence = async (file: string, more: string[], secret = password) => {
  const words = ['evidence', file, '--user', username, '--url', url(), ...more];
  const program = run(words, { ANNALS_PASSWORD: secret });
  const { code } = await program.exited;
  return { code, output: program.output(), errors: program.errors() };
};

/** Too large for the server to send directly. */
const ofPrices = (file: string) =>
  ['evidence', file, '--url', url(), '--partition', 'Prices', '--query', 'type:PRICE'] as const;

const evidenceJobs = async () => {
  const client = new ApiClient(url());
  await client.signIn({ username, password });
  return (await client.call(listTransfers, { query: { kind: 'EVIDENCE' } })).data;
};

it('writes a file whose proofs annals verify finds intact', async () => {
  const { code, output, errors } = await evidence('anna.zip', [
    '--partition',
    'Staff',
    '--object',
    objectId,
    '--language',
    'de',
  ]);
  expect([code, errors]).toEqual([0, '']);
  expect(output).toContain('anna.zip (');
  const root = path.join(directory, 'anna');
  execFileSync('unzip', ['-q', path.join(directory, 'anna.zip'), '-d', root]);
  const report = readFileSync(path.join(root, 'report.html'), 'utf8');
  expect(report).toContain('Mira Master');
  expect(report).toContain('<html lang="de">');
  expect(report).toContain('GLOBAL_MASTER');
  const holders = readFileSync(path.join(root, 'data/roles.ndjson'), 'utf8');
  expect(JSON.parse(holders)).toMatchObject({ username, role: 'GLOBAL_MASTER', level: 'OWN' });
  const [proof] = readdirSync(path.join(root, 'proofs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.proof.json'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const keys = readFileSync(path.join(root, 'checkpoints/keys.txt'), 'utf8').split('\n');
  const verify = run([
    'verify',
    proof ?? '',
    '--key',
    keys[0] ?? '',
    '--checkpoint',
    path.join(root, 'checkpoints/partition.txt'),
  ]);
  expect([(await verify.exited).code, verify.output()]).toEqual([
    0,
    expect.stringMatching(/^intact\n/),
  ]);
});

it('writes one of a whole partition that is larger than other responses may be', async () => {
  const { code, errors } = await evidence('all.zip', ['--partition', partitionId]);
  expect([code, errors]).toEqual([0, '']);
  const file = path.join(directory, 'all.zip');
  expect(readFileSync(file).length).toBeGreaterThan(10 * 1024 * 1024);
  const bundle = path.join(directory, 'all.proof.ndjson');
  execFileSync('sh', ['-c', `unzip -p "${file}" proofs/partition.proof.ndjson > "${bundle}"`]);
  const verify = run(['verify', bundle]);
  expect([(await verify.exited).code, verify.output()]).toEqual([
    0,
    expect.stringMatching(/^intact\n/),
  ]);
});

it('lets the server create a large one and shows its progress, with an API token', async () => {
  const made = run([...ofPrices('prices.zip')], { ANNALS_TOKEN: await tokenFor('read', 'write') });
  expect((await made.exited).code).toBe(0);
  expect(made.errors()).toMatch(/^The server creates it: \d+ %\n/);
  expect(made.output()).toContain('prices.zip (');
  // The file is deleted after the download.
  const [job] = await evidenceJobs();
  expect(job).toMatchObject({ state: 'CANCELLED', fileBytes: null });

  // A token that can only read starts no job.
  const token = { ANNALS_TOKEN: await tokenFor('read') };
  const read = run([...ofPrices('read.zip')], token);
  expect([(await read.exited).code, read.errors()]).toEqual([0, '']);
  await expect(evidenceJobs()).resolves.toHaveLength(1);
  const names = (file: string) =>
    execFileSync('unzip', ['-Z1', path.join(directory, file)])
      .toString()
      .split('\n')
      // The service writes its own log every minute.
      .filter((name) => name !== 'checkpoints/service.txt')
      .toSorted();
  expect(names('read.zip')).toEqual(names('prices.zip'));
  const wrong = run([...ofPrices('wrong.zip')], { ANNALS_TOKEN: 'annals_pat_x' });
  expect([(await wrong.exited).code, wrong.errors()]).toEqual([
    1,
    expect.stringContaining('The server refused'),
  ]);
});

it.runIf(exhaustive)('starts no job with --direct, whatever the token may do', async () => {
  const before = await evidenceJobs();
  const token = { ANNALS_TOKEN: await tokenFor('read', 'write') };
  const direct = run([...ofPrices('direct.zip'), '--direct'], token);
  expect([(await direct.exited).code, direct.errors()]).toEqual([0, '']);
  await expect(evidenceJobs()).resolves.toEqual(before);
});

it('reports problems, and leaves nothing behind', async () => {
  const refused: [string[], RegExp][] = [
    [['--partition', 'Nothing'], /There is no partition named "Nothing"/],
    [['--partition', 'Staff', '--query', 'name:"'], /The query cannot be read/],
    [['--partition', 'Staff', '--at', '2999-01-01T00:00:00Z'], /a moment that has passed/],
  ];
  for (const [words, message] of refused) {
    const { code, errors } = await evidence('none.zip', words);
    expect([code, errors]).toEqual([1, expect.stringMatching(message)]);
    expect(existsSync(path.join(directory, 'none.zip'))).toBe(false);
  }
  const again = await evidence('anna.zip', ['--partition', 'Staff']);
  expect([again.code, again.errors]).toEqual([2, expect.stringContaining('already exists')]);
});

it('reads the command line', () => {
  const words = ['evidence', 'f.zip', '--partition', 'P', '--at', '2026-03-03T00:00:00Z', '--held'];
  expect(readCommandLine(words)).toMatchObject({
    name: 'evidence',
    file: 'f.zip',
    partition: 'P',
    direct: false,
    about: { asOf: '2026-03-03T00:00:00Z', asHeld: true, language: 'en' },
  });
  for (const wrong of [
    ['evidence'],
    ['evidence', 'f.zip'],
    ['evidence', 'f.zip', '--partition', 'P', '--at', 'yesterday'],
    ['evidence', 'f.zip', '--partition', 'P', '--held'],
    ['evidence', 'f.zip', '--partition', 'P', '--object', 'x'],
    ['evidence', 'f.zip', '--partition', 'P', '--object', objectId, '--query', 'a'],
    ['evidence', 'f.zip', '--partition', 'P', '--language', 'fr'],
  ])
    expect(() => readCommandLine(wrong)).toThrow(expect.objectContaining({ exitCode: 2 }));
});
