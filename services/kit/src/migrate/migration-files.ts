import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Queryable } from '../database/database.ts';
import { statementsOf } from './statements.ts';

export interface MigrationSource {
  service: 'authentication' | 'data';
  /** Folder with the NNNN-name.sql files. */
  directory: URL | string;
  /** Backfills that need the code of the service: for what the database cannot compute. */
  codeBackfills?: readonly BackfillFile[];
}

export interface MigrationFile {
  name: string;
  /** SHA-256 of the file, in hexadecimal. */
  checksum: string;
  text: string;
  /** `-- compatible-from: 0001`: programs whose newest migration is this one or a later one can run beside it. */
  compatibleFrom: string | null;
  /** `-- no-transaction`: its statement creates an index concurrently. */
  inTransaction: boolean;
  /** `-- after-backfill: 0002-names`: the backfill that has to finish before. */
  afterBackfill: string | null;
}

/** NNNN-name.backfill.sql: fills what a migration added, in batches, while servers run. */
export interface BackfillFile {
  /** NNNN-name */
  name: string;
  /** `-- table: data.version`, the table it fills. */
  table: string;
  /**
   * With $1 the end of the previous batch ('' at first) and $2 the most rows: returns one row with `up_to`, a text, and
   * `count`; no row at the end.
   */
  next: string;
  /** With $1 the end of the previous batch and $2 that of this one. The same batch may be repeated. */
  fill: string | ((transaction: Queryable, after: string, upTo: string) => Promise<void>);
}

export interface MigrationFiles {
  migrations: MigrationFile[];
  backfills: BackfillFile[];
}

const fileName = /^\d{4}-[a-z0-9-]+(?:\.backfill)?\.sql$/;
const backfillEnd = '.backfill.sql';

/** The migrations and backfills of a service. Those of its code are the last. */
export async function readSource({
  directory,
  codeBackfills = [],
}: MigrationSource): Promise<MigrationFiles> {
  const { migrations, backfills } = await readMigrations(directory);
  return { migrations, backfills: [...backfills, ...codeBackfills] };
}

/** The NNNN-name.sql files of a folder, in the order of their numbers. */
export async function readMigrations(directory: URL | string): Promise<MigrationFiles> {
  const folder = typeof directory === 'string' ? directory : fileURLToPath(directory);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = name.slice(0, 4) + (name.endsWith(backfillEnd) ? backfillEnd : '');
    if (!fileName.test(name)) throw new Error(`The migration ${name} must be named NNNN-name.sql.`);
    if (numbers.has(number))
      throw new Error(
        `Two migrations have the number ${name.slice(0, 4)}: give ${name} the next free one.`,
      );
    numbers.add(number);
  }
  const texts = await Promise.all(
    names.map(async (name) => {
      // A checkout with other line endings is the same migration.
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text };
    }),
  );
  return {
    migrations: texts
      .filter(({ name }) => !name.endsWith(backfillEnd))
      .map(({ name, text }) => ({
        name,
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
        compatibleFrom: headerOf(text, 'compatible-from'),
        inTransaction: !/^[ \t]*-- no-transaction *$/m.test(text),
        afterBackfill: headerOf(text, 'after-backfill'),
      })),
    backfills: texts.filter(({ name }) => name.endsWith(backfillEnd)).map(backfillOf),
  };
}

function headerOf(text: string, header: string): string | null {
  return new RegExp(`^[ \\t]*-- ${header}: *(\\S+) *$`, 'm').exec(text)?.[1] ?? null;
}

function backfillOf({ name, text }: { name: string; text: string }): BackfillFile {
  const [next, fill, ...more] = statementsOf(text);
  const table = headerOf(text, 'table');
  if (next === undefined || fill === undefined || more.length > 0 || table === null)
    throw new Error(
      `The backfill ${name} must contain "-- table: …" and two statements: one for the end of the next batch, and its update.`,
    );
  return { name: name.slice(0, -backfillEnd.length), table, next, fill };
}

/** The number of the newest migration, such as `0001`. */
export const newestOf = (files: readonly MigrationFile[]): string =>
  files.at(-1)?.name.slice(0, 4) ?? '0000';
