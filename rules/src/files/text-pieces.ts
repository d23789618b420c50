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
