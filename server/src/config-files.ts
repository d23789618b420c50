import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { readSignerKey, type SignerKey } from '@annals/proofs/signed-note';

/** A file with a secret may only allow reading and writing by its owner. */
const forOthers = 0o077;
const readableForGroup = 0o040;
/** Longer than any such lines. */
const maxKeyBytes = 16_384;

/**
 * The keys in a file, one per line as `annals checkpoint-key` writes them: the signing key first, then its
 * predecessors.
 * @param credentials where systemd puts what LoadCredential names. It lets the user of the service read a file there by an access
 * list, which stat() shows as a right of the group; nobody else comes into that directory.
 * @returns the problem, to follow the name of the variable; it never contains the file's contents
 */
export function readKeyFile(
  file: string,
  credentials?: string,
): [SignerKey, ...SignerKey[]] | { wrong: string } {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) return { wrong: directoryNamed };
    const { mode, size } = stats;
    const isCredential =
      credentials !== undefined && path.dirname(path.resolve(file)) === path.resolve(credentials);
    const refused = isCredential ? forOthers & ~readableForGroup : forOthers;
    // Windows has no such bits and reports all of them.
    if (process.platform !== 'win32' && (mode & refused) !== 0)
      return {
        wrong: `names a file that is accessible to others than its owner (mode ${(mode & 0o777).toString(8)}): restrict it with chmod 600`,
      };
    const lines =
      size > maxKeyBytes
        ? []
        : readFileSync(file, 'utf8')
            .trim()
            .split(/\s*\n\s*/);
    const [key, ...former] = lines.flatMap((line) => readSignerKey(line) ?? []);
    if (key === undefined || former.length + 1 < lines.length)
      return {
        wrong:
          'must name a file with one line PRIVATE+KEY+<name>+<id>+<key>, as annals checkpoint-key NAME prints it; lines with earlier keys may follow',
      };
    if (former.some(({ name }) => name !== key.name))
      return {
        wrong: 'names a file with keys of different names: the keys of one log have the same name',
      };
    return [key, ...former];
  } catch (error) {
    return { wrong: unreadableReason(error) };
  }
}

/** Longer than any address or token. */
const maxSecretBytes = 4096;

/**
 * The secret in a file, without the final line break.
 * @returns the problem, to follow the name of the variable; it never contains the file's contents
 */
export function readSecretFile(file: string): string | { wrong: string } {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) return { wrong: directoryNamed };
    if (stats.size > maxSecretBytes)
      return { wrong: `names a file of more than ${maxSecretBytes} bytes` };
    const secret = readFileSync(file, 'utf8').trim();
    return secret === '' ? { wrong: 'names an empty file' } : secret;
  } catch (error) {
    return { wrong: unreadableReason(error) };
  }
}

const directoryNamed = 'must name a file, and names a directory';

function unreadableReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'ENOENT'
    ? 'names a file that does not exist'
    : `names a file that cannot be read (${code || 'unknown reason'})`;
}
