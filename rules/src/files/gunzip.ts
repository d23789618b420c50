import { UnreadableFile } from './unreadable-file.ts';

export const isGzipName = (name: string): boolean => /\.gz$/i.test(name);

/** Programs also call a compressed file as what is in it. */
export const isGzipContent = ([first, second, method]: Uint8Array): boolean =>
  first === 0x1f && second === 0x8b && method === 0x08;

/** The name of what a compressed file contains. */
export const unpackedName = (name: string): string => name.replace(/\.gz$/i, '');

/**
 * The content of a gzip file.
 * @param most refuses content of more bytes: a small file can contain gigabytes
 * @throws UnreadableFile if it is empty, broken, cut off or too large
 */
export async function gunzip(file: Blob, most: number): Promise<Blob> {
  if (file.size === 0) throw new UnreadableFile('empty');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) break;
      parts.push(value);
    }
  } catch (cause) {
    // Of a file that the browser cannot read, the reading itself fails with a DOMException.
    if (cause instanceof DOMException) throw cause;
    throw new UnreadableFile('brokenGzip', {}, { cause });
  }
  if (size > most) {
    await reader.cancel();
    throw new UnreadableFile('tooLarge', { most: Math.floor(most / 1_000_000) });
  }
  if (size === 0) throw new UnreadableFile('emptyGzip');
  return new Blob(parts);
}
