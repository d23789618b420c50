import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import sql, { raw } from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { quiet } from '../testing/databases.ts';
import { testTemplate } from '../testing/test-template.ts';
import {
  DeadlineExceeded,
  DiskFull,
  GaveWay,
  openDatabase,
  type DatabaseConfig,
} from './database.ts';
import { openEmbedded } from './embedded.ts';
import { maintenanceRules } from './maintenance.ts';
import { DurableFiles, requireDurableCommit, startParameters } from './pglite-storage.js';

const templateFile = await testTemplate();
let dataDir: string;
let config: DatabaseConfig;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'annals-embedded-'));
  config = { dataDir, templateFile, log: quiet };
});

afterEach(async () => {
  await rm(dataDir, { recursive: true });
});

const gone = new Error('The client went away.');

const endless = sql`select count(*) from generate_series(1, 100000000000)`;

describe('the embedded database on disk', () => {
  it('keeps its data after a restart, in files for its owner only', async () => {
    const first = await openDatabase(config);
    await first.query(
      raw(`create table public.kept (word text); insert into public.kept values ('here')`),
    );
    await first.close();

    const second = await openDatabase(config);
    await expect(second.query(sql`select word from public.kept`)).resolves.toEqual([
      { word: 'here' },
    ]);
    await second.close();

    const names = await readdir(dataDir, { recursive: true });
    const open = await Promise.all(
      names.map(async (name) => ({
        name,
        mode: (await stat(path.join(dataDir, name))).mode & 0o077,
      })),
    );
    expect(names.length).toBeGreaterThan(900);
    expect(open.filter(({ mode }) => mode !== 0)).toEqual([]);
  });

  it('flushes commits to disk', async () => {
    const database = await openDatabase(config);
    await expect(
      database.query(
        sql`select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method`,
      ),
    ).resolves.toEqual([{ fsync: 'on', method: 'fsync' }]);
    await database.close();
  });

  it.runIf(exhaustive)(
    'starts from the template even after an interrupted first start',
    async () => {
      await mkdir(path.join(dataDir, 'cluster.unfinished', 'base'), { recursive: true });
      await writeFile(path.join(dataDir, 'cluster.unfinished', 'PG_VERSION'), '18\n');
      const database = await openDatabase(config);
      await expect(database.ping()).resolves.toBeUndefined();
      await database.close();
    },
  );

  it.runIf(exhaustive)(
    'stops an endless statement without blocking the event loop, and continues with the committed data',
    async () => {
      const database = await openDatabase({ ...config, statementTimeoutMs: 2_000 });
      await database.query(raw('create table public.kept (id int)'));
      await database.query(sql`insert into public.kept values (1)`);
      let ticks = 0;
      const clock = setInterval(() => (ticks += 1), 10);
      const stopped = database.query(endless);
      const waiting = database.query(sql`select id from public.kept`);
      await expect(stopped).rejects.toBeInstanceOf(DeadlineExceeded);
      clearInterval(clock);
      expect(ticks).toBeGreaterThan(20);
      await expect(waiting).resolves.toEqual([{ id: 1 }]);

      const inTransaction = database.transaction(async (transaction) => {
        await transaction.query(sql`insert into public.kept values (2)`);
        await transaction.query(endless);
      });
      await expect(inTransaction).rejects.toBeInstanceOf(DeadlineExceeded);
      await expect(database.query(sql`select id from public.kept`)).resolves.toEqual([{ id: 1 }]);
      await database.close();
    },
  );

  it('cancels a statement whose request has ended, and continues in the same session', async () => {
    const database = await openDatabase(config);
    await database.query(raw('create temp table session (id int)'));
    const controller = new AbortController();
    const running = database.query(endless, undefined, { signal: controller.signal });
    // Once it has been sent.
    setImmediate(() => controller.abort(gone));
    await expect(running).rejects.toBe(gone);
    await expect(database.query(sql`select id from session`)).resolves.toEqual([]);
    await database.close();
  });

  it('ends a vacuum that a reader waits for', async () => {
    const patience = { firstMs: 1, longestMs: 1, attempts: 1, restMs: 0 };
    const database = await openEmbedded(config, dataDir, {
      maintenance: { ...maintenanceRules, patience },
    });
    await database.query(raw('create temp table session (id int)'));
    await Promise.all([
      expect(database.vacuum?.(endless, new AbortController().signal)).rejects.toBeInstanceOf(
        GaveWay,
      ),
      expect(database.query(sql`select id from session`)).resolves.toEqual([]),
    ]);
    await database.close();
  });

  it.runIf(exhaustive)('is vacuumed and analysed in pauses after many writes', async () => {
    const maintenance = { ...maintenanceRules, rows: 100, pauseMs: 10, rowsAtMost: 1_000 };
    const database = await openEmbedded(config, dataDir, { maintenance });
    await database.query(raw('create table public.grown (id int)'));
    await database.query(sql`insert into public.grown select generate_series(1, 5000)`);
    const looked = async (): Promise<object[]> =>
      database.query(
        sql`select vacuum_count > 0 as vacuumed, analyze_count > 0 as analysed from pg_stat_user_tables`,
      );
    await expect.poll(looked).toEqual([{ vacuumed: true, analysed: true }]);
    await expect(
      database.query(sql`select reltuples::int as rows from pg_class where relname = 'grown'`),
    ).resolves.toEqual([{ rows: 5000 }]);
    await database.close();
  });
});

