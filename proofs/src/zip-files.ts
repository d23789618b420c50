/** A file of a ZIP. */
export interface ZipEntry {
  name: string;
  /** Its content, unpacked as it is read. */
  stream: () => ReadableStream<Uint8Array>;
}

/** The file is not a complete ZIP, or of a kind that the service does not make. */
export class NotZip extends Error {
  override readonly name: string = 'NotZip';
}

/** The file can be read as a ZIP in several ways, of which programs follow one or another. */
export class AmbiguousZip extends NotZip {
  override readonly name = 'AmbiguousZip';
}

/** A file of the ZIP is encrypted, or packed with a method that browsers cannot read. */
export class UnknownPacking extends NotZip {
  override readonly name = 'UnknownPacking';
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
const unicodePathField = 0x7075;
const encryptedFlag = 1;
/** The sizes follow the content. */
const descriptorFlag = 8;
/** With 4 or 8 bytes for each size, with or without a signature. A file needs more. */
const descriptorLengths = new Set([0, 12, 16, 20, 24]);
const inZip64 = 0xffffffff;
const maxDirectoryBytes = 64 * 1024 * 1024;

/** Whether a file starts like a ZIP. */
export async function isZip(file: Blob): Promise<boolean> {
  const start = await viewOf(file, 0, 4);
  return start.byteLength === 4 && start.getUint32(0, true) === signatures.localHeader;
}

/**
 * The files of a ZIP in the order of its directory. Reads no more than the directory and the header of each file: its
 * content is read when its stream is.
 *
 * Some programs unpack what the directory names, others what they meet from the start of the file, and some look for
 * another directory. Therefore only a ZIP in which everybody finds the same is accepted: from the first byte to the last
 * it is files, the directory and its end, and both say the same of each file.
 * @throws NotZip
 */
export async function zipEntries(file: Blob): Promise<ZipEntry[]> {
  try {
    const directory = await findDirectory(file);
    const files = await readDirectory(file, directory);
    await locateContents(file, files, directory.offset);
    return files.map((one) => ({ name: one.name, stream: () => contentOf(file, one) }));
  } catch (error) {
    // A DataView refuses what is not there.
    if (error instanceof RangeError) throw new NotZip('It ends early.', { cause: error });
    throw error;
  }
}

interface Directory {
  count: number;
  length: number;
  offset: number;
}

interface PackedFile {
  name: string;
  /** In bytes. */
  nameLength: number;
  flags: number;
  method: number;
  size: number;
  packed: number;
  /** Where its header is. */
  start: number;
  /** Where its content is. */
  contentAt: number;
}

async function readDirectory(
  file: Blob,
  { offset, length, count }: Directory,
): Promise<PackedFile[]> {
  if (length > maxDirectoryBytes) throw new NotZip('Its directory is too long.');
  const directory = await viewOf(file, offset, length);
  const files: PackedFile[] = [];
  let at = 0;
  while (files.length < count) {
    if (directory.getUint32(at, true) !== signatures.header)
      throw new NotZip('Its directory is damaged.');
    const nameLength = directory.getUint16(at + 28, true);
    const extraLength = directory.getUint16(at + 30, true);
    const commentLength = directory.getUint16(at + 32, true);
    const nameAt = at + headerLength;
    const name = textOf(directory, nameAt, nameLength);
    const extra = { view: directory, at: nameAt + nameLength, length: extraLength };
    const [size = 0, packed = 0, start = 0] = wideNumbers(extra, [
      directory.getUint32(at + 24, true),
      directory.getUint32(at + 20, true),
      directory.getUint32(at + 42, true),
    ]);
    requireName(extra, name);
    const flags = directory.getUint16(at + 8, true);
    const method = directory.getUint16(at + 10, true);
    files.push({ name, nameLength, flags, method, size, packed, start, contentAt: 0 });
    at = nameAt + nameLength + extraLength + commentLength;
  }
  // Some programs follow the number of files, others the length of the directory.
  if (at !== length) throw new AmbiguousZip('Its directory has more than it says.');
  requirePlainFolders(files);
  return files;
}

/** Some programs write a folder with content as a file, or one of two things of the same name over the other. */
function requirePlainFolders(files: readonly PackedFile[]): void {
  const names = new Set(files.map(({ name }) => name));
  for (const { name, size } of files)
    if (name.endsWith('/') && (size > 0 || names.has(name.slice(0, -1))))
      throw new AmbiguousZip('It has a folder that is a file.');
}

async function findDirectory(file: Blob): Promise<Directory> {
  const tailStart = Math.max(0, file.size - endLength - maxCommentLength);
  const tail = await viewOf(file, tailStart, file.size - tailStart);
  for (let at = tail.byteLength - endLength; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== signatures.end) continue;
    const endAt = tailStart + at;
    if (endAt + endLength + tail.getUint16(at + 20, true) !== file.size)
      throw new AmbiguousZip('It has something after its end.');
    const said = {
      count: tail.getUint16(at + 10, true),
      length: tail.getUint32(at + 12, true),
      offset: tail.getUint32(at + 16, true),
    };
    const isWide = said.offset === inZip64 || said.length === inZip64 || said.count === 0xffff;
    const { directory, next } = isWide
      ? await zip64Directory(file, endAt - zip64LocatorLength)
      : { directory: said, next: endAt };
    if (
      directory.offset + directory.length !== next ||
      (said.count !== 0xffff && said.count !== directory.count) ||
      (said.length !== inZip64 && said.length !== directory.length) ||
      (said.offset !== inZip64 && said.offset !== directory.offset)
    )
      throw new AmbiguousZip('It has several directories.');
    return directory;
  }
  throw new NotZip('It has no directory.');
}

