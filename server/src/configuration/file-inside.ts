import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';

/** Whether a relative path stays inside its directory, before symbolic links are considered. */
export function isInside(file: string): boolean {
  const normal = path.normalize(file);
  return normal !== '.' && !path.isAbsolute(normal) && normal.split(path.sep)[0] !== '..';
}

/**
 * The path for a new file inside a directory. Creates the folders that lead to it.
 * @throws Error if the path leads out of the directory, also by symbolic links
 */
export async function pathInside(directory: string, file: string): Promise<string> {
  const outside = new Error(
    `${file} is not inside the directory of the files. Symbolic links must not lead out of it either.`,
  );
  if (!isInside(file)) throw outside;
  const root = await realpath(directory);
  const folders = path.normalize(file).split(path.sep);
  const name = folders.pop() ?? '';
  let folder = root;
  // One after the other, so that no folder is created behind a link that leads out.
  for (const each of folders) {
    const next = path.join(folder, each);
    await mkdir(next).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    folder = await realpath(next);
    if (folder !== root && !folder.startsWith(root + path.sep)) throw outside;
  }
  return path.join(folder, name);
}
