import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { programFile } from '../src/program.ts';

/** The program that `npm run faults` measures: the built one, or a copy that later builds do not change. */
export const program = process.env['ANNALS_TEST_PROGRAM'] ?? programFile;

export interface ServerOptions {
  port: number;
  variables: Record<string, string>;
  /** A build other than the measured one. */
  build?: string;
}

/** The time from the start of the process until it was ready. */
export interface Start {
  ms: number;
  /** The CPU time, because elapsed time says little on a busy machine. Undefined if unknown. */
  processorMs: number | undefined;
}

/** One run of the program. */
export class ServerProcess {
  readonly origin: string;
  readonly #child: ChildProcess;
  /** The exit code; null after SIGKILL. */
  readonly exited: Promise<number | null>;
  readonly #started = performance.now();
  #output = '';
  #errors = '';

  constructor({ port, variables, build = program }: ServerOptions) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#child = spawn(process.execPath, [build, 'serve', '--no-files'], {
      env: environment({ PORT: String(port), ...variables }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#errors += text));
    this.exited = new Promise((resolve) => this.#child.once('close', resolve));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The output so far. */
  get output(): string {
    return this.#output;
  }

  get errors(): string {
    return this.#errors;
  }

  /** Resolves after the first 200 response from /readyz. */
  async ready(): Promise<Start> {
    for (;;) {
      const reply = await fetch(`${this.origin}/readyz`).catch(() => undefined);
      if (reply?.ok)
        return {
          ms: performance.now() - this.#started,
          processorMs: await processorMs(this.#child.pid),
        };
      if (this.#child.exitCode !== null)
        throw new Error(`The server ended before it was ready:\n${this.#output}${this.#errors}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Ends the process and returns its exit code; null after SIGKILL. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.exited;
  }
}

/**
 * Starts a command of the program, such as `verify events`. `build` selects a build other than the measured one.
 */
export function startCommand(args: string[], variables: Record<string, string>, build = program) {
  const child = spawn(process.execPath, [build, ...args], {
    env: environment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return {
    child,
    /** The exit code; null after SIGKILL. */
    ended: new Promise<number | null>((resolve) => child.once('close', resolve)),
    /** The output so far. */
    output: () => output,
  };
}

/** Runs a command of the program to its end. */
export async function runCommand(
  ...command: Parameters<typeof startCommand>
): Promise<{ code: number | null; output: string }> {
  const { ended, output } = startCommand(...command);
  return { code: await ended, output: output() };
}

function environment(variables: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, LOG_LEVEL: 'warn', ...variables };
}

const ticksPerSecond = 100;

/** The user and system time of a process, from /proc. */
async function processorMs(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The program name is in parentheses and may contain spaces.
  const [user, system] =
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13) ?? [];
  return system === undefined
    ? undefined
    : ((Number(user) + Number(system)) * 1000) / ticksPerSecond;
}
