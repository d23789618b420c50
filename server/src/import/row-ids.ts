import { createHash } from 'node:crypto';

/** The last millisecond that six bytes hold. The service refuses such dates; here they only must not fail. */
const latest = 2 ** 48 - 1;

/**
 * The id of an imported row: the same for the same row of the same file in the same partition, so that a second run
 * finds what the first one wrote. UUIDv7 by layout: the row's own date in front, so that ids sort by time; 1970 for a
 * row without one, since the moment of the import would be another in each run.
 * @param occurrence 0 for the first row of the key in the file
 */
export function rowId(row: {
  partitionId: string;
  key: string;
  occurrence: number;
  modificationDate: string | undefined;
  /** The row as it stands in the file. */
  line: string;
}): string {
  const { partitionId, key, occurrence, line, modificationDate } = row;
  const bytes = createHash('sha256')
    .update(JSON.stringify([partitionId.toLowerCase(), key, occurrence, line]))
    .digest()
    .subarray(0, 16);
  const date = modificationDate === undefined ? 0 : Date.parse(modificationDate);
  bytes.writeUIntBE(Math.min(Math.max(0, date), latest), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
