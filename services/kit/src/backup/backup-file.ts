import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

// A backup is gzipped text: a header in one line of JSON, then for each table a line with its name in a list and a line
// for each row, and finally a trailer with the SHA-256 of all bytes before it. Rows are in PostgreSQL's text format,
// which loses nothing and is the same on every database and machine.

export const backupFormat = 'annals-backup/1';

const migration = z.object({ name: z.string(), checksum: z.string() });
const services = z.object({ authentication: z.array(migration), data: z.array(migration) });

const headSchema = z.object({
  format: z.literal(backupFormat),
  /** The version of the program that wrote it. */
  program: z.string(),
  /** The time of the snapshot, RFC 3339 UTC. */
  taken: z.string(),
  from: z.enum(['embedded', 'postgresql']),
  migrations: services,
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type BackupHead = z.infer<typeof headSchema>;

const end = z.object({ rows: z.number(), sha256: z.string() });
const tableStart = z.tuple([z.string()]);

/** The input is not a backup, is incomplete, or is not for this program. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

export type BackupLine = { table: string } | { row: string };

/** Writes the lines of a backup, with their checksum at the end. */
export class BackupWriter {
  readonly #hash = createHash('sha256');
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  head(value: BackupHead): string {
    return this.#line(value);
  }

  table(name: string): string {
    return this.#line([name]);
  }

  rowsOf(texts: readonly string[]): string {
    this.#rows += texts.length;
    const lines = texts.map((text) => `${JSON.stringify(text)}\n`).join('');
    this.#hash.update(lines);
    return lines;
  }

  end(): string {
    return `${JSON.stringify({ rows: this.#rows, sha256: this.#hash.digest('hex') })}\n`;
  }

  #line(value: unknown): string {
    const line = `${JSON.stringify(value)}\n`;
    this.#hash.update(line);
    return line;
  }
}

/** Reads the lines of a backup, and checks that they are complete and unchanged. */
export class BackupReader {
  readonly head: BackupHead;
  readonly #lines: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #rows = 0;

  private constructor(head: BackupHead, line: Buffer, lines: AsyncIterator<Buffer>) {
    this.head = head;
    this.#lines = lines;
    this.#hash.update(line);
  }

  /**
   * Reads the header.
   * @param bytes of the backup, unzipped
   * @throws BackupRefused
   */
  static async open(bytes: AsyncIterable<Buffer>): Promise<BackupReader> {
    const lines = linesOf(bytes);
    const line = await lines.next();
    const value = line.done === true ? undefined : parseLine(line.value);
    const format = z.safeParse(z.object({ format: z.string() }), value);
    if (line.done === true || !format.success || !format.data.format.startsWith('annals-backup/'))
      throw new BackupRefused('It is not a backup of Annals.');
    if (format.data.format !== backupFormat)
      throw new BackupRefused(
        `It has the format ${format.data.format}, which this program does not read: restore it with the newer version that wrote it.`,
      );
    const result = z.safeParse(headSchema, value);
    if (!result.success) throw refuseDamaged('Its first line cannot be read.');
    return new BackupReader(result.data, line.value, lines);
  }

  get rows(): number {
    return this.#rows;
  }

  /** The rest of the backup. @throws BackupRefused if it is truncated or was changed, at the latest at its end */
  async *lines(): AsyncGenerator<BackupLine, void> {
    for (;;) {
      const line = await this.#lines.next();
      if (line.done === true) throw new BackupRefused('It is truncated: its end is missing.');
      const value = parseLine(line.value);
      if (typeof value === 'string') {
        this.#rows += 1;
        this.#hash.update(line.value);
        yield { row: value };
        continue;
      }
      const ended = z.safeParse(end, value);
      if (ended.success) {
        this.#finish(ended.data);
        await this.#requireEnd();
        return;
      }
      const table = z.safeParse(tableStart, value);
      if (!table.success) throw refuseDamaged('One of its lines cannot be read.');
      this.#hash.update(line.value);
      yield { table: table.data[0] };
    }
  }

  #finish({ rows, sha256 }: z.infer<typeof end>): void {
    if (rows !== this.#rows || sha256 !== this.#hash.digest('hex'))
      throw refuseDamaged('Its checksum does not match its content.');
  }

  async #requireEnd(): Promise<void> {
    if ((await this.#lines.next()).done !== true)
      throw refuseDamaged('There is more data after its end.');
  }
}

const refuseDamaged = (what: string): BackupRefused =>
  new BackupRefused(`It is damaged: ${what} Take another backup.`);

function parseLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Longer than any row: a file with a longer line is not a backup. */
const maxLineLength = 256 * 1024 * 1024;
const newline = 0x0a;

/** Each with its newline. Text after the last newline is dropped: it is the start of a truncated line. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let at = 0;
    for (let found = chunk.indexOf(newline); found >= 0; found = chunk.indexOf(newline, at)) {
      const rest = chunk.subarray(at, found + 1);
      yield begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
      begun = [];
      length = 0;
      at = found + 1;
    }
    if (at === chunk.length) continue;
    begun.push(chunk.subarray(at));
    length += chunk.length - at;
    if (length > maxLineLength) throw new BackupRefused('It is not a backup of Annals.');
  }
}
