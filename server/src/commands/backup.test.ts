import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { oneInEvery } from '@annals/contracts/testing/exhaustive';
import { databaseLocations, type DatabaseLocation } from '../testing/database-locations.ts';
import { configOf, ServicesUnderTest } from '../testing/services-under-test.ts';
import { BackupTarget } from './backup-target.ts';
import { backupCommand } from './backup.ts';
import { readCommandLine } from './command-line.ts';
import { restoreCommand } from './restore.ts';

const password = 'grey heron on the pier';
const made: DatabaseLocation[] = [];
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'annals-backup-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await Promise.all(made.map((location) => location.remove()));
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function place(make: () => Promise<DatabaseLocation>): Promise<DatabaseLocation> {
  const one = await make();
  made.push(one);
  return one;
}

/** The output of the command. */
async function quietly(command: () => Promise<void>): Promise<string> {
  let messages = '';
  const take = (text: string | Uint8Array) => {
    messages += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(take);
  vi.spyOn(process.stderr, 'write').mockImplementation(take);
  await command().finally(() => vi.restoreAllMocks());
  return messages;
}

// Each kind's backup is restored into the other, because the format is the same.
const ways = databaseLocations.map((from, at) => ({
  from,
  to: databaseLocations[databaseLocations.length - 1 - at] ?? from,
}));

describe.each(oneInEvery(2, ways))(
  'a backup of $from.kind, restored into $to.kind',
  ({ from, to }) => {
    it('contains every acknowledged write, and everything needed to continue', async () => {
      const source = await place(from.make);
      const first = await ServicesUnderTest.start(source.variables);
      const files = path.join(directory, from.kind);
      mkdirSync(files);
      const acknowledged: string[] = [];
      let token = '';
      let objects = '';
      let erased = '';
      try {
        const user = { email: 'ada@example.org', roles: ['GLOBAL_MASTER'], password };
        await first.services.authentication.createUser(user);
        token = await first.signIn(user.email, password);
        const data = { partitionName: 'Observatory' };
        const { id } = await first.succeed('POST', '/v1/partitions', { token, data });
        objects = `/v1/partitions/${String(id)}/objects`;
        const write = async (n: number) => {
          const written = { type: 'DOME', objectData: { n, owner: `owner ${n}` } };
          const answer = await first.succeed('POST', objects, { token, data: written });
          return String(answer['id']);
        };
        erased = await write(0);
        const input = { paths: ['/owner'], reason: 'Asked for', legalBasis: 'GDPR 17' };
        await first.succeed('POST', `${objects}/${erased}/erase`, { token, data: input });
        for (let n = 1; n <= 5; n++) acknowledged.push(await write(n));

        const over = new AbortController();
        const writing = (async () => {
          for (let n = 100; !over.signal.aborted; n++) await write(n);
        })();
        const messages = await quietly(() =>
          backupCommand(configOf(source.variables), { target: files }),
        );
        over.abort();
        await writing;
        expect(messages).toMatch(/Backed up the database as it was at .* rows of \d+ tables/);
      } finally {
        await first.close();
      }
      const [name = '', ...others] = readdirSync(files);
      expect([name, others]).toEqual([
        expect.stringMatching(/^annals-\d{8}T\d{6}Z\.backup\.gz$/),
        [],
      ]);
      const file = path.join(files, name);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(gunzipSync(readFileSync(file)).includes('owner 0')).toBe(false);

      const target = await place(to.make);
      await quietly(() => restoreCommand(configOf(target.variables), { file, replace: false }));
      const second = await ServicesUnderTest.start(target.variables);
      try {
        // The session and the key that signed its token were restored too.
        for (const each of [token, await second.signIn('ada@example.org', password)])
          expect((await second.call('GET', '/v1/users/current', { token: each })).status).toBe(200);
        for (const [at, id] of acknowledged.entries())
          expect(await second.succeed('GET', `${objects}/${id}`, { token })).toMatchObject({
            objectData: { n: at + 1, owner: `owner ${at + 1}` },
          });
        expect(await second.succeed('GET', `${objects}/${erased}`, { token })).toMatchObject({
          objectData: { n: 0, owner: null },
        });
        const parts = await second.verify();
        expect(parts.filter(({ findings }) => findings > 0)).toEqual([]);
        expect(parts[0]).toMatchObject({ part: 'PARTITION', receipts: 1 });
        expect(await second.services.authentication.verifyAuditLog()).toMatchObject({
          intact: true,
        });
        const data = { type: 'DOME', objectData: { n: 'after' } };
        await second.succeed('POST', objects, { token, data });

        const again = restoreCommand(configOf(target.variables), { file, replace: true });
        await expect(again).rejects.toThrow(
          to.kind === 'embedded'
            ? /in use by the process/
            : /Servers or commands of Annals are connected/,
        );
      } finally {
        await second.close();
      }
    });
  },
);

describe('a backup that cannot be restored', () => {
  const config = () => configOf({ DATA_DIR: path.join(directory, 'nowhere') });
  const restored = async (bytes: Buffer) => {
    const file = path.join(directory, 'given.gz');
    writeFileSync(file, bytes);
    return quietly(() => restoreCommand(config(), { file, replace: false }));
  };

  it.each([
    ['another file', Buffer.from('no backup'), 'It is not a backup of Annals.'],
    ['another gzip file', gzipSync('no backup\n'), 'It is not a backup of Annals.'],
    ['a truncated one', gzipSync('').subarray(0, 12), 'It is truncated: its end is missing.'],
  ])('is refused before the database is opened: %s', async (_, bytes, message) => {
    await expect(restored(bytes)).rejects.toMatchObject({
      exitCode: 1,
      message: `${path.join(directory, 'given.gz')}: ${message} The database is as it was.`,
    });
    expect(readdirSync(directory)).not.toContain('nowhere');
  });

  it('is reported if there is no such file', async () => {
    const file = path.join(directory, 'none.gz');
    await expect(restoreCommand(config(), { file, replace: false })).rejects.toMatchObject({
      exitCode: 2,
      message: `There is no file ${file}.`,
    });
  });
});

describe('a backup that cannot be made', () => {
  const config = () => configOf({ DATA_DIR: path.join(directory, 'nowhere') });
  const failing = async (target: string) => quietly(() => backupCommand(config(), { target }));

  it('reports why, and leaves nothing behind', async () => {
    const there = path.join(directory, 'there.gz');
    writeFileSync(there, 'x');
    await expect(failing(there)).rejects.toThrow(`${there} already exists`);
    await expect(failing(path.join(directory, 'a/b.gz'))).rejects.toThrow('There is no directory');
    await expect(failing(path.join(directory, 'new.gz'))).rejects.toThrow(
      'There is no database in',
    );
    expect(readdirSync(directory).filter((name) => name.includes('new.gz'))).toEqual([]);
  });
});

it('reads the command line', () => {
  expect(readCommandLine(['backup', '/backups'])).toEqual({ name: 'backup', target: '/backups' });
  expect(readCommandLine(['restore', '-', '--replace'])).toEqual({
    name: 'restore',
    file: '-',
    replace: true,
  });
  expect(readCommandLine(['delete-sign-in-rules'])).toEqual({ name: 'delete-sign-in-rules' });
  expect(readCommandLine(['rotate-key', 'checkpoint', '--compromised'])).toEqual({
    name: 'rotate-key',
    key: 'checkpoint',
    compromised: true,
  });
  for (const words of [['backup'], ['restore'], ['rotate-key'], ['rotate-key', 'door']])
    expect(() => readCommandLine(words)).toThrow(expect.objectContaining({ exitCode: 2 }));
});

it('two backups into a directory within one second are two files', async () => {
  const now = new Date('2026-03-01T02:00:59.500Z');
  writeFileSync(path.join(directory, 'annals-20260301T020059Z.backup.gz'), 'x');
  const target = BackupTarget.open(directory, now);
  await target.discard();
  expect(target.file).toBe(path.join(directory, 'annals-20260301T020100Z.backup.gz'));
});