describe('the embedded database on a full disk', () => {
  it('reads, refuses writes with DiskFull, and accepts them again when there is room', async () => {
    const MiB = 1024 * 1024;
    let free = 500 * MiB;
    const database = await openEmbedded(config, dataDir, { freeBytes: async () => free });
    await database.query(raw('create table public.kept (id int)'));
    const insert = async (): Promise<object[]> =>
      database.query(sql`insert into public.kept values (1)`);
    const refused = async (): Promise<unknown> => insert().catch((error: unknown) => error);
    await insert();

    free = 10 * MiB;
    await expect.poll(refused).toBeInstanceOf(DiskFull);
    await expect(
      database.query(sql`select count(*) > 0 as there from public.kept`),
    ).resolves.toEqual([{ there: true }]);

    // not yet enough to trust
    free = 60 * MiB;
    await expect(insert()).rejects.toBeInstanceOf(DiskFull);

    free = 500 * MiB;
    await expect.poll(refused).toEqual([]);
    await database.close();
  });

  it.runIf(exhaustive)('starts read-only and deletes its reserve', async () => {
    await (await openEmbedded(config, dataDir)).close();
    expect(await readdir(dataDir)).toContain('reserve');
    const database = await openEmbedded(config, dataDir, { freeBytes: async () => 0 });
    expect(await readdir(dataDir)).not.toContain('reserve');
    await expect(database.query(raw('create table public.kept (id int)'))).rejects.toBeInstanceOf(
      DiskFull,
    );
    await expect(database.ping()).resolves.toBeUndefined();
    await database.close();
  });
});

describe('the check for durable commits', () => {
  it.runIf(exhaustive)('passes for the database as it is started', async () => {
    const files = new DurableFiles(dataDir);
    const pglite = new PGlite({
      fs: files,
      startParams: startParameters,
      loadDataDir: await templateBlob(),
    });
    await pglite.waitReady;
    await expect(requireDurableCommit(pglite, files)).resolves.toBeUndefined();
    await pglite.close();
  });

  it.runIf(exhaustive)('fails for PGlite with its defaults, which never flush', async () => {
    const files = new DurableFiles(dataDir);
    const pglite = new PGlite({ fs: files, loadDataDir: await templateBlob() });
    await pglite.waitReady;
    await expect(requireDurableCommit(pglite, files)).rejects.toThrow('does not flush');
    await pglite.close();
  });
});

async function templateBlob(): Promise<Blob> {
  return new Blob([new Uint8Array(await readFile(templateFile))]);
}
