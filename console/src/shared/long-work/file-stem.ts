/** A name as the beginning of a file's name; `otherwise` when no letter or digit is left of it. */
export function fileStem(name: string, otherwise: string): string {
  const stem = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return stem || otherwise;
}
