import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Directus requires Node 22 or newer; the npm registry has its program and headers for each platform. */
const nodeVersion = '22.23.5';
const nodePackage = `node-${process.platform}-${process.arch}`;

/** Outside of the repository, and kept, because compiling takes minutes. */
const parent = process.env['ANNALS_BENCH_PEERS'] ?? join(tmpdir(), 'annals-bench-peers');

export interface Installed {
  /** The directory with node_modules. */
  directory: string;
  /** The Node program for it. */
  node: string;
  /** For the Node program and for npm. */
  environment: NodeJS.ProcessEnv;
}

/**
 * Installs packages from the npm registry into a directory of their own, without the install scripts, which download.
 * @param compile packages that are compiled from their sources
 * @param prepare runs once, after the installation
 */
export async function installPeer(
  name: string,
  packages: Record<string, string>,
  compile: string[],
  prepare?: (installed: Installed) => Promise<void>,
): Promise<Installed> {
  const nodeDirectory = join(parent, 'node');
  await installOnce(nodeDirectory, { [nodePackage]: nodeVersion }, process.env);
  const nodeHome = join(nodeDirectory, 'node_modules', nodePackage);
  const directory = join(parent, name);
  const installed: Installed = {
    directory,
    node: join(nodeHome, 'bin', 'node'),
    environment: {
      ...process.env,
      PATH: `${join(nodeHome, 'bin')}:${process.env['PATH'] ?? ''}`,
      NODE_ENV: 'production',
      // Where node-gyp finds the headers instead of downloading them.
      npm_config_nodedir: nodeHome,
    },
  };
  await installOnce(directory, packages, installed.environment, async () => {
    for (const one of compile) {
      const folder = join(directory, 'node_modules', one);
      const words = ['exec', '--yes', '--', 'node-gyp@12.1.0', 'rebuild', '--release'];
      await run('npm', words, folder, installed.environment);
    }
    await prepare?.(installed);
  });
  return installed;
}

/** The file that says that everything is there. */
const mark = 'installed.json';

async function installOnce(
  directory: string,
  packages: Record<string, string>,
  environment: NodeJS.ProcessEnv,
  prepare?: () => Promise<void>,
): Promise<void> {
  const wanted = JSON.stringify({ packages, nodeVersion });
  const found = await readFile(join(directory, mark), 'utf8').catch(() => '');
  if (found === wanted) return;
  console.log(`Installing ${Object.keys(packages).join(', ')} into ${directory} …`);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const description = { name: 'peer', private: true, type: 'module' };
  await writeFile(join(directory, 'package.json'), JSON.stringify(description));
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  const words = ['install', '--loglevel=error', `--prefix=${directory}`, ...options, ...names];
  await run('npm', words, directory, environment);
  await prepare?.();
  await writeFile(join(directory, mark), wanted);
}

/** @throws with what was printed if the program fails */
export async function run(
  program: string,
  words: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (printed += text.toString()));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new Error(`${program} ${words.join(' ')} ended with ${String(code)}: ${printed}`);
  return printed;
}
