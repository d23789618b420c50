import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quickStart } from '@annals/contracts/testing/quick-start';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { quiet } from '../testing/databases.ts';
import { testTemplate } from '../testing/test-template.ts';
import { DatabaseInUse, openDatabase } from './database.ts';

const templateFile = await testTemplate();
const program = fileURLToPath(new URL('../testing/ledger-process.ts', import.meta.url));
/** For a busy machine. */
const patient = { timeout: 300_000, interval: 1 };
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'annals-crash-'));
});

afterEach(async () => {
  vi.useRealTimers();
  await rm(dataDir, { recursive: true });
});

class LedgerProcess {
  readonly #process: ChildProcessByStdio<null, Readable, null>;
  readonly acknowledged: number[] = [];
  readonly #exited: Promise<unknown>;
  ready = false;

  constructor() {
    this.#process = spawn(
      process.execPath,
      [...quickStart, '--import', 'tsx', program, dataDir, templateFile],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.#exited = new Promise((resolve) => this.#process.once('close', resolve));
    createInterface(this.#process.stdout).on('line', (line) => {
      if (line === 'ready') this.ready = true;
      else this.acknowledged.push(Number(line));
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** SIGKILL; resolves when all its output is read. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#exited;
  }
}

/** Opens it while timers stand still, so that waiting for one would never end. */
async function openWithoutTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  const database = await openDatabase({ dataDir, log: quiet });
  vi.useRealTimers();
  return database;
}

describe('the embedded database and processes that die', () => {
  it('has every acknowledged transaction, and none partially, after each kill -9', async () => {
    const acknowledged: number[] = [];
    for (let round = 0; round < (exhaustive ? 4 : 1); round += 1) {
      const writer = new LedgerProcess();
      const enough = 20 + round * 37;
      await expect.poll(() => writer.acknowledged.length, patient).toBeGreaterThan(enough);
      await writer.kill();
      acknowledged.push(...writer.acknowledged);

      const database = await openWithoutTimers();
      const rows = await database.query<{ id: number; note: string }>(
        sql`select id, note from public.ledger`,
      );
      await database.close();

      const ids = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !ids.has(id) || !ids.has(id + 1))).toEqual([]);
      const firsts = rows.filter(({ note }) => note === 'first').length;
      expect(firsts * 2).toBe(rows.length);
    }
  });

  it.runIf(exhaustive)(
    'refuses a second process, names the first, and can be opened once that has ended',
    async () => {
      const holder = new LedgerProcess();
      await expect.poll(() => holder.ready, patient).toBe(true);
      const second = openDatabase({ dataDir, log: quiet });
      await expect(second).rejects.toBeInstanceOf(DatabaseInUse);
      await expect(second).rejects.toThrow(
        new RegExp(`process with id ${holder.pid}\\. Stop it first`),
      );
      const before = holder.acknowledged.length;
      await expect.poll(() => holder.acknowledged.length, patient).toBeGreaterThan(before);
      await holder.kill();

      const third = await openDatabase({ dataDir, log: quiet });
      await expect(openDatabase({ dataDir, log: quiet })).rejects.toThrow(
        `process with id ${process.pid}`,
      );
      await third.close();
    },
  );

  it.runIf(exhaustive)('starts over after a kill -9 during the first start', async () => {
    const first = new LedgerProcess();
    const half = path.join(dataDir, 'cluster.unfinished');
    await expect.poll(() => existsSync(half), patient).toBe(true);
    await first.kill();
    expect(existsSync(path.join(dataDir, 'cluster'))).toBe(false);

    const database = await openDatabase({ dataDir, templateFile, log: quiet });
    await expect(database.query(sql`select 1 as one`)).resolves.toEqual([{ one: 1 }]);
    await database.close();
  });
});
