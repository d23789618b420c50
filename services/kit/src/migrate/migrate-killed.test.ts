import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { oneInEvery } from '@annals/contracts/testing/exhaustive';
import { quickStart } from '@annals/contracts/testing/quick-start';
import { openDatabase } from '../database/database.ts';
import { createDatabase, quiet, testServerUrl } from '../testing/databases.ts';
import { testTemplate } from '../testing/test-template.ts';
import { migrate, migrationStatus, type MigrationSource } from './migrate.ts';

const program = fileURLToPath(new URL('../testing/migrating-process.ts', import.meta.url));
const last = '0002-rename.sql';
let directory: string;
let source: MigrationSource;
let templateFile: string;
const made: (() => Promise<void>)[] = [];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'annals-killed-'));
  source = { service: 'data', directory: path.join(directory) };
  const first = 'create table data.thing (id int primary key); insert into data.thing values (1);';
  await writeFile(path.join(directory, '0001-thing.sql'), first);
  const second =
    'alter table data.thing rename to item; alter table data.item add column name text; update data.item set id = 2;';
  await writeFile(path.join(directory, last), second);
  templateFile = await testTemplate();
});
afterAll(async () => {
  for (const remove of made) await remove();
  await rm(directory, { recursive: true });
});

async function newLocation(kind: string): Promise<string> {
  if (kind === 'embedded') return path.join(directory, 'var');
  const { url, drop } = await createDatabase();
  made.push(drop);
  return url;
}

const kinds = testServerUrl() === undefined ? ['embedded'] : ['postgresql', 'embedded'];
it.each(oneInEvery(2, kinds))(
  'leaves nothing of a migration whose process is killed halfway, and applies it at the next start, %s',
  async (kind) => {
    const location = await newLocation(kind);
    const child = spawn(
      process.execPath,
      [
        ...quickStart,
        '--import',
        import.meta.resolve('tsx'),
        program,
        location,
        templateFile,
        directory,
        last,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(child, 'exit');
    const [messages] = await Promise.race([once(child.stdout, 'data'), exited]);
    expect(String(messages)).toBe('middle\n');
    child.kill('SIGKILL');
    await exited;

    const database = await openDatabase(
      kind === 'embedded'
        ? { dataDir: location, templateFile, log: quiet }
        : { databaseUrl: location, log: quiet },
    );
    try {
      const { applied } = await migrationStatus(database, source);
      expect(applied.map(({ name }) => name)).toEqual(['0001-thing.sql']);
      expect(await database.query(raw('select * from data.thing'))).toEqual([{ id: 1 }]);
      expect((await migrate(database, source)).map(({ name }) => name)).toEqual([last]);
      expect(await database.query(raw('select * from data.item'))).toEqual([{ id: 2, name: null }]);
    } finally {
      await database.close();
    }
  },
);
