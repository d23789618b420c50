const pageBytes = 8192n;
/** Of the first page of a segment, and of the others. */
const pageHeaders: ReadonlySet<bigint> = new Set([40n, 24n]);

/**
 * At the beginning of a page the next record comes after the page's header, but the one before ends in front of it: both
 * are one position. A replica never stands within a record, so that this lets none seem further than it is.
 */
export function positionOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  const position = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  return pageHeaders.has(position % pageBytes) ? position - (position % pageBytes) : position;
}
