import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const programFile = fileURLToPath(new URL('../../dist/annals.mjs', import.meta.url));

export interface Program {
  console: string;
  authentication: string;
  /** Milliseconds from start to the first 200 of /readyz. */
  readyAfter: number;
  stop(): Promise<void>;
}

/** Starts the built program with a directory of its own and resolves when it is ready. */
export async function startProgram(
  args: string[],
  environment: Record<string, string>,
): Promise<Program> {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'annals-bench-'));
  const started = performance.now();
  const child = spawn(process.execPath, [programFile, 'serve', ...args], {
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      DATA_DIR: directory,
      PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const console = `http://127.0.0.1:${port}`;
  const saidReady = new Promise((resolve) =>
    child.stdout.on('data', (text: Buffer) => text.includes('Ready.') && resolve(undefined)),
  );
  while (!(await fetch(`${console}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('The program ended before it was ready.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const readyAfter = performance.now() - started;
  // Said once the demo data is loaded too.
  await saidReady;
  return {
    console,
    authentication: `http://127.0.0.1:${port + 1}`,
    readyAfter,
    stop: async () => {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Three ports in a row: the console's and its services'. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port < 65_000 ? port : port - 1000;
}
