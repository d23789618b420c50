/**
 * Where reads may be answered by a replica, answers of the primary database carry this header. A client that sends back the
 * latest one it got is never answered from before it.
 */
export const positionHeader = 'annals-position';

/** A position in the write-ahead log of PostgreSQL, as `pg_lsn` is written. */
export const positionPattern = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;

/** For a write whose position could not be read: no replica ever is as far. */
export const unknownPosition = 'FFFFFFFF/FFFFFFFF';

const sortKey = (position: string): string =>
  position
    .split('/')
    .map((half) => half.padStart(8, '0'))
    .join('');

const isLater = (left: string, right: string): boolean => sortKey(left) > sortKey(right);

/** The latest position that one client was told. */
export class LatestPosition {
  #latest: string | undefined;

  get value(): string | undefined {
    return this.#latest;
  }

  /**
   * @param received of the answer
   * @param sent with its request
   */
  remember(received: string | null, sent: string | undefined): void {
    if (received === null || !positionPattern.test(received)) return;
    // A lower one than was sent is of another database, as after a restore: then the old one means nothing.
    const isNew = this.#latest === undefined || this.#latest === sent;
    if (isNew || isLater(received, this.#latest ?? '')) this.#latest = received;
  }
}
