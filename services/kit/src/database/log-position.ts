const pageBytes = 8192n;
/** Header sizes of the first page of a segment, and of the others. */
const pageHeaders: ReadonlySet<bigint> = new Set([40n, 24n]);

/**
 * A record at the start of a page follows the page's header, while the previous record ends before it: both are one
 * position. A replica never stops within a record, so this never makes one seem further than it is.
 */
export function positionOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  const position = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  return pageHeaders.has(position % pageBytes) ? position - (position % pageBytes) : position;
}
