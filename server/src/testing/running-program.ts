import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { quickStart } from '@annals/contracts/testing/quick-start';

/** `npm test` has built the program: it starts in a third of the time, and is what ships. */
const built = process.env['ANNALS_TEST_PROGRAM'];
export const programCommand =
  built === undefined
    ? [
        '--import',
        import.meta.resolve('tsx'),
        fileURLToPath(new URL('../entry.ts', import.meta.url)),
      ]
    : [built];

export interface Program {
  readonly process: ChildProcess;
  /** Its output so far. */
  readonly output: () => string;
  readonly errors: () => string;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Resolves when the output contains the text. @throws if it ends before */
  waitForOutput(text: string): Promise<void>;
}

/**
 * Starts the program, from its source unless it was built for the tests, with only these variables of its
 * configuration.
 */
export function startProgram(
  args: readonly string[],
  variables: Record<string, string>,
  cwd: string,
): Program {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...quickStart, ...programCommand, ...args], {
    cwd,
    env: { PATH, HOME, WORKERS: '1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watchProgram(child);
}

/** Starts a clone as the README says, with only these variables and otherwise its defaults. */
export function startWithNpm(clone: string, variables: Record<string, string>): Program {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { PATH: `${path.dirname(process.execPath)}${path.delimiter}${PATH}`, HOME, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that a test can end all of it.
    detached: true,
  });
  return watchProgram(child);
}

/** Collects what a process prints. */
export function watchProgram(
  child: ChildProcessByStdio<Writable | null, Readable, Readable>,
): Program {
  let output = '';
  let errors = '';
  const watchers = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    for (const look of watchers) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const exited: Program['exited'] = new Promise((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const waitForOutput = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!output.includes(text)) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
      void exited.then(() =>
        reject(
          new Error(`The program ended before its output contained "${text}":\n${output}${errors}`),
        ),
      );
    });
  return { process: child, output: () => output, errors: () => errors, exited, waitForOutput };
}

// Linux assigns ports from 32,768 on to outgoing connections: one that was free may be taken a moment later.
const lowestPort = 15_000;
const highestPort = 32_760;

/** A port that is free together with the two after it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort));
    if (await areFree(port)) return port;
  }
}

/** Whether a port is free together with the two after it. */
export async function areFree(port: number): Promise<boolean> {
  const reserved = await Promise.all([0, 1, 2].map((offset) => reserve(port + offset)));
  for (const server of reserved) server?.close();
  return reserved.every((server) => server !== undefined);
}

function reserve(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
