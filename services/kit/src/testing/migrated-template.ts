import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { openDatabase, type Database } from '../database/database.ts';
import { DurableFiles } from '../database/pglite-storage.js';
import { migrate, type MigrationSource } from '../migrate/migrate.ts';
import { testTemplate } from './test-template.ts';

const sources = (['authentication', 'data'] as const).map((service): MigrationSource => ({
  service,
  directory: fileURLToPath(new URL(`../../../${service}/migrations/`, import.meta.url)),
}));
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const day = 24 * 3_600_000;

/**
 * The path of an embedded in-memory database with the tables of both services, created once per version of the
 * migrations. Not compressed, because every test file unpacks it.
 */
export async function migratedEmbedded(): Promise<string> {
  const empty = await testTemplate();
  const hash = createHash('sha256').update(path.basename(empty));
  for (const { directory } of sources)
    for (const name of (await readdir(directory)).toSorted())
      hash.update(name).update(await readFile(path.join(String(directory), name)));
  const cache = path.dirname(empty);
  const file = path.join(cache, `migrated-${hash.digest('hex').slice(0, 12)}.tar`);
  if (existsSync(file)) return file;
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, await migratedArchive(empty));
  await rename(unfinished, file);
  await removeOld(cache);
  return file;
}

async function migratedArchive(templateFile: string): Promise<Uint8Array> {
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-migrated-'));
  try {
    await migrateAndClose(await openDatabase({ dataDir: directory, templateFile, log }));
    const files = new DurableFiles(path.join(directory, 'cluster'));
    const dump = await new PGlite({ fs: files, noInitDb: true }).dumpDataDir('none');
    return new Uint8Array(await dump.arrayBuffer());
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Creates the tables of both services. */
export async function migrateAndClose(database: Database): Promise<void> {
  try {
    for (const source of sources) await migrate(database, source);
  } finally {
    await database.close();
  }
}

/** Removes templates of other versions of the migrations, unless another run may be using them. */
async function removeOld(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.startsWith('migrated-')) continue;
    const { mtimeMs } = await stat(path.join(cache, name));
    if (mtimeMs < Date.now() - day) await rm(path.join(cache, name), { force: true });
  }
}
