/** A JSON Pointer as people write it: `releases.0.cycle`. */
export function pathName(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}
