import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { programFile } from '../src/program.ts';

/** What `npm run faults` measures: the built program, or a copy of it that a later build leaves alone. */
export const program = process.env['ANNALS_TEST_PROGRAM'] ?? programFile;

export interface ServerOptions {
  port: number;
  variables: Record<string, string>;
  /** Another build than the one that is measured. */
  build?: string;
}

/** From the start of the process until it was ready. */
export interface Start {
  ms: number;
  /** What it took of the processors: on a machine with other work the time alone says little. Undefined where unknown. */
  processorMs: number | undefined;
}

/** One run of the program, from its start to its end. */
export class ServerProcess {
  readonly origin: string;
  readonly #child: ChildProcess;
  /** Its exit code: null after SIGKILL. */
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

  /** What it wrote so far. */
  get output(): string {
    return this.#output;
  }

  get errors(): string {
    return this.#errors;
  }

  /** Resolves at the first 200 of /readyz. */
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

  /** Ends it and gives its exit code: null after SIGKILL. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.exited;
  }
}

/** Runs a command of the program, such as `verify events`, and gives what came of it. `build`: of another one than is measured. */
export async function runCommand(
  words: string[],
  variables: Record<string, string>,
  build = program,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [build, ...words], {
    env: environment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

export function environment(variables: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, LOG_LEVEL: 'warn', ...variables };
}

const ticksPerSecond = 100;

/** User and system time of a process, as Linux keeps it. */
async function processorMs(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name of the program stands in brackets and may hold spaces.
  const [user, system] =
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13) ?? [];
  return system === undefined
    ? undefined
    : ((Number(user) + Number(system)) * 1000) / ticksPerSecond;
}
