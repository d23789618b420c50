import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { freePort, password } from '../program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const probe = new URL('./coverage-probe.js', import.meta.url);

/** Functions that ran, by the file that has them. */
export type Ran = Map<string, Set<string>>;

/** Adds what ran in a file of ours, if it is one. */
export function add(ran: Ran, url: string, functions: readonly string[]): void {
  const { pathname } = new URL(url);
  const path = pathname.startsWith('/@fs/') ? pathname.slice('/@fs'.length) : pathname;
  // Vite serves the console at the top.
  const file = path.startsWith('/src/') ? `console${path}` : path.replace(root, '');
  if (!/^(client|console|contracts|proofs|server|services)\//.test(file)) return;
  if (file.includes('/node_modules/')) return;
  const known = ran.get(file) ?? new Set();
  // The helper that tsx adds to a module is none of its functions.
  for (const name of functions) if (name !== '__name') known.add(name);
  if (known.size > 0) ran.set(file, known);
}

/** The server and the console from their sources, so that each file of them is a script of its own. */
export async function startSources(databaseUrl: string) {
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
  const words = ['server/src/main.ts', 'serve', '--demo', '--no-files'];
  const child = spawn(process.execPath, ['--import=tsx', `--import=${probe.href}`, ...words], {
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
    /** Adds what ran in the server since the last call. */
    take: async (ran: Ran) => {
      const files = await new Promise<{ url: string; functions: string[] }[]>((resolve) => {
        child.once('message', (found) => resolve(found as typeof files));
        child.send('coverage');
      });
      for (const { url, functions } of files) add(ran, url, functions);
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
      await vite.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
