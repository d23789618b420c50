/** Takes the whole lines out of a text that comes piece by piece, and gives back what is left of the last one. */
export type CutLines = (text: string) => { whole: string; rest: string };

/** Lines end at each line feed. */
export const cutLines: CutLines = (text) => cutAfter(text, text.lastIndexOf('\n'));

/** Lines of CSV: a line feed between quotes is part of a value. */
export const cutRecords: CutLines = (text) => {
  let quoted = false;
  let end = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) quoted = !quoted;
    else if (code === lineFeed && !quoted) end = at;
  }
  return cutAfter(text, end);
};

const quote = 34;
const lineFeed = 10;

const cutAfter = (text: string, end: number) => ({
  whole: text.slice(0, end + 1),
  rest: text.slice(end + 1),
});

/** Browsers read megabytes at once: too much to be dealt with in one go, and to tell how far one is. */
const pieceBytes = 128 * 1024;

/**
 * The text of a file in pieces of whole lines. Only one piece is in memory at a time, and the browser gets its turn
 * between them.
 * @param onBytes told of each piece as it is read
 */
export async function* textPieces(
  file: Blob,
  cut: CutLines,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
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
