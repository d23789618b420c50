/** The encodings of text files that browsers and Node decode, by their names in the Encoding Standard. */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gbk',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type TextEncoding = (typeof textEncodings)[number];

export const isTextEncoding = (name: string): name is TextEncoding =>
  (textEncodings as readonly string[]).includes(name);

/** What Windows-1252 has where Latin-1 has control characters; five places are empty. */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** The whole text of bytes in this encoding. Node 20.19 reads Windows-1252 as if it were Latin-1, unless it is streamed. */
export function decodeText(bytes: ArrayBuffer | Uint8Array, encoding: TextEncoding): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== 'windows-1252') return text;
  // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
  return text.replaceAll(
    /[\u0080-\u009F]/g,
    (sign) => windowsSigns[sign.charCodeAt(0) - 0x80] ?? sign,
  );
}

/** The value of the error that a cell has whose bytes are no characters in the encoding of its file. */
export const foreignBytes = '#BYTES';

/**
 * Whether a text contains what a decoder puts in the place of such bytes. In valid UTF-8 it is a character like others.
 */
export const hasForeignBytes = (text: string, { encoding, isCertain }: DetectedEncoding): boolean =>
  text.includes('\uFFFD') && !(encoding === 'utf-8' && isCertain);

export interface DetectedEncoding {
  encoding: TextEncoding;
  /** Whether the bytes decide it. Otherwise they are valid in other encodings, too, and a person has to look. */
  isCertain: boolean;
}

/**
 * The encoding of a text file: by its byte order mark, by the zero bytes of Latin letters in UTF-16, UTF-8 if valid, else
 * the East Asian encoding that its letters speak for, else Windows-1252, which spreadsheet programs on Windows use.
 */
export async function detectEncoding(file: Blob): Promise<DetectedEncoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const reader = file.stream().getReader();
  let isFirst = true;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (isFirst) {
        isFirst = false;
        const unicode = utf16In(read.value);
        if (unicode) return { encoding: unicode, isCertain: true };
        // Its bytes are ASCII, which is also UTF-8.
        if (isIso2022(read.value)) return { encoding: 'iso-2022-jp', isCertain: true };
      }
      utf8.decode(read.value, { stream: true });
    }
    utf8.decode();
    return { encoding: 'utf-8', isCertain: true };
  } catch (error) {
    // Fatal decoders throw a TypeError; an unreadable file throws a DOMException.
    if (!(error instanceof TypeError)) throw error;
    const sample = new Uint8Array(await file.slice(0, sampledBytes).arrayBuffer());
    return { encoding: legacyEncodingOf(sample), isCertain: false };
  } finally {
    await reader.cancel();
  }
}

const zeroSample = 1000;
const sampledBytes = 64 * 1024;

/** The kind of UTF-16 that bytes at the beginning of a file are; undefined if they are none. */
export function utf16In(bytes: Uint8Array): TextEncoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, zeroSample);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 4;
  // Few characters end with a zero byte themselves, such as 😀.
  if (odd > many && even * 16 < odd) return 'utf-16le';
  return even > many && odd * 16 < even ? 'utf-16be' : undefined;
}

/** Whether it contains an escape sequence of ISO-2022-JP, and no byte above ASCII. */
function isIso2022(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, sampledBytes));
  // oxlint-disable-next-line no-control-regex -- the escape character is what is looked for
  return /\u001B\$[@B]/.test(text) && !/[\u0080-\u00FF]/.test(text);
}

/** The letters that a text in this language has many of, and in another encoding hardly any. */
const eastAsian = [
  ['euc-jp', /[\u3040-\u30FF]/gu, 0.15],
  ['shift_jis', /[\u3040-\u30FF]/gu, 0.15],
  ['euc-kr', /[\uAC00-\uD7A3]/gu, 0.95],
  ['gbk', /[\u4E00-\u9FFF]/gu, 0.8],
  ['big5', /[\u4E00-\u9FFF]/gu, 0.8],
] as const;

function legacyEncodingOf(sample: Uint8Array): TextEncoding {
  const hasAccents = hasLoneHighBytes(sample);
  for (const [encoding, letters, least] of eastAsian) {
    // Only the second byte of Shift_JIS is often one of ASCII.
    if (hasAccents && encoding !== 'shift_jis') continue;
    const text = decoded(sample, encoding) ?? '';
    const others = text.match(/[\u0080-\u{10FFFF}]/gu)?.length ?? 0;
    if (others > 0 && (text.match(letters)?.length ?? 0) / others >= least) return encoding;
  }
  return 'windows-1252';
}

/** The text, unless bytes other than the last few are none in this encoding. */
function decoded(sample: Uint8Array, encoding: TextEncoding): string | undefined {
  for (let cut = 0; cut < 4; cut++)
    try {
      const end = sample.length === sampledBytes ? sample.length - cut : sample.length;
      return new TextDecoder(encoding, { fatal: true }).decode(sample.subarray(0, end));
    } catch {
      continue;
    }
  return undefined;
}

/** Accents stand alone among letters of ASCII; the bytes of East Asian texts stand together. */
function hasLoneHighBytes(sample: Uint8Array): boolean {
  let alone = 0;
  let all = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte < 0x80) continue;
    all += 1;
    if ((sample[index - 1] ?? 0) < 0x80 && (sample[index + 1] ?? 0) < 0x80) alone += 1;
  }
  return alone > all / 10;
}

/** The text of a file, without a byte order mark. */
export async function textOfFile(file: Blob, encoding?: TextEncoding): Promise<string> {
  const name = encoding ?? (await detectEncoding(file)).encoding;
  return decodeText(await file.arrayBuffer(), name);
}
