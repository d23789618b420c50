import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the program of a commit in an empty directory, into its `dist`. @returns a description of the commit */
export async function buildCommit(commit: string, directory: string): Promise<string> {
  const { stdout } = await run('git', ['log', '-1', '--format=%h of %cs', commit], { cwd: root });
  const archive = path.join(directory, 'source.tar');
  await run('git', ['archive', '--format=tar', `--output=${archive}`, commit], { cwd: root });
  await run('tar', ['-xf', archive], { cwd: directory });
  await install(directory);
  // The servers serve no files, so the console is not needed.
  await run(process.execPath, ['scripts/build-steps.mjs', 'program'], { cwd: directory });
  return stdout.trim();
}

/** Links the installed packages if both versions depend on the same ones, and the workspaces of the commit. */
async function install(directory: string): Promise<void> {
  const [here, there] = await Promise.all(
    [root, directory].map((each) => readFile(path.join(each, 'package-lock.json'), 'utf8')),
  );
  if (here !== there) {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: directory });
    return;
  }
  const [from, to] = [root, directory].map((each) => path.join(each, 'node_modules')) as [
    string,
    string,
  ];
  await mkdir(path.join(to, '@annals'), { recursive: true });
  for (const name of await readdir(from))
    if (name !== '@annals') await symlink(path.join(from, name), path.join(to, name));
  for (const { name, folder } of await workspaces(directory))
    await symlink(path.join(directory, folder), path.join(to, name));
}

async function workspaces(directory: string): Promise<{ name: string; folder: string }[]> {
  const manifestOf = async (folder: string) =>
    JSON.parse(await readFile(path.join(directory, folder, 'package.json'), 'utf8')) as {
      name: string;
      workspaces?: string[];
    };
  const { workspaces: patterns = [] } = await manifestOf('.');
  const folders: string[] = [];
  for (const pattern of patterns)
    if (pattern.endsWith('/*')) {
      const parent = pattern.slice(0, -2);
      for (const entry of await readdir(path.join(directory, parent), { withFileTypes: true }))
        if (entry.isDirectory()) folders.push(`${parent}/${entry.name}`);
    } else folders.push(pattern);
  return Promise.all(
    folders.map(async (folder) => ({ name: (await manifestOf(folder)).name, folder })),
  );
}
