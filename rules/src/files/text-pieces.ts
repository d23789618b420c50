import type { TextEncoding } from './text-encoding.ts';

/** Splits a chunk into complete lines and the remainder. */
export type CutLines = (text: string) => { whole: string; rest: string };

/** Lines end at each line feed. */
export const cutLines: CutLines = (text) => cutAfter(text, text.lastIndexOf('\n'));

const cutAfter = (text: string, end: number) => ({
  whole: text.slice(0, end + 1),
  rest: text.slice(end + 1),
});

/** Browsers read megabytes at once: too much for one turn of the event loop, and too coarse for the progress. */
const pieceBytes = 128 * 1024;

/**
 * Yields the text of a file in chunks of complete lines. Only one chunk is in memory at a time, and the event loop runs
 * between them.
 * @param onBytes called with each chunk as it is read
 */
export async function* textPieces(
  file: Blob,
  cut: CutLines,
  onBytes: (bytes: Uint8Array) => void,
  encoding: TextEncoding = 'utf-8',
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  const reader = file.stream().getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      for (let at = 0; at < value.length; at += pieceBytes) {
        const bytes = value.subarray(at, at + pieceBytes);
        onBytes(bytes);
        const pieces = cut(rest + decoder.decode(bytes, { stream: true }));
        ({ rest } = pieces);
        if (pieces.whole !== '') yield pieces.whole;
      }
    }
    rest += decoder.decode();
    if (rest !== '') yield rest;
  } finally {
    await reader.cancel();
  }
}

const lineFeed = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Yields the lines of a file in UTF-8 in chunks, each ending with the beginning of the next line, which is empty. A line
 * that is no UTF-8 is undefined: a decoder would replace its bytes without a word.
 * @param onBytes called with each chunk as it is read
 */
export async function* utf8Lines(
  file: Blob,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<(string | undefined)[]> {
  const reader = file.stream().getReader();
  let rest: Uint8Array[] = [];
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      for (let at = 0; at < read.value.length; at += pieceBytes) {
        const bytes = read.value.subarray(at, at + pieceBytes);
        onBytes(bytes);
        const end = bytes.lastIndexOf(lineFeed) + 1;
        if (end > 0) {
          yield linesIn(joined([...rest, bytes.subarray(0, end)]));
          rest = [];
        }
        // A copy, because the reader may use its buffer again.
        if (end < bytes.length) rest.push(bytes.slice(end));
      }
    if (rest.length > 0) yield linesIn(joined(rest));
  } finally {
    await reader.cancel();
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function linesIn(bytes: Uint8Array): (string | undefined)[] {
  const text = decoded(bytes);
  if (text !== undefined) return text.split('\n');
  const lines: (string | undefined)[] = [];
  for (let at = 0, end = 0; end !== -1; at = end + 1) {
    end = bytes.indexOf(lineFeed, at);
    lines.push(decoded(bytes.subarray(at, end === -1 ? bytes.length : end)));
  }
  return lines;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
