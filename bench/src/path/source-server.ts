import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { freePort, password } from '../program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const probe = new URL('./coverage-probe.js', import.meta.url);

/** The names of functions that ran, by source file. */
export type ExecutedFunctions = Map<string, Set<string>>;

/** Adds functions that ran in a file, unless the file is not part of the source. */
export function addExecuted(
  executed: ExecutedFunctions,
  url: string,
  functions: readonly string[],
): void {
  const { pathname } = new URL(url);
  const path = pathname.startsWith('/@fs/') ? pathname.slice('/@fs'.length) : pathname;
  // Vite serves the console at the root.
  const file = path.startsWith('/src/') ? `console${path}` : path.replace(root, '');
  if (!/^(client|console|contracts|proofs|server|services)\//.test(file)) return;
  if (file.includes('/node_modules/')) return;
  const names = executed.get(file) ?? new Set();
  // tsx adds the helper __name to each module.
  for (const name of functions) if (name !== '__name') names.add(name);
  if (names.size > 0) executed.set(file, names);
}

/** Starts the server and the console from their sources, so that each source file is a separate script. */
export async function startFromSource(databaseUrl: string) {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'annals-path-'));
  const vite = await createServer({
    root: join(root, 'console'),
    logLevel: 'error',
    server: {
      host: 'localhost',
      port: port + 3,
      strictPort: true,
      hmr: false,
      watch: null,
      proxy: { '/api': `http://127.0.0.1:${port}` },
    },
  });
  await vite.listen();
  const origin = `http://localhost:${port + 3}`;
  const args = ['server/src/main.ts', 'serve', '--demo', '--no-files'];
  const child = spawn(process.execPath, ['--import=tsx', `--import=${probe.href}`, ...args], {
    cwd: root,
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      DATA_DIR: directory,
      PORT: String(port),
      PUBLIC_URL: origin,
      WORKERS: '1',
      DATABASE_URL: databaseUrl,
      DEMO_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('Ready.') && resolve());
    child.once('exit', () => reject(new Error('The server ended before it was ready.')));
  });
  return {
    origin,
    /** Adds the functions that ran in the server since the last call. */
    take: async (executed: ExecutedFunctions) => {
      const files = await new Promise<{ url: string; functions: string[] }[]>((resolve) => {
        child.once('message', (found) => resolve(found as typeof files));
        child.send('coverage');
      });
      for (const { url, functions } of files) addExecuted(executed, url, functions);
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
      await vite.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
