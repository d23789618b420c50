import type { WriteStream } from 'node:tty';

export type Terminal = Pick<WriteStream, 'write'> & { isTTY?: boolean };

/** One line that is written over and over on a terminal; elsewhere nothing. */
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
