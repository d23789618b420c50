import { createHash } from 'node:crypto';
import { Readable, type PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { evidenceFileNames } from '@annals/proofs/evidence-format';
import { ZipFile } from 'yazl';

export interface FileOfZip {
  /** Contains only ids, numbers and fixed words, never data. */
  name: string;
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/**
 * The files as a ZIP, each read after the previous ones are sent and the reader has room. An error destroys the stream,
 * so that a part of it cannot pass for the whole. The last files are SHA256SUMS with the hashes of the others, and what
 * signs it.
 */
export function zipOf(
  files: AsyncIterable<FileOfZip>,
  { madeDate, sign }: { madeDate: Date; sign: (hashOfSums: Uint8Array) => string },
): Readable {
  const zip = new ZipFile();
  // Its declared type is too general.
  const output = zip.outputStream as PassThrough;
  const sums: string[] = [];
  let current: Readable | undefined;
  const add = async ({ name, content }: FileOfZip) => {
    const hash = createHash('sha256');
    current = Readable.from(hashing(content, hash));
    zip.addReadStream(current, name, { mtime: madeDate });
    await finished(current);
    sums.push(`${hash.digest('hex')}  ${name}\n`);
  };
  const addAll = async () => {
    for await (const file of files) await add(file);
    const list = sums.join('');
    await add({ name: evidenceFileNames.sums, content: [list] });
    const hash = createHash('sha256').update(list).digest();
    await add({ name: evidenceFileNames.signedSums, content: [sign(hash)] });
    zip.end();
  };
  zip.on('error', (error: Error) => output.destroy(error));
  output.once('close', () => current?.destroy());
  addAll().catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return output;
}

async function* hashing(
  content: FileOfZip['content'],
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<string | Uint8Array> {
  for await (const part of content) {
    hash.update(part);
    yield part;
  }
}
