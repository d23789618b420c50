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
 * by date. Earlier dates count as 1970.
 */
export function idAt(microseconds: number): string {
  const since1970 = Math.max(0, microseconds);
  const milliseconds = Math.floor(since1970 / 1000);
  const fraction = Math.floor(((since1970 - milliseconds * 1000) * 4096) / 1000);
  const random = eightRandomBytes();
  return UUID.fromFieldsV7(
    milliseconds,
    fraction,
    random.readUInt32BE(0) >>> 2,
    random.readUInt32BE(4),
  ).toString();
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
  return UUID.fromFieldsV7(
    Math.max(0, Math.floor(epochMicros(moment) / 1000)),
    0xfff,
    0x3fff_ffff,
    0xffff_ffff,
  ).toString();
}
