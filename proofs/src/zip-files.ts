/** A file of a ZIP. */
export interface ZipEntry {
  name: string;
  /** Its content, unpacked as it is read. */
  stream(): ReadableStream<Uint8Array>;
}

/** The file is not a complete ZIP, or of a kind that the service does not make. */
export class NotZip extends Error {
  override readonly name = 'NotZip';
}

const endLength = 22;
const zip64LocatorLength = 20;
const zip64EndLength = 56;
const maxCommentLength = 65_535;
const headerLength = 46;
const localHeaderLength = 30;
const signatures = {
  end: 0x06054b50,
  zip64Locator: 0x07064b50,
  zip64End: 0x06064b50,
  header: 0x02014b50,
  localHeader: 0x04034b50,
} as const;
const stored = 0;
const deflated = 8;
const zip64Field = 1;
const inZip64 = 0xffffffff;
const maxDirectoryBytes = 64 * 1024 * 1024;

/** Whether a file starts like a ZIP. */
export async function isZip(file: Blob): Promise<boolean> {
  const start = await viewOf(file, 0, 4);
  return start.byteLength === 4 && start.getUint32(0, true) === signatures.localHeader;
}

/**
 * The files of a ZIP in the order of its directory, which unpacking programs follow too. Reads no more than the
 * directory: each file is read when its stream is.
 * @throws NotZip
 */
export async function zipEntries(file: Blob): Promise<ZipEntry[]> {
  try {
    return await readDirectory(file);
  } catch (error) {
    // A DataView refuses what is not there.
    if (error instanceof RangeError) throw new NotZip('It ends early.', { cause: error });
    throw error;
  }
}

async function readDirectory(file: Blob): Promise<ZipEntry[]> {
  const { offset, length, count } = await findDirectory(file);
  if (length > maxDirectoryBytes) throw new NotZip('Its directory is too long.');
  const directory = await viewOf(file, offset, length);
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count;) {
    if (directory.getUint32(at, true) !== signatures.header)
      throw new NotZip('Its directory is damaged.');
    const method = directory.getUint16(at + 10, true);
    const nameLength = directory.getUint16(at + 28, true);
    const extraLength = directory.getUint16(at + 30, true);
    const commentLength = directory.getUint16(at + 32, true);
    const nameAt = at + headerLength;
    const name = textOf(directory, nameAt, nameLength);
    const [size, packed, start] = wideNumbers(directory, nameAt + nameLength, extraLength, [
      directory.getUint32(at + 24, true),
      directory.getUint32(at + 20, true),
      directory.getUint32(at + 42, true),
    ]);
    if (method !== stored && method !== deflated)
      throw new NotZip(`${name} is packed in a way that the service does not use.`);
    entries.push({ name, stream: () => contentOf(file, { method, size, packed, start }) });
    at = nameAt + nameLength + extraLength + commentLength;
  }
  return entries;
}

async function findDirectory(file: Blob) {
  const tailStart = Math.max(0, file.size - endLength - maxCommentLength);
  const tail = await viewOf(file, tailStart, file.size - tailStart);
  for (let at = tail.byteLength - endLength; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== signatures.end) continue;
    const count = tail.getUint16(at + 10, true);
    const length = tail.getUint32(at + 12, true);
    const offset = tail.getUint32(at + 16, true);
    if (offset !== inZip64 && length !== inZip64 && count !== 0xffff)
      return { count, length, offset };
    return zip64Directory(file, tailStart + at - zip64LocatorLength);
  }
  throw new NotZip('It has no directory.');
}

async function zip64Directory(file: Blob, locatorAt: number) {
  const locator = await viewOf(file, locatorAt, zip64LocatorLength);
  if (locator.getUint32(0, true) !== signatures.zip64Locator)
    throw new NotZip('It has no directory.');
  const end = await viewOf(file, Number(locator.getBigUint64(8, true)), zip64EndLength);
  if (end.getUint32(0, true) !== signatures.zip64End) throw new NotZip('It has no directory.');
  return {
    count: Number(end.getBigUint64(32, true)),
    length: Number(end.getBigUint64(40, true)),
    offset: Number(end.getBigUint64(48, true)),
  };
}

/** The sizes and the offset of a file, which are in an extra field if they are large. */
function wideNumbers(
  view: DataView,
  extraAt: number,
  extraLength: number,
  numbers: readonly [number, number, number],
): [number, number, number] {
  let fieldAt = extraAt;
  while (fieldAt < extraAt + extraLength && view.getUint16(fieldAt, true) !== zip64Field)
    fieldAt += 4 + view.getUint16(fieldAt + 2, true);
  let at = fieldAt + 4;
  const [size, packed, start] = numbers.map((number) => {
    if (number !== inZip64) return number;
    at += 8;
    return Number(view.getBigUint64(at - 8, true));
  });
  return [size ?? 0, packed ?? 0, start ?? 0];
}

function contentOf(
  file: Blob,
  { method, size, packed, start }: { method: number; size: number; packed: number; start: number },
): ReadableStream<Uint8Array> {
  const { readable, writable } = lengthCheck(size);
  const pipe = async () => {
    const header = await viewOf(file, start, localHeaderLength);
    if (
      header.byteLength < localHeaderLength ||
      header.getUint32(0, true) !== signatures.localHeader
    )
      throw new NotZip('A file is missing.');
    const from =
      start + localHeaderLength + header.getUint16(26, true) + header.getUint16(28, true);
    const content = file.slice(from, from + packed).stream();
    await (
      method === deflated ? content.pipeThrough(new DecompressionStream('deflate-raw')) : content
    ).pipeTo(writable, { preventAbort: true });
  };
  // The reader of the stream gets the error.
  pipe().catch((error: unknown) => writable.abort(asNotZip(error)).catch(() => undefined));
  return readable;
}

/** Content that cannot be unpacked: a TypeError in browsers, an error of zlib in Node. Other errors stay what they are. */
function asNotZip(error: unknown): unknown {
  const isZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  return isZlib || error instanceof TypeError
    ? new NotZip('A file cannot be unpacked.', { cause: error })
    : error;
}

/** Refuses more than was announced, which could fill the memory. */
function lengthCheck(size: number): TransformStream<Uint8Array, Uint8Array> {
  let read = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      read += chunk.length;
      if (read > size) throw new NotZip('A file is longer than the directory says.');
      controller.enqueue(chunk);
    },
    flush() {
      if (read !== size) throw new NotZip('A file is shorter than the directory says.');
    },
  });
}

async function viewOf(file: Blob, from: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(from, from + length).arrayBuffer());
}

const textOf = (view: DataView, at: number, length: number): string =>
  new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length));
