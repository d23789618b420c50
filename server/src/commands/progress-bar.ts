import type { ImportProgress } from '../import/import.ts';
import { StatusLine, type Terminal } from './status-line.ts';

const width = 30;
const number = new Intl.NumberFormat('en');

/** One line that is written over and over on a terminal; elsewhere nothing. */
export class ProgressBar {
  readonly #stream: Terminal;
  readonly #line: StatusLine;
  readonly #started = performance.now();
  #shown = '';

  constructor(stream: Terminal) {
    this.#stream = stream;
    this.#line = new StatusLine(stream);
  }

  show({ counts, rows, part }: ImportProgress): void {
    const filled = Math.round(part * width);
    const rate = Math.round((rows * 1000) / Math.max(1, performance.now() - this.#started));
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
    const parts = [
      `${bar} ${Math.floor(part * 100)}%`,
      `${number.format(rows)} rows`,
      `${number.format(rate)}/s`,
      `${number.format(counts.created)} created, ${number.format(counts.changed)} changed, ${number.format(counts.ended)} ended, ${number.format(counts.existing)} already there`,
    ];
    this.#shown = parts.join('  ');
    this.#line.show(this.#shown);
  }

  /** Shows a word beside the bar until the next step. */
  note(text: string): void {
    this.#line.show(`${this.#shown}  ${text}`);
  }

  end(): void {
    if (this.#stream.isTTY === true && this.#shown !== '') this.#stream.write('\n');
    this.#shown = '';
  }
}
