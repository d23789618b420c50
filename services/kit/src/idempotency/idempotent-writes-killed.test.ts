import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quickStart } from '@annals/contracts/testing/quick-start';
import { openDatabase, type Database } from '../database/database.ts';
import { createDatabase, migratedName, quiet, testServerUrl } from '../testing/databases.ts';
import { migratedEmbedded } from '../testing/migrated-template.ts';
import { IdempotencyTable } from './idempotency-table.ts';
import { IdempotentWrites } from './idempotent-writes.ts';

const program = fileURLToPath(new URL('../testing/writing-process.ts', import.meta.url));
/** PostgreSQL, where the killed process is not alone; without it the embedded database. */
const hasServer = testServerUrl() !== undefined;
let location: string;
let templateFile = '';
let remove: () => Promise<void>;
let opened: Database | undefined;

const open = async () =>
  (opened = await openDatabase(
    hasServer
      ? { databaseUrl: location, log: quiet }
      : { dataDir: location, templateFile, log: quiet },
  ));
const close = async () => {
  await opened?.close();
  opened = undefined;
};

beforeAll(async () => {
  if (hasServer) {
    const { url, drop } = await createDatabase(process.env[migratedName]);
    location = url;
    remove = drop;
  } else {
    const directory = await mkdtemp(path.join(tmpdir(), 'annals-killed-'));
    location = path.join(directory, 'var');
    templateFile = await migratedEmbedded();
    remove = () => rm(directory, { recursive: true });
  }
  const database = await open();
  await database.query(sql`create table written (user_id uuid not null)`);
  await close();
});
afterAll(async () => {
  await close();
  await remove();
});

async function killAt(step: string, userId: string): Promise<void> {
  const child = spawn(
    process.execPath,
    [...quickStart, '--import', 'tsx', program, location, templateFile, userId, step],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const [message] = await Promise.race([once(child.stdout, 'data'), exited]);
  expect(String(message)).toBe(`${step}\n`);
  child.kill('SIGKILL');
  await exited;
}

it.each([
  ['executeIn: claimed', ['again', 'again', 'again']],
  ['executeIn: written', ['again', 'again', 'again']],
  ['execute: claimed', ['in_progress', 'again', 'again']],
  ['execute: confirmed', ['in_progress', 'again', 'again']],
  ['execute: committed', ['in_progress', 'answered_already', 'answered_already']],
])('writes once if the process is killed at “%s”', async (step, repetitions) => {
  const userId = randomUUID();
  await killAt(step, userId);
  const database = await open();
  let now = Date.now();
  const writes = new IdempotentWrites(
    new IdempotencyTable('authentication.idempotency', () => now),
  );
  const request = { userId, key: 'key', hash: Buffer.from('request') };
  const repeat = () =>
    step.startsWith('executeIn')
      ? database.transaction((transaction) =>
          writes.executeIn(transaction, request, async () => {
            await transaction.query(sql`insert into written (user_id) values (${userId})`);
            return 'again';
          }),
        )
      : writes.execute(request, { database, secret: false, log: quiet }, async (claim) => {
          await database.transaction(async (transaction) => {
            await transaction.query(sql`insert into written (user_id) values (${userId})`);
            await claim.confirm(transaction);
          });
          return 'again';
        });
  try {
    const outcomes: unknown[] = [];
    for (const _ of repetitions) {
      outcomes.push(await repeat().catch(({ code }: { code: string }) => code));
      now += 61_000;
    }
    expect(outcomes).toEqual(repetitions);
    const rows = await database.query(sql`select from written where user_id = ${userId}`);
    expect(rows).toHaveLength(1);
  } finally {
    await close();
  }
});
