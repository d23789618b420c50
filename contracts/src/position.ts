/**
 * With read replicas, responses of the primary database carry this header. A client that sends back the latest one
 * never gets an answer from before it.
 */
export const positionHeader = 'annals-position';

/** A position in the write-ahead log of PostgreSQL, written as `pg_lsn`. */
export const positionPattern = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;

/** For a write whose position could not be read: no replica ever reaches it. */
export const unknownPosition = 'FFFFFFFF/FFFFFFFF';

const sortKey = (position: string): string =>
  position
    .split('/')
    .map((half) => half.padStart(8, '0'))
    .join('');

const isLater = (left: string, right: string): boolean => sortKey(left) > sortKey(right);

/** The latest position that one client has received. */
export class LatestPosition {
  #latest: string | undefined;

  get value(): string | undefined {
    return this.#latest;
  }

  /**
   * @param received the position in the response
   * @param sent the position in its request
   */
  remember(received: string | null, sent: string | undefined): void {
    if (received === null || !positionPattern.test(received)) return;
    // A lower one than was sent comes from another database, such as a restored one, so the old one is obsolete.
    const isNew = this.#latest === undefined || this.#latest === sent;
    if (isNew || isLater(received, this.#latest ?? '')) this.#latest = received;
  }
}
