import type { putOperation } from '@annals/contracts/change-set-operations';
import type { CallInput } from '@annals/contracts/endpoint';

/** A change to one object, as it is sent. */
export type ChangeOperation = CallInput<typeof putOperation>['body'];

/** A request to the console server is limited to 1 MiB, including the envelope. */
export const maxRequestBytes = 800_000;

const encoder = new TextEncoder();

export const sizeOf = ({ operation }: { operation: ChangeOperation }): number =>
  encoder.encode(JSON.stringify(operation)).length;

/** Splits the changes into as few requests as possible, keeping their order. */
export function splitIntoRequests<Change extends { operation: ChangeOperation }>(
  changes: readonly Change[],
  maxBatchSize: number,
): Change[][] {
  const parts: Change[][] = [];
  let bytes = 0;
  for (const change of changes) {
    // Adds the id of the operation, a comma and its name.
    const size = sizeOf(change) + 80;
    const part = parts.at(-1);
    if (!part || part.length === maxBatchSize || bytes + size > maxRequestBytes) {
      parts.push([change]);
      bytes = size;
    } else {
      part.push(change);
      bytes += size;
    }
  }
  return parts;
}
