import { readFileSync, statSync } from 'node:fs';

/** Longer than any address or token. */
const mostBytes = 4096;

/**
 * The secret that a file holds, without the line's end.
 * @returns what is wrong with the file, after the name of the variable; it never says what stands in it
 */
export function readSecretFile(file: string): string | { wrong: string } {
  try {
    if (statSync(file).size > mostBytes)
      return { wrong: `names a file of more than ${mostBytes} bytes` };
    const secret = readFileSync(file, 'utf8').trim();
    return secret === '' ? { wrong: 'names an empty file' } : secret;
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
