import { execFile } from 'node:child_process';
import { cp, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readMigrations } from '@annals/kit/migrate/migration-files';
import { buildCommit as buildProgram } from '../../src/build-commit.ts';
import { program } from '../server-process.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const migrationsFolder = 'services/data/migrations';

export interface Build {
  /** The path of its annals.mjs. */
  program: string;
  /** A description for the result. */
  version: string;
  /** The number of its newest migration of the data service. */
  newest: string;
}

/**
 * The commit of the previous version: the last one without the earliest migration that the newest one is
 * compatible with, or the current one while there is only the initial migration.
 * @throws if the newest migration is not compatible with an earlier version
 */
export async function findPreviousCommit(): Promise<string> {
  const { migrations } = await readMigrations(path.join(root, migrationsFolder));
  if (migrations.length === 1) return 'HEAD';
  const from = migrations.at(-1)?.compatibleFrom ?? undefined;
  const first = migrations.find(({ name }) => from !== undefined && name.slice(0, 4) > from);
  if (!first)
    throw new Error(
      'The newest migration of the data service is not compatible with a previous version. Name a commit with --before.',
    );
  const file = `${migrationsFolder}/${first.name}`;
  const { stdout } = await git('log', '--diff-filter=A', '--format=%H', '--', file);
  const added = stdout.trim().split('\n').at(-1) ?? '';
  if (added === '') throw new Error('There is no git history. Name a commit with --before.');
  return `${added}^`;
}

const git = (...args: string[]) => run('git', args, { cwd: root });

/** Builds the program of a commit in an empty directory. */
export async function buildCommit(commit: string, directory: string): Promise<Build> {
  const version = await buildProgram(commit, directory);
  return describeBuild(path.join(directory, 'dist', path.basename(program)), version);
}

/** The measured build with additional migrations of the data service, by file name. */
export async function buildWithMigrations(
  version: string,
  files: Record<string, string>,
  directory: string,
): Promise<Build> {
  const folder = path.dirname(program);
  await cp(folder, path.join(directory, 'dist'), { recursive: true });
  await symlink(path.join(folder, '..', 'node_modules'), path.join(directory, 'node_modules'));
  for (const [name, text] of Object.entries(files))
    await writeFile(path.join(directory, 'dist', migrationsFolder, name), text);
  return describeBuild(path.join(directory, 'dist', path.basename(program)), version);
}

async function describeBuild(file: string, version: string): Promise<Build> {
  const { migrations } = await readMigrations(path.join(path.dirname(file), migrationsFolder));
  return { program: file, version, newest: migrations.at(-1)?.name.slice(0, 4) ?? '' };
}
