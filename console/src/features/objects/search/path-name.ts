/** A JSON Pointer as people write it: `releases.0.cycle`. */
export function pathName(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

/** The JSON Pointer of what people write; one that begins with a slash is a pointer already. */
export function pointerOf(name: string): string {
  const trimmed = name.trim();
  if (trimmed.startsWith('/')) return trimmed;
  const parts = trimmed.split('.').map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `/${parts.join('/')}`;
}
