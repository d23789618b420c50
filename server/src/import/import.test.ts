import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { commitChangeSet, listChangeSets, submitChangeSet } from '@annals/contracts/change-sets';
import { listOperations } from '@annals/contracts/change-set-operations';
import { putChangePolicy } from '@annals/contracts/change-policy';
import { recentObjects } from '@annals/contracts/objects';
import { createPartition, getPartition, listPartitions } from '@annals/contracts/partitions';
import { ApiClient } from '../client/api-client.ts';
import { importFile, type ImportProgress } from './import.ts';
import { importIntoChangeSet } from './import-into-change-set.ts';
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
  await server.waitForOutput('Ready.');
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
  'kill -9 halfway: every acknowledged batch exists, none partially, and a second run repeats nothing',
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
        // The next batch is being sent by then.
        if (acknowledged >= 2 * batch) setImmediate(() => server.process.kill('SIGKILL'));
      },
    });
    await server.exited;
    stopped.abort();
    await expect(interrupted).rejects.toThrow(/abort/i);

    server = run(['serve', '--no-files']);
    await server.waitForOutput('Ready.');
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

it('reports the line that the service refuses, and keeps the batches before', async () => {
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

it('skips lines that a filter rejects', async () => {
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

it('annals import creates the partition, reports its counts, and finds it again', async () => {
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

  const table = path.join(directory, 'table.csv');
  writeFileSync(table, 'name,size\na,1\n');
  const failing = await Promise.all(
    [
      run(words, { ANNALS_PASSWORD: 'wrong' }),
      run(words),
      ...[path.join(directory, 'none.ndjson'), directory, table].map((other) =>
        run(words.with(1, other).with(3, 'Mistyped'), { ANNALS_PASSWORD: password }),
      ),
    ].map(async (program) => [(await program.exited).code, program.errors()]),
  );
  expect(failing).toEqual([
    [1, expect.stringContaining('The user name or password is wrong')],
    [1, expect.stringContaining('ANNALS_PASSWORD')],
    [2, expect.stringContaining('There is no file')],
    [2, expect.stringContaining('is a directory. Name a file.')],
    [2, expect.stringContaining('It is a table, and it does not say what its columns are.')],
  ]);
  // Nothing is created for a file that cannot be read or is none of an import.
  expect((await client.call(listPartitions, { query: { name: 'Mistyped' } })).data).toEqual([]);
  // Starts seven programs: more than a minute on a busy machine.
});

describe('into a change set', () => {
  const fileOf = (name: string, rows: object[]) => {
    const file = path.join(directory, name);
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    return file;
  };
  const tag = (key: string, title: string, ...to: string[]) => ({
    key,
    type: 'TAG',
    objectData: { title },
    references: to.map((target) => ({ name: 'to', key: target })),
    modificationDate: '2024-01-01T00:00:00Z',
  });
  const setsIn = async (partitionId: string) =>
    (await client.call(listChangeSets, { params: { partitionId }, query: { mine: true } })).data;

  it('adds a file to a change set, once, and writes nothing before its commit', async () => {
    const partitionId = await newPartition('Reviewed');
    const into = async (name: string, rows: object[], changeSet: string, reason?: string) =>
      importIntoChangeSet({ client, partitionId, file: fileOf(name, rows), changeSet, reason });
    const rules = [{ types: null, approvals: 1, approvers: { roles: ['OWNER' as const] } }];
    await client.call(putChangePolicy, { params: { partitionId }, body: { rules } });
    // References lead forwards, and back in a circle; of two rows with one key the last one counts.
    const rows = [tag('a', 'A', 'b'), tag('c', 'old'), tag('b', 'B', 'a'), tag('c', 'C')];
    const reason = 'The list came';
    const first = await into('set.ndjson', rows, 'List of June', reason);
    const { id = '' } = first.changeSet ?? {};
    expect(first).toEqual({
      changeSet: { id, title: 'List of June' },
      counts: { created: 3, changed: 0, ended: 0, existing: 0 },
      superseded: 1,
      omitsFields: true,
    });
    expect(await versionsIn(partitionId)).toBe(0);

    // Again, by title and by id, with other content, which replaces the first.
    const corrected = [...rows.slice(0, 3), tag('c', 'Corrected')];
    for (const changeSet of ['List of June', id])
      expect((await into('corrected.ndjson', corrected, changeSet, reason)).changeSet?.id).toBe(id);
    const params = { partitionId, changeSetId: id };
    const { data: operations } = await client.call(listOperations, { params });
    expect(operations.map(({ key, objectData, problems }) => [key, objectData, problems])).toEqual([
      ['a', { title: 'A' }, []],
      ['b', { title: 'B' }, []],
      ['c', { title: 'Corrected' }, []],
    ]);
    await client.call(putChangePolicy, { params: { partitionId }, body: { rules: [] } });
    await client.call(commitChangeSet, { params, body: {} });
    const { data: versions } = await client.call(recentObjects, { params: { partitionId } });
    expect(versions.map((version) => version.reason)).toEqual(Array(3).fill(reason));

    // They exist under their keys; rows that change nothing create no change set.
    const later = [tag('a', 'A', 'b'), tag('c', 'Later')];
    expect((await into('later.ndjson', later, 'List of July')).counts).toEqual({
      created: 0,
      changed: 1,
      ended: 0,
      existing: 1,
    });
    const same = await into('same.ndjson', [tag('b', 'B', 'a')], 'List of August');
    expect(same.changeSet).toBeUndefined();
    const sets = await setsIn(partitionId);
    expect(sets.map(({ title }) => title)).toEqual(['List of July', 'List of June']);
  });

  it('reports the invalid line, and adds none of the others', async () => {
    const partitionId = await newPartition('Refusing');
    const into = async (rows: object[], changeSet = 'New', reason?: string) => {
      const file = fileOf('into.ndjson', rows);
      return importIntoChangeSet({ client, partitionId, file, changeSet, reason }).catch(
        (error: unknown) => error,
      );
    };
    const line = (number: number, message: RegExp) => ({
      line: number,
      message: expect.stringMatching(message),
    });
    const tooMany = { message: expect.stringContaining('at most 1,000 changes') };
    for (const [rows, reported] of [
      [[tag('a', 'A'), { ...tag('b', 'B'), type: 'no type' }], line(2, /^type: /)],
      [[tag('a', 'A'), tag('b', 'B', 'nowhere')], line(2, /^It refers to nowhere/)],
      [[tag('a', 'A', 'b'), tag('b', 'B', 'nowhere')], line(1, /^It refers to b.* 1 other/)],
      [[{ key: 'a', ended: true }], line(1, /^key: There is no timeline/)],
      [[{ ...tag('a', 'A'), price: 1 }], line(1, /^A row has no price/)],
      [Array.from({ length: 1001 }, (_, n) => tag(`k${n}`, 'K')), tooMany],
    ] as const)
      expect(await into([...rows])).toMatchObject(reported);
    expect(await setsIn(partitionId)).toEqual([]);

    // More than one call takes, and together with the existing content more than a change set takes.
    const circle = Array.from({ length: 600 }, (_, n) => tag(`k${n}`, 'K', `k${(n + 1) % 600}`));
    expect(await into(circle)).toMatchObject({ counts: { created: 600 } });
    const more = Array.from({ length: 401 }, (_, n) => tag(`more ${n}`, 'M'));
    expect(await into(more)).toMatchObject(tooMany);
    const [set] = await setsIn(partitionId);
    expect(set?.operationCount).toBe(600);
    expect(await into([tag('k1', 'A')], 'New', 'Another')).toMatchObject({
      message: expect.stringContaining('has another reason'),
    });
    const params = { partitionId, changeSetId: set?.id ?? '' };
    await client.call(submitChangeSet, { params });
    await client.call(putChangePolicy, {
      params: { partitionId },
      body: { rules: [{ types: null, approvals: 1, approvers: { roles: ['OWNER'] } }] },
    });
    expect(await into([tag('k1', 'A')])).toMatchObject({
      message: expect.stringContaining('is in review'),
    });
  });

  it('annals import suggests --change-set if it is needed, and adds the file to it', async () => {
    const partitionId = await newPartition('By words');
    const rules = [{ types: null, approvals: 1, approvers: { roles: ['OWNER' as const] } }];
    await client.call(putChangePolicy, { params: { partitionId }, body: { rules } });
    const file = fileOf('words.ndjson', [tag('a', 'A'), tag('a', 'Again')]);
    const words = ['import', file, '--partition', 'By words', '--user', username, '--url', url()];
    const programs = [
      run(words, { ANNALS_PASSWORD: password }),
      run([...words, '--change-set', 'June', '--reason', 'Why'], { ANNALS_PASSWORD: password }),
    ];
    const [direct, into] = await Promise.all(
      programs.map(async (program) => [
        (await program.exited).code,
        program.errors(),
        program.output(),
      ]),
    );
    expect(direct).toEqual([1, expect.stringContaining('imported. With --change-set TITLE'), '']);
    const [set] = await setsIn(partitionId);
    expect(into).toEqual([
      0,
      '',
      expect.stringMatching(/^1 change is in the change set "June": 1 created, 0 changed, 0 end/),
    ]);
    expect(into?.[2]).toContain(`/v1/partitions/${partitionId}/change-sets/${set?.id}\n`);
    expect(into?.[2]).toContain('1 row is ignored');
  });
});
