import { randomFillSync } from 'node:crypto';
import { UUID } from 'uuidv7';

/**
 * Microseconds since 1970 of an RFC 3339 date in UTC. Exact from the year 1685 to 2254, which covers all stored dates;
 * others are rounded.
 */
export function epochMicros(dateTime: string): number {
  const wholeSeconds = Date.parse(`${dateTime.slice(0, 19)}Z`);
  const fraction = dateTime.slice(20, -1).padEnd(6, '0');
  return wholeSeconds * 1000 + Number(fraction);
}

/** The RFC 3339 form with all six digits. */
export function isoDateTime(micros: number): string {
  const milliseconds = Math.floor(micros / 1000);
  const rest = micros - milliseconds * 1000;
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${String(rest).padStart(3, '0')}Z`;
}

/**
 * A UUIDv7 with the date of the version, in microseconds since 1970 (RFC 9562 section 6.2, method 3), so that ids sort
 * by date.
 */
export function idAt(microseconds: number): string {
  const milliseconds = Math.floor(microseconds / 1000);
  const random = eightRandomBytes();
  return UUID.fromFieldsV7(
    ...timeFields(milliseconds, microseconds - milliseconds * 1000),
    random.readUInt32BE(0) >>> 2,
    random.readUInt32BE(4),
  ).toString();
}

/** Milliseconds since 1970; the 19th of July 1970. */
const countedFrom1970 = 2 ** 34;
const yearOne = Date.parse('0001-01-01T00:00:00Z');

/**
 * The 48 bits of a UUIDv7 for milliseconds, and the 12 bits after them for a fraction of one. The format has no dates
 * before 1970: older ones, and those of the first months of 1970, count the milliseconds since the year 1 in all 60 bits
 * together, which are less than those of any later date.
 */
function timeFields(
  milliseconds: number,
  microseconds: number,
): [milliseconds: number, fraction: number] {
  if (milliseconds >= countedFrom1970)
    return [milliseconds, Math.floor((microseconds * 4096) / 1000)];
  const sinceYearOne = Math.max(0, milliseconds - yearOne);
  return [Math.floor(sinceYearOne / 4096), sinceYearOne % 4096];
}

// Random bytes are drawn for many ids at once: drawing them one by one would take longer than everything else.
const drawn = Buffer.alloc(8 * 512);
let used = drawn.length;

function eightRandomBytes(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += 8;
  return drawn.subarray(used - 8, used);
}

/** The greatest id that a version dated at this moment (RFC 3339) or before can have. */
export function lastIdUntil(moment: string): string {
  const wholeMilliseconds = Math.floor(epochMicros(moment) / 1000);
  const [milliseconds, fraction] = timeFields(wholeMilliseconds, 999);
  return UUID.fromFieldsV7(milliseconds, fraction, 0x3fff_ffff, 0xffff_ffff).toString();
}
