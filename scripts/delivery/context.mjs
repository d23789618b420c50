// node scripts/delivery/context.mjs DIRECTORY: builds as deploy/Dockerfile does, from what its context contains and nothing
// else, and takes over the result into this checkout.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInContext } from '../build-inputs.mjs';
import { build } from '../build.mjs';
import { root } from '../setup.mjs';
import { readStages, stepsOf } from './dockerfile.mjs';
import { linkFiles } from './link-files.mjs';

/**
 * Makes the context of the image from `git archive` and builds in it, with the installed packages.
 * @param {string} directory an empty one outside of this checkout, whose files would be found from inside
 */
export function buildInContext(directory) {
  extract(directory, isInContext);
  linkPackages(directory);
  for (const command of stepsOf(readStages().build, 'RUN'))
    if (command !== 'npm ci') run('sh', ['-c', command], directory);
}

/**
 * Makes a fresh clone, with the work tree's changes, on which `npm start` has done what takes long: installed and built.
 * @param {string} directory as for buildInContext
 */
export function makeStartedClone(directory) {
  extract(directory, () => true);
  linkPackages(directory);
  build();
  for (const folder of builtFolders)
    cpSync(path.join(root, folder), path.join(directory, folder), { recursive: true });
}

const builtFolders = ['dist', 'console/dist', 'client/dist'];

/** @param {string} directory */
function linkPackages(directory) {
  for (const folder of ['node_modules', 'console/node_modules'])
    linkFiles(path.join(root, folder), path.join(directory, folder));
}

/**
 * Extracts files from `git archive`.
 * @param {string} directory
 * @param {(file: string) => boolean} isIncluded
 */
function extract(directory, isIncluded) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'annals-archive-'));
  try {
    const tree = writeTree(scratch);
    const files = git(scratch, ['ls-tree', '-r', '-z', '--name-only', tree]).split('\0');
    const archive = path.join(scratch, 'archive.tar');
    git(scratch, ['archive', '--format=tar', `--output=${archive}`, tree]);
    const included = files.filter((file) => file !== '' && isIncluded(file)).join('\0');
    run('tar', ['-x', '-f', archive, '-C', directory, '--null', '-T', '-'], root, included);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * The files that git has or would add, as a tree whose objects are kept elsewhere.
 * @param {string} scratch
 */
function writeTree(scratch) {
  mkdirSync(path.join(scratch, 'objects'));
  git(scratch, ['read-tree', 'HEAD']);
  git(scratch, ['add', '--all']);
  return git(scratch, ['write-tree']).trim();
}

/**
 * @param {string} scratch
 * @param {string[]} args
 */
function git(scratch, args) {
  const objects = run(
    'git',
    ['rev-parse', '--path-format=absolute', '--git-path', 'objects'],
    root,
  );
  return run('git', args, root, undefined, {
    GIT_INDEX_FILE: path.join(scratch, 'index'),
    GIT_OBJECT_DIRECTORY: path.join(scratch, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: objects.trim(),
  });
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @param {string} [input]
 * @param {Record<string, string>} [variables]
 * @returns {string} its output
 */
function run(command, args, cwd, input, variables = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...variables },
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = process.argv[2] ?? '';
  buildInContext(directory);
  for (const folder of builtFolders) {
    rmSync(path.join(root, folder), { recursive: true, force: true });
    cpSync(path.join(directory, folder), path.join(root, folder), { recursive: true });
  }
  // Builds nothing, unless there are sources that git ignores.
  build();
}
