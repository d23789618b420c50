import { expect, it } from 'vitest';
import { NotZip, zipEntries } from './zip-files.ts';

interface Written {
  name: string;
  content: string;
  /** In the header before the content, if it differs. */
  localName?: string;
  localMethod?: number;
  method?: number;
  flags?: number;
  /** Between its header and its content, and in the directory. */
  extra?: Uint8Array;
  /** Before its header. */
  gap?: Uint8Array;
}

interface End {
  /** What it says, if it differs. */
  count?: number;
  beforeDirectory?: Uint8Array;
  afterDirectory?: Uint8Array;
  comment?: Uint8Array;
  after?: Uint8Array;
  isZip64?: boolean;
}

const report = { name: 'report.html', content: 'The truth.' };
const sums = { name: 'SHA256SUMS', content: 'abc' };
const other = { name: 'report.html', content: 'Something else' };
const utf8 = new TextEncoder();
const text = (bytes: string) => utf8.encode(bytes);

/** A field that gives a file another name, as Info-ZIP does. */
const unicodePath = (name: string): Uint8Array =>
  joined(numbers([2, 0x7075], [2, 5 + name.length], [1, 1], [4, 0]), text(name));

it.each<[what: string, Uint8Array<ArrayBuffer>]>([
  ['as usual', zipOf([report, sums])],
  ['with a comment', zipOf([report, sums], { comment: text('Packed again') })],
  ['with numbers of 64 bits', zipOf([report, sums], { isZip64: true })],
  [
    'with the same name in a field',
    zipOf([{ ...report, extra: unicodePath('report.html') }, sums]),
  ],
])('reads a ZIP %s', async (_, bytes) => {
  const entries = await zipEntries(new Blob([bytes]));
  expect(
    await Promise.all(
      entries.map(async (entry) => [entry.name, await new Response(entry.stream()).text()]),
    ),
  ).toEqual([
    ['report.html', 'The truth.'],
    ['SHA256SUMS', 'abc'],
  ]);
});

it.each<[what: string, name: string, Uint8Array<ArrayBuffer>]>([
  [
    'another name before the content',
    'AmbiguousZip',
    zipOf([{ ...report, localName: 'report.htm_' }, sums]),
  ],
  [
    'a longer name before the content',
    'AmbiguousZip',
    zipOf([{ ...report, localName: 'a/report.html' }, sums]),
  ],
  [
    'another method before the content',
    'AmbiguousZip',
    zipOf([{ ...report, localMethod: 8 }, sums]),
  ],
  [
    'content whose end somebody who reads from the start must guess',
    'AmbiguousZip',
    zipOf([{ ...report, flags: 8 }, sums]),
  ],
  ['two names', 'AmbiguousZip', zipOf([{ ...report, extra: unicodePath('other.html') }, sums])],
  [
    'a file before the first one',
    'AmbiguousZip',
    zipOf([{ ...report, gap: localFile(other) }, sums]),
  ],
  [
    'a file between two others',
    'AmbiguousZip',
    zipOf([report, { ...sums, gap: localFile(other) }]),
  ],
  [
    'a file before the directory',
    'AmbiguousZip',
    zipOf([report, sums], { beforeDirectory: localFile(other) }),
  ],
  ['fewer files than its directory', 'AmbiguousZip', zipOf([report, sums], { count: 1 })],
  [
    'a directory after the directory',
    'AmbiguousZip',
    zipOf([report, sums], { afterDirectory: zipOf([other]) }),
  ],
  ['a ZIP as its comment', 'AmbiguousZip', zipOf([report, sums], { comment: zipOf([other]) })],
  ['something after its end', 'AmbiguousZip', zipOf([report, sums], { after: text('x') })],
  ['another ZIP before it', 'AmbiguousZip', joined(zipOf([other]), zipOf([report, sums]))],
  ['another ZIP after it', 'AmbiguousZip', joined(zipOf([report, sums]), zipOf([other]))],
  ['a folder with content', 'AmbiguousZip', zipOf([report, sums, { ...other, name: 'data/' }])],
  [
    'a folder with the name of a file',
    'AmbiguousZip',
    zipOf([report, sums, { name: 'report.html/', content: '' }]),
  ],
  ['no end', 'NotZip', zipOf([report, sums]).slice(0, -22)],
  ['half of it', 'NotZip', zipOf([report, sums]).slice(0, 60)],
])('refuses a ZIP with %s', async (_, name, bytes) => {
  const reading = zipEntries(new Blob([bytes]));
  await expect(reading).rejects.toBeInstanceOf(NotZip);
  await expect(reading).rejects.toMatchObject({ name });
});

it.each([
  ['packed in another way', { ...report, method: 9, localMethod: 9 }],
  ['encrypted', { ...report, flags: 1 }],
])('lists a file that is %s, and does not read it', async (_, file) => {
  const [entry] = await zipEntries(new Blob([zipOf([file, sums])]));
  expect(entry?.name).toBe('report.html');
  const reading = new Response(entry?.stream()).text();
  await expect(reading).rejects.toMatchObject({ name: 'UnknownPacking' });
});

/** Its header and its content, which is not packed. */
function localFile({
  name,
  content,
  localName = name,
  localMethod,
  flags,
  method,
  extra,
}: Written) {
  return joined(
    numbers([4, 0x04034b50], [2, 20], [2, flags ?? 0], [2, localMethod ?? method ?? 0]),
    numbers([4, 0], [4, 0], [4, content.length], [4, content.length]),
    numbers([2, localName.length], [2, extra?.length ?? 0]),
    text(localName),
    extra ?? text(''),
    text(content),
  );
}

function zipOf(files: readonly Written[], end: End = {}): Uint8Array<ArrayBuffer> {
  let body = text('');
  const headers: Uint8Array[] = [];
  for (const file of files) {
    const { name, content, flags = 0, method = 0, extra = text('') } = file;
    const start = body.length + (file.gap?.length ?? 0);
    body = joined(body, file.gap ?? text(''), localFile(file));
    headers.push(
      numbers([4, 0x02014b50], [2, 20], [2, 20], [2, flags], [2, method], [4, 0], [4, 0]),
      numbers([4, content.length], [4, content.length], [2, name.length], [2, extra.length]),
      numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, start]),
      text(name),
      extra,
    );
  }
  const { beforeDirectory = text(''), afterDirectory = text(''), comment = text('') } = end;
  const directory = joined(...headers);
  const offset = body.length + beforeDirectory.length;
  const count = end.count ?? files.length;
  const wideAt = offset + directory.length + afterDirectory.length;
  const wide = joined(
    numbers([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count]),
    numbers([8, directory.length], [8, offset]),
    numbers([4, 0x07064b50], [4, 0], [8, wideAt], [4, 1]),
  );
  const said = end.isZip64 === true ? 0xffffffff : undefined;
  return joined(
    body,
    beforeDirectory,
    directory,
    afterDirectory,
    ...(said === undefined ? [] : [wide]),
    numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count]),
    numbers([4, said ?? directory.length], [4, said ?? offset], [2, comment.length]),
    comment,
    end.after ?? text(''),
  );
}

/** Each with its number of bytes, the lowest first. */
function numbers(...list: readonly [length: 1 | 2 | 4 | 8, value: number][]): Uint8Array {
  return joined(
    ...list.map(([length, value]) =>
      Uint8Array.from({ length }, (_, index) => Math.floor(value / 256 ** index) % 256),
    ),
  );
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
