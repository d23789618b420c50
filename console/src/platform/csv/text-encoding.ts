export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The encoding of a text file: by its byte order mark, by the zero bytes of Latin letters in UTF-16, else UTF-8
 * if valid, else Windows-1252, which spreadsheet programs on Windows use.
 */
export async function encodingOf(file: Blob): Promise<TextEncoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const reader = file.stream().getReader();
  try {
    let isFirst = true;
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const utf16 = isFirst ? utf16In(read.value) : undefined;
      if (utf16 !== undefined) return utf16;
      isFirst = false;
      utf8.decode(read.value, { stream: true });
    }
    utf8.decode();
    return 'utf-8';
  } catch (error) {
    // Fatal decoders throw a TypeError; an unreadable file throws a DOMException.
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  } finally {
    await reader.cancel();
  }
}

const sampleBytes = 1000;

function utf16In(bytes: Uint8Array): TextEncoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}

/** The text of a file, without a byte order mark. */
export async function textOfFile(file: Blob): Promise<string> {
  return new TextDecoder(await encodingOf(file)).decode(await file.arrayBuffer());
}
