import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { utf16In } from '@annals/rules/files/text-encoding';

export interface Line {
  /** 1 for the first line of the file. */
  number: number;
  text: string;
  /** The share of the file read by then, from 0 to 1; undefined if its size is not known. */
  part: number | undefined;
}

const newline = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A line with the JSON that it is. */
export interface JsonLine extends Line {
  value: unknown;
}

/** A file that cannot be imported, with the line that caused it. */
export class FileError extends Error {
  override readonly name = 'FileError';
  constructor(
    readonly line: number,
    message: string,
    /** From the response that refuses the line. */
    readonly code?: string,
  ) {
    super(message);
  }
}

/** The name of the standard input. */
const standardInput = '-';

/**
 * The lines of a text file in UTF-8 or UTF-16, also compressed with gzip; `-` is the standard input. Empty lines are
 * skipped.
 * @param opened what the file has, if somebody has opened it already
 */
export async function* readLines(
  file: string,
  opened?: ReadStream | NodeJS.ReadStream,
): AsyncGenerator<Line> {
  // A pipe has no size.
  const size = file === standardInput ? 0 : (await stat(file)).size;
  const source = opened ?? (file === standardInput ? process.stdin : createReadStream(file));
  const bytes = asUtf8(unpacked(source));
  let number = 0;
  const lineOf = (content: Buffer): Line | undefined => {
    number += 1;
    const text = decode(content, number).trim();
    return text === ''
      ? undefined
      : { number, text, part: size === 0 ? undefined : source.bytesRead / size };
  };
  // A line end is one byte; splitting by characters would also split at U+2028 inside a JSON string.
  let rest: Buffer[] = [];
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const piece = chunk.subarray(start, end);
      const line = lineOf(rest.length === 0 ? piece : Buffer.concat([...rest, piece]));
      rest = [];
      start = end + 1;
      if (line) yield line;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  const last = rest.length > 0 ? lineOf(Buffer.concat(rest)) : undefined;
  if (last) yield last;
}

/** What gzip has at the beginning of a file, whatever it is called. */
const gzipSign = Buffer.from([0x1f, 0x8b]);

/** A first piece that is long enough to tell what a file is, and the others. */
async function* inPieces(source: AsyncIterable<Buffer>, least: number): AsyncGenerator<Buffer> {
  let first: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of source) {
    if (first === undefined) yield piece;
    else {
      first = Buffer.concat([first, piece]);
      if (first.length < least) continue;
      yield first;
      first = undefined;
    }
  }
  if (first && first.length > 0) yield first;
}

async function* unpacked(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const pieces = inPieces(source, gzipSign.length);
  const first = await pieces.next();
  if (first.done) return;
  const all = async function* () {
    yield first.value;
    yield* pieces;
  };
  yield* first.value.subarray(0, gzipSign.length).equals(gzipSign)
    ? pipeline(all(), createGunzip(), () => undefined)
    : all();
}

/** Windows writes UTF-16, which the console reads, too. */
async function* asUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let isFirst = true;
  const read = (piece?: Buffer): Buffer => {
    try {
      return Buffer.from(decoder?.decode(piece, { stream: piece !== undefined }) ?? '');
    } catch {
      throw new FileError(1, 'It is not UTF-16.');
    }
  };
  for await (const piece of inPieces(source, bytesThatTell)) {
    const encoding = isFirst ? utf16In(piece) : undefined;
    isFirst = false;
    if (encoding) decoder = new TextDecoder(encoding, { fatal: true });
    yield decoder ? read(piece) : piece;
  }
  if (decoder) yield read();
}

/** Enough to see whether every other byte is zero. */
const bytesThatTell = 1000;

function decode(content: Buffer, number: number): string {
  try {
    return utf8.decode(content);
  } catch {
    throw new FileError(number, 'It is not UTF-8.');
  }
}
