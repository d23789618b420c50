import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates the directory and those above it that are missing. Node's recursive mkdir never returns where the system
 * answers ENOENT although the directory above exists, as it does in /proc.
 *
 * @throws the error of the system, EEXIST if it is a file
 */
export async function makeDirectory(directory: string, mode?: number): Promise<void> {
  const wanted = [path.resolve(directory)];
  for (let [top = ''] = wanted; ; [top = ''] = wanted) {
    const above = path.dirname(top);
    if (above === top || (await exists(above))) break;
    wanted.unshift(above);
  }
  for (const each of wanted) {
    try {
      await mkdir(each, { mode });
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isTaken || !(await stat(each)).isDirectory()) throw error;
    }
  }
}

const exists = (directory: string): Promise<boolean> =>
  stat(directory).then(
    () => true,
    () => false,
  );
