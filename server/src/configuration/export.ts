import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import { makeDirectory } from '@annals/kit/make-directory';
import type { CurrentState } from './current-state.ts';
import { filesSchema, kinds } from './kinds.ts';

const schemaFile = 'schema.json';

const ofComplete =
  'With complete: true, what is on the server and not in the files of this kind is removed.';

export interface Exported {
  /** Their names, in the directory. */
  files: string[];
  /** What is not in the files, and why. */
  notes: string[];
}

/** The directory contains files that would be overwritten. */
export class DirectoryTaken extends Error {
  override readonly name = 'DirectoryTaken';
}

/**
 * Writes the state of a server as files.
 * @param replaces whether existing files are overwritten
 * @throws DirectoryTaken
 */
export async function exportFiles(
  current: CurrentState,
  directory: string,
  replaces: boolean,
): Promise<Exported> {
  const notes: string[] = [];
  for (const [area, names] of current.ambiguous)
    notes.push(
      `Several ${inWords(area)} have the same name, and are omitted: ${[...names].join(', ')}.`,
    );
  for (const [area, why] of current.hidden)
    notes.push(`No file of ${inWords(area)} is written. ${why}`);
  const files = kinds
    .flatMap((kind) => kind.write(current, notes))
    .filter(({ content }) => !isHidden(current, content));
  if (!replaces && (await hasFiles(directory)))
    throw new DirectoryTaken(
      `${directory} already has .yaml files. Use an empty directory, or --replace to overwrite files with the same names.`,
    );
  await makeDirectory(directory);
  await write(directory, schemaFile, `${JSON.stringify(filesSchema(), undefined, 2)}\n`);
  for (const { name, content, comment } of files) {
    const schema = path.posix.join(
      ...name
        .split('/')
        .slice(1)
        .map(() => '..'),
      schemaFile,
    );
    const relative = schema.startsWith('.') ? schema : `./${schema}`;
    const head = [
      `yaml-language-server: $schema=${relative}`,
      ...comment.split('\n'),
      ...('complete' in content ? [ofComplete] : []),
    ];
    const yaml = stringify(content, { lineWidth: 100, aliasDuplicateObjects: false });
    await write(directory, name, `${head.map((line) => `# ${line}\n`).join('')}\n${yaml}`);
  }
  return { files: [schemaFile, ...files.map(({ name }) => name)], notes };
}

/** A file of what could not be read would say that nothing exists. */
function isHidden({ hidden }: CurrentState, content: object): boolean {
  return [...hidden.keys()].some((area) => area in content);
}

const inWords = (area: string) => area.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

async function hasFiles(directory: string): Promise<boolean> {
  try {
    const names = await readdir(directory, { recursive: true });
    return names.some((name) => /\.ya?ml$/.test(name));
  } catch {
    return false;
  }
}

/** Does not touch an equal file, so that its date shows when it changed. */
async function write(directory: string, name: string, text: string): Promise<void> {
  const file = path.join(directory, name);
  await makeDirectory(path.dirname(file));
  const before = await readFile(file, 'utf8').catch(() => undefined);
  if (before !== text) await writeFile(file, text);
}
