import { createInterface } from 'node:readline/promises';
import type { WriteStream } from 'node:tty';
import type { ImportProgress } from '../import/import.ts';
import { CommandError } from './command-error.ts';

/**
 * Asks for a user name on the terminal.
 * @throws CommandError without a terminal, or if the input is cancelled
 */
export async function askUser(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandError(
      'Name the user to sign in as with --user NAME: there is no terminal to ask for it. See: annals help',
      2,
    );
  return askLine(question);
}

async function askLine(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const terminal = createInterface({ input: stdin, output: stderr });
  const givenUp = new AbortController();
  terminal.once('close', () => givenUp.abort());
  try {
    return (await terminal.question(question, { signal: givenUp.signal })).trim();
  } catch (error) {
    if (givenUp.signal.aborted) throw new CommandError('Stopped.', 130, { cause: error });
    throw error;
  } finally {
    terminal.close();
  }
}

/**
 * Asks for confirmation.
 * @throws CommandError without a terminal
 */
export async function askYes(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new CommandError('Add --yes: there is no terminal to ask. Nothing was changed.');
  return /^y(es)?$/i.test(await askLine(question));
}

const enter = new Set(['\r', '\n', '\u0004']);
const backspace = new Set(['\u007f', '\b']);
const interrupt = '\u0003';

/**
 * Asks on the terminal without echoing the input.
 * @throws CommandError without a terminal, or if the input is cancelled
 */
export async function askPassword(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY)
    throw new CommandError('Set ANNALS_PASSWORD: there is no terminal to ask for the password.');
  stderr.write(question);
  stdin.setRawMode(true).setEncoding('utf8').resume();
  try {
    return await new Promise<string>((resolve, reject) => {
      let typed = '';
      const read = (text: string) => {
        for (const character of text) {
          if (character === interrupt) reject(new CommandError('Stopped.', 130));
          else if (enter.has(character)) resolve(typed);
          else if (backspace.has(character)) typed = typed.replace(/.$/su, '');
          else typed += character;
        }
      };
      stdin.on('data', read);
    });
  } finally {
    stdin.removeAllListeners('data').setRawMode(false).pause();
    stderr.write('\n');
  }
}

type Terminal = Pick<WriteStream, 'write'> & { isTTY?: boolean };

/** A line that is updated in place on a terminal; elsewhere nothing. */
export class StatusLine {
  readonly #stream: Terminal;
  #isShown = false;

  constructor(stream: Terminal) {
    this.#stream = stream;
  }

  show(text: string): void {
    if (this.#stream.isTTY !== true) return;
    this.#stream.write(`\r\u001b[2K${text}`);
    this.#isShown = true;
  }

  /** Makes room for other lines. */
  clear(): void {
    if (this.#isShown) this.#stream.write('\r\u001b[2K');
    this.#isShown = false;
  }
}

const barWidth = 30;
const number = new Intl.NumberFormat('en');

/** Without a terminal, such as in the log of a job, progress is a line every so many milliseconds. */
const lineEveryMs = 10_000;

/** Shows the progress of an import: in a status line on a terminal, and elsewhere in a line every ten seconds. */
export class ProgressBar {
  readonly #stream: Terminal;
  readonly #line: StatusLine;
  readonly #started = performance.now();
  #shown = '';
  #writtenAt = this.#started;

  constructor(stream: Terminal) {
    this.#stream = stream;
    this.#line = new StatusLine(stream);
  }

  show({ counts, rows, part }: ImportProgress): void {
    const rate = Math.round((rows * 1000) / Math.max(1, performance.now() - this.#started));
    const parts = [
      ...(part === undefined ? [] : [this.#share(part)]),
      `${number.format(rows)} rows`,
      `${number.format(rate)}/s`,
      `${number.format(counts.created)} created, ${number.format(counts.changed)} changed, ${number.format(counts.ended)} ended, ${number.format(counts.existing)} already there`,
    ];
    this.#shown = parts.join('  ');
    this.#write(this.#shown);
  }

  /** Shows a note beside the bar until the next step. */
  note(text: string): void {
    this.#write(`${this.#shown}  ${text}`.trim());
  }

  #share(part: number): string {
    const percent = `${Math.floor(part * 100)}%`;
    const filled = Math.round(part * barWidth);
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
    return this.#stream.isTTY === true ? `${bar} ${percent}` : percent;
  }

  #write(text: string): void {
    if (this.#stream.isTTY === true) return this.#line.show(text);
    const now = performance.now();
    if (now - this.#writtenAt < lineEveryMs) return;
    this.#writtenAt = now;
    this.#stream.write(`${text}\n`);
  }

  end(): void {
    if (this.#stream.isTTY === true && this.#shown !== '') this.#stream.write('\n');
    this.#shown = '';
  }
}
