import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { quickStart } from '@annals/contracts/testing/quick-start';

/** The built program. ANNALS_E2E_PROGRAM selects a build other than the one in this checkout. */
export const programFile =
  process.env['ANNALS_E2E_PROGRAM'] ??
  fileURLToPath(new URL('../../dist/annals.mjs', import.meta.url));

export interface RunningProgram {
  url: string;
  /** Its output so far. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Ends what hangs, and nothing else: starting takes minutes on a machine that is twenty times slower. */
const maxStartMs = 300_000;

/** Starts the built program and resolves when it is ready. */
export async function startProgram(
  args: string[],
  environment: Record<string, string> & { PORT: string },
  timeoutMs = maxStartMs,
): Promise<RunningProgram> {
  const child = spawn(process.execPath, [...quickStart, programFile, 'serve', ...args], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${environment.PORT}`;
  await waitUntilReady(url, child, () => output, timeoutMs).catch((error: unknown) => {
    child.kill();
    throw error;
  });
  return {
    url,
    output: () => output,
    stop: (signal = 'SIGTERM') =>
      new Promise((resolve) => {
        if (child.exitCode !== null) resolve(child.exitCode);
        child.once('exit', (code) => resolve(code));
        child.kill(signal);
      }),
  };
}

async function waitUntilReady(
  url: string,
  child: ChildProcess,
  output: () => string,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The program ended: ${output()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    // Printed once the demo data is loaded too.
    if (answer?.ok && output().includes('Ready.')) return;
    if (Date.now() > deadline) throw new Error(`The program is not ready: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
