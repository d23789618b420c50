import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface MigrationFile {
  name: string;
  /** SHA-256 of the file, in hexadecimal. */
  checksum: string;
  text: string;
}

const form = /^\d{4}-[a-z0-9-]+\.sql$/;

/** The NNNN-name.sql files of a folder, in the order of their numbers. */
export async function readMigrations(directory: URL | string): Promise<MigrationFile[]> {
  const folder = typeof directory === 'string' ? directory : fileURLToPath(directory);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = name.slice(0, 4);
    if (!form.test(name)) throw new Error(`The migration ${name} must be named NNNN-name.sql.`);
    if (numbers.has(number))
      throw new Error(`Two migrations have the number ${number}: give ${name} the next free one.`);
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      // a checkout with other line ends is the same migration
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