/** @returns the directory, and where what follows it begins */
async function zip64Directory(
  file: Blob,
  locatorAt: number,
): Promise<{ directory: Directory; next: number }> {
  const locator = await viewOf(file, locatorAt, zip64LocatorLength);
  if (locator.getUint32(0, true) !== signatures.zip64Locator)
    throw new NotZip('It has no directory.');
  const next = Number(locator.getBigUint64(8, true));
  const end = await viewOf(file, next, zip64EndLength);
  if (end.getUint32(0, true) !== signatures.zip64End) throw new NotZip('It has no directory.');
  if (next + 12 + Number(end.getBigUint64(4, true)) !== locatorAt)
    throw new AmbiguousZip('It has something after its directory.');
  const directory = {
    count: Number(end.getBigUint64(32, true)),
    length: Number(end.getBigUint64(40, true)),
    offset: Number(end.getBigUint64(48, true)),
  };
  return { directory, next };
}

/** Finds the content of each file, and that its own header says of it what the directory says. */
async function locateContents(
  file: Blob,
  files: readonly PackedFile[],
  directoryAt: number,
): Promise<void> {
  let expected = new Set([0]);
  for (const one of files.toSorted((former, latter) => former.start - latter.start)) {
    if (!expected.has(one.start)) throw new AmbiguousZip('It has something between its files.');
    const { nameLength } = one;
    let header = await viewOf(file, one.start, localHeaderLength + nameLength + usualExtraLength);
    if (header.getUint32(0, true) !== signatures.localHeader)
      throw new NotZip('A file is missing.');
    const extraLength = header.getUint16(28, true);
    const extraAt = localHeaderLength + header.getUint16(26, true);
    const contentAt = extraAt + extraLength;
    if (contentAt > header.byteLength) header = await viewOf(file, one.start, contentAt);
    const extra = { view: header, at: extraAt, length: extraLength };
    const flags = header.getUint16(6, true);
    const hasSizes = (flags & descriptorFlag) === 0;
    const [size, packed] = wideNumbers(extra, [
      header.getUint32(22, true),
      header.getUint32(18, true),
    ]);
    if (
      extraAt - localHeaderLength !== nameLength ||
      textOf(header, localHeaderLength, nameLength) !== one.name ||
      (flags & encryptedFlag) !== (one.flags & encryptedFlag) ||
      header.getUint16(8, true) !== one.method ||
      // Whoever reads from the start finds the end only of content that says where it ends.
      (hasSizes
        ? size !== one.size || packed !== one.packed
        : one.method === stored && one.packed > 0)
    )
      throw new AmbiguousZip('The header of a file differs from the directory.');
    requireName(extra, one.name);
    one.contentAt = one.start + contentAt;
    const end = one.contentAt + one.packed;
    expected = new Set(hasSizes ? [end] : [...descriptorLengths].map((length) => end + length));
  }
  if (!expected.has(directoryAt)) throw new AmbiguousZip('It has something before its directory.');
}

/** Most files have no more than times and owners there; a longer field is read again. */
const usualExtraLength = 64;

interface ExtraFields {
  view: DataView;
  at: number;
  length: number;
}

/** Where the content of an extra field begins. */
function fieldAt({ view, at, length }: ExtraFields, id: number): number | undefined {
  for (let next = at; next + 4 <= at + length; next += 4 + view.getUint16(next + 2, true))
    if (view.getUint16(next, true) === id) return next + 4;
  return undefined;
}

/** Numbers that are in an extra field if they are large. */
function wideNumbers(extra: ExtraFields, numbers: readonly number[]): number[] {
  let at = fieldAt(extra, zip64Field);
  if (at === undefined) return [...numbers];
  return numbers.map((number) => {
    if (number !== inZip64 || at === undefined) return number;
    at += 8;
    return Number(extra.view.getBigUint64(at - 8, true));
  });
}

/** Some programs prefer the name of this field to the other one. */
function requireName(extra: ExtraFields, name: string): void {
  const at = fieldAt(extra, unicodePathField);
  if (at === undefined) return;
  const length = extra.view.getUint16(at - 2, true) - 5;
  if (length < 0 || textOf(extra.view, at + 5, length) !== name)
    throw new AmbiguousZip('A file has two names.');
}

function contentOf(
  file: Blob,
  { flags, method, size, packed, contentAt }: PackedFile,
): ReadableStream<Uint8Array> {
  const { readable, writable } = lengthCheck(size);
  const pipe = async () => {
    if ((method !== stored && method !== deflated) || (flags & encryptedFlag) !== 0)
      throw new UnknownPacking('It is packed in a way that the service does not use.');
    const content = file.slice(contentAt, contentAt + packed).stream();
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
