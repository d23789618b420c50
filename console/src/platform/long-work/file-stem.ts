/** Converts a name to the start of a file name; `otherwise` if no letter or digit remains. */
export function fileStem(name: string, otherwise: string): string {
  const stem = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return stem || otherwise;
}
