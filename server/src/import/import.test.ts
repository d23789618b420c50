import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { createPartition, getPartition, listPartitions } from '@annals/contracts/partitions';
import { ApiClient } from '../client/api-client.ts';
import { importFile, type ImportProgress } from './import.ts';
import { FileError } from './lines.ts';
import { anyLocation, type DatabaseLocation } from '../testing/database-locations.ts';
import { freePort, startProgram, type Program } from '../testing/running-program.ts';
import { send } from '../testing/several-servers.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'annals-import-'));
const username = 'master@example.org';
const password = 'grey heron on the pier';
const running = new Set<Program>();
let place: DatabaseLocation;
let port: number;
let server: Program;
let client: ApiClient;

beforeAll(async () => {
  place = await anyLocation();
  port = await freePort();
  server = run(['serve', '--no-files']);
  await server.says('Ready.');
  const token = /#token=([\w-]{43})/.exec(server.output())?.[1];
  const data = { token, password, email: username, name: 'Mira Master' };
  await send(url(), { method: 'POST', url: '/v1/auth/password', data });
  client = await signedIn();
});
afterAll(async () => {
  for (const program of running) program.process.kill('SIGKILL');
  await Promise.all([...running].map(({ exited }) => exited));
  await place.remove();
  rmSync(directory, { recursive: true, force: true });
});

function run(words: string[], more: Record<string, string> = {}): Program {
  const variables = { ...place.variables, PORT: String(port), ...more };
  const program = startProgram(words, variables, directory);
  running.add(program);
  return program;
}

const url = () => `http://127.0.0.1:${port}`;

async function signedIn(signal?: AbortSignal): Promise<ApiClient> {
  const one = new ApiClient(url(), { signal });
  await one.signIn({ username, password });
  return one;
}

async function newPartition(partitionName: string): Promise<string> {
  return (await client.call(createPartition, { body: { partitionName } })).id;
}

const versionsIn = async (partitionId: string) =>
  (await client.call(getPartition, { params: { partitionId } })).versionCount ?? 0;

const start = Date.parse('2024-01-01T00:00:00Z');

/** Timelines k0 … k9, each with every tenth row; the last row ends the last one. */
function rowsFile(
  count: number,
  name: string,
  change: (row: Record<string, unknown>, index: number) => void = () => undefined,
): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const modificationDate = new Date(start + index * 1000).toISOString();
    const row: Record<string, unknown> =
      index === count - 1
        ? { key: `k${index % 10}`, ended: true, modificationDate }
        : {
            key: `k${index % 10}`,
            type: 'T',
            objectData: { index },
            references: [],
            modificationDate,
          };
    change(row, index);
    return JSON.stringify(row);
  });
  const file = path.join(directory, name);
  writeFileSync(file, lines.join('\n'));
  return file;
}

it.runIf(exhaustive)(
  'kill -9 in the middle: every acknowledged batch is there, none half, and a second run doubles nothing',
  async () => {
    const rows = 3_000;
    const batch = 500;
    const file = rowsFile(rows, 'whole.ndjson');
    const partitionId = await newPartition('Killed');

    const stopped = new AbortController();
    let acknowledged = 0;
    const interrupted = importFile({
      client: await signedIn(stopped.signal),
      partitionId,
      file,
      signal: stopped.signal,
      onProgress: (progress) => {
        acknowledged = progress.rows;
        // The next batch is on its way by then.
        if (acknowledged >= 2 * batch) setImmediate(() => server.process.kill('SIGKILL'));
      },
    });
    await server.exited;
    stopped.abort();
    await expect(interrupted).rejects.toThrow(/abort/i);

    server = run(['serve', '--no-files']);
    await server.says('Ready.');
    client = await signedIn();
    const present = await versionsIn(partitionId);
    expect(present).toBeGreaterThanOrEqual(acknowledged);
    expect(present % batch).toBe(0);
    expect(present).toBeLessThan(rows);

    // Again, and this time the client waits for the server that is killed under it.
    let killed = false;
    const finished = importFile({
      client,
      partitionId,
      file,
      onProgress: (progress) => {
        if (killed || progress.rows < present + batch) return;
        killed = true;
        setImmediate(() => server.process.kill('SIGKILL'));
      },
    });
    await server.exited;
    server = run(['serve', '--no-files']);
    const { counts } = await finished;
    expect(counts).toEqual({
      created: Math.max(0, 10 - present),
      changed: rows - present - 1 - Math.max(0, 10 - present),
      ended: 1,
      existing: present,
    });
    expect(await versionsIn(partitionId)).toBe(rows);

    const third = await importFile({ client, partitionId, file });
    expect(third).toEqual({
      counts: { created: 0, changed: 0, ended: 0, existing: rows },
      rows,
      part: 1,
    });
    expect(await versionsIn(partitionId)).toBe(rows);
  },
);

it('names the line in the file that the service refuses, and keeps the batches before', async () => {
  const file = rowsFile(700, 'wrong.ndjson', (row, index) => {
    if (index === 620) row['type'] = 'no type';
  });
  const partitionId = await newPartition('Wrong type');
  const fault = await importFile({ client, partitionId, file }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(FileError);
  expect(fault).toMatchObject({ line: 621 });
  expect(await versionsIn(partitionId)).toBe(500);

  const backwards = rowsFile(600, 'backwards.ndjson', (row, index) => {
    if (index === 550) row['modificationDate'] = '2020-01-01T00:00:00Z';
  });
  const other = importFile({
    client,
    partitionId: await newPartition('Backwards'),
    file: backwards,
  });
  await expect(other).rejects.toMatchObject({
    line: 551,
    message: expect.stringMatching(/^This row is dated 2020/),
  });
});

it('leaves out what a filter refuses', async () => {
  const file = rowsFile(30, 'filtered.ndjson');
  const partitionId = await newPartition('Filtered');
  const progress: ImportProgress = await importFile({
    client,
    partitionId,
    file,
    adapt: (line) => (line.text.includes('"k1"') ? line : undefined),
  });
  expect(progress.rows).toBe(3);
});

it('annals import makes the partition, tells its counts, and finds it again', async () => {
  const file = rowsFile(20, 'command.ndjson');
  const words = ['import', file, '--partition', 'By command', '--user', username, '--url', url()];
  const first = run(words, { ANNALS_PASSWORD: password });
  expect((await first.exited).code).toBe(0);
  expect(first.output()).toMatch(
    /^20 rows imported into "By command" in .*: 10 created, 9 changed, 1 ended, 0 already there\.\n$/,
  );
  const second = run(words, { ANNALS_PASSWORD: password });
  expect((await second.exited).code).toBe(0);
  expect(second.output()).toContain('0 created, 0 changed, 0 ended, 20 already there');
  const { data } = await client.call(listPartitions, { query: { name: 'By command' } });
  expect(data).toHaveLength(1);

  const failing = await Promise.all(
    [
      run(words, { ANNALS_PASSWORD: 'wrong' }),
      run(words),
      run(words.with(1, path.join(directory, 'none.ndjson')), { ANNALS_PASSWORD: password }),
    ].map(async (program) => [(await program.exited).code, program.errors()]),
  );
  expect(failing).toEqual([
    [1, expect.stringContaining('The user name or password is wrong')],
    [1, expect.stringContaining('ANNALS_PASSWORD')],
    [1, expect.stringContaining('There is no file')],
  ]);
});
