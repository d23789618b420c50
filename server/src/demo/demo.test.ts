import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { currentUser } from '@annals/contracts/users';
import { searchObjects } from '@annals/contracts/object-search';
import { createObject, latestObject, timelineObjects } from '@annals/contracts/objects';
import { getPartition, listMembers, listPartitions } from '@annals/contracts/partitions';
import { ApiClient } from '../client/api-client.ts';
import { readConfig, type Config } from '../config.ts';
import { DemoRefused, loadDemo, type DemoOutcome } from './demo.ts';
import { startServer, type RunningServer } from '../running-server.ts';
import { anyLocation, type DatabaseLocation } from '../testing/database-locations.ts';
import { verificationFindings } from '../testing/verification-findings.ts';

const log = pino({ level: 'silent' });
/** Enough for one of each kind. */
const headcount = 28;
// Two years of demo data take a minute on a busy machine.
vi.setConfig({ testTimeout: 1_800_000 });
const places: DatabaseLocation[] = [];
afterAll(async () => {
  for (const place of places) await place.remove();
});

async function start(
  overrides: Partial<Config> = {},
): Promise<{ server: RunningServer; config: Config }> {
  const place = await anyLocation();
  places.push(place);
  const config: Config = {
    ...readConfig({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', ...place.variables }),
    ...overrides,
  };
  const server = await startServer({ config, log, withoutFiles: true });
  await server.services?.prepared;
  return { server, config };
}

async function partitionOf(client: ApiClient) {
  const { data } = await client.call(listPartitions, { query: {} });
  return {
    partitionId: data[0]?.id ?? '',
    names: data.map(({ partitionName }) => partitionName),
  };
}

describe('on an empty database', () => {
  let server: RunningServer;
  let config: Config;
  let outcome: DemoOutcome;
  beforeAll(async () => {
    ({ server, config } = await start({ demoDay: '2026-08-21' }));
    outcome = await loadDemo(config, server, log, headcount);
  });
  afterAll(() => server.stop());

  async function signedIn(email: string): Promise<ApiClient> {
    const client = new ApiClient(server.localUrl ?? '');
    await client.signIn({ username: email, password: outcome.password });
    return client;
  }

  it('loads all versions once, and stores the password for its owner only', async () => {
    expect(outcome).toMatchObject({ loaded: true, rows: 1217 });
    const file = path.join(config.dataDir, 'demo-password');
    expect(readFileSync(file, 'utf8').trim()).toBe(outcome.password);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await loadDemo(config, server, log, headcount);
    expect(again).toMatchObject({ loaded: false, rows: 0, password: outcome.password });
    const master = await signedIn('master@example.org');
    const { partitionId, names } = await partitionOf(master);
    expect(names).toEqual(['Product lifecycles']);
    const { versionCount } = await master.call(getPartition, { params: { partitionId } });
    expect(versionCount).toBe(1219);
  });

  it('refers from the account to its main operator, as the console finds it', async () => {
    const user = await signedIn('user@example.org');
    const { partitionId } = await partitionOf(user);
    const params = { partitionId };
    const found = await user.call(searchObjects, {
      params,
      query: { page: 0, pageSize: 10 },
      body: { type: 'ACCOUNT' },
    });
    const reference = found.data[0]?.references?.find(({ name }) => name === 'mainOperatorRef');
    const operator = await user.call(latestObject, {
      params: { ...params, timelineId: reference?.timelineId ?? '' },
    });
    expect(operator.objectData?.['userId']).toBe((await user.call(currentUser, {})).id);
  });

  it('finds Node.js and its history', async () => {
    const auditor = await signedIn('auditor@example.org');
    const { partitionId } = await partitionOf(auditor);
    const params = { partitionId };
    const { data } = await auditor.call(searchObjects, {
      params,
      body: { type: 'PRODUCT', text: 'node.js' },
    });
    const node = data.find(({ objectData }) => objectData?.['title'] === 'Node.js');
    const timelineId = node?.timelineId ?? '';
    const history = await auditor.call(timelineObjects, {
      params: { ...params, timelineId },
      query: { pageSize: 500 },
    });
    expect(history.data).toHaveLength(227);
    expect(history.data.at(-1)?.modificationDate).toBe('2021-08-17T12:30:44.000000Z');
  });

  it('is what its events say', async () => {
    const { services } = server;
    expect(services).toBeDefined();
    expect(services && (await verificationFindings(services.database))).toEqual([]);
  });

  it('gives each account its role', async () => {
    const master = await signedIn('master@example.org');
    const { partitionId } = await partitionOf(master);
    const params = { partitionId };
    const { data } = await master.call(listMembers, { params });
    expect(
      data
        .map(({ username, role }) => [username, role])
        .toSorted(([left = ''], [right = '']) => left.localeCompare(right)),
    ).toEqual([
      ['admin@example.org', 'READER'],
      ['master@example.org', 'OWNER'],
      ['user@example.org', 'EDITOR'],
    ]);
    const write = { params, body: { type: 'NOTE', objectData: {} } };
    expect(await (await signedIn('user@example.org')).call(createObject, write)).toMatchObject({
      type: 'NOTE',
    });
    for (const email of ['admin@example.org', 'auditor@example.org'])
      await expect((await signedIn(email)).call(createObject, write)).rejects.toMatchObject({
        status: 403,
      });
  });
});

it.runIf(exhaustive)('uses the given password, and stores it nowhere', async () => {
  const demoPassword = 'grey heron on the pier';
  const { server, config } = await start({ demoPassword });
  expect(await loadDemo(config, server, log, headcount)).toMatchObject({
    loaded: true,
    password: demoPassword,
  });
  expect(() => readFileSync(path.join(config.dataDir, 'demo-password'))).toThrow('ENOENT');
  const forgotten = loadDemo({ ...config, demoPassword: undefined }, server, log);
  await expect(forgotten).rejects.toThrow(DemoRefused);
  await server.stop();
});

it.runIf(exhaustive)('refuses a database that contains anything else', async () => {
  const { server, config } = await start({ demoPassword: 'grey heron on the pier' });
  await server.services?.authentication.createUser({ email: 'a@example.org', roles: ['USER'] });
  await expect(loadDemo(config, server, log, headcount)).rejects.toThrow(DemoRefused);
  await server.stop();
});
