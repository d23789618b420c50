/**
 * The path of a field as it is written in the header of a table and in a mapping: names with dots between them, as in
 * address.city, or a list in JSON where that would be read as another path, as in ["a.b"].
 */
export function readFieldPath(written: string): readonly string[] {
  if (written.startsWith('["'))
    try {
      const path: unknown = JSON.parse(written);
      if (Array.isArray(path) && path.every((name) => typeof name === 'string')) return path;
    } catch {
      // A name that only looks like a list.
    }
  return written.split('.');
}

/** With dots if they are read as the same path; names at whose ends are spaces would be trimmed. */
export function writeFieldPath(path: readonly string[]): string {
  const written = path.join('.');
  const read = readFieldPath(written);
  const isSame = read.length === path.length && read.every((name, at) => name === path[at]);
  return isSame && written !== '' && path.every((name) => name.trim() === name && name !== '')
    ? written
    : JSON.stringify(path);
}
