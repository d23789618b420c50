import { readFileSync, statSync } from 'node:fs';
import { readSignerKey, type SignerKey } from '@annals/proofs/signed-note';

/** Read and write for the owner is all a file with a secret may allow. */
const forOthers = 0o077;
/** Longer than any such line. */
const mostBytes = 4096;

/**
 * The key in a file, as `annals checkpoint-key` writes it.
 * @returns what is wrong with the file, after the name of the variable; it never says what stands in it
 */
export function readKeyFile(file: string): SignerKey | { wrong: string } {
  try {
    const { mode, size } = statSync(file);
    // Windows has no such bits and gives all of them.
    if (process.platform !== 'win32' && (mode & forOthers) !== 0)
      return {
        wrong: `names a file that others than its owner may open (mode ${(mode & 0o777).toString(8)}): take that from them with chmod 600`,
      };
    const key = size > mostBytes ? undefined : readSignerKey(readFileSync(file, 'utf8').trim());
    return (
      key ?? {
        wrong:
          'must name a file with one line PRIVATE+KEY+<name>+<id>+<key>, as annals checkpoint-key NAME prints it',
      }
    );
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return {
      wrong:
        code === 'ENOENT'
          ? 'names a file that is not there'
          : `names a file that cannot be read (${code || 'unknown reason'})`,
    };
  }
}
