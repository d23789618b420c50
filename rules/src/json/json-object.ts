import { RawJson } from './raw-json.ts';

/**
 * An erased value. The data contains null instead; when data is shown or compared, this replaces the null, so that it
 * is not mistaken for a null that someone wrote.
 */
export class RedactedValue {
  /** In the data it is null. */
  readonly receipt: number;

  constructor(receipt: number) {
    this.receipt = receipt;
  }

  /** As it stands in the data. */
  toJSON(): null {
    return null;
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof RedactedValue) &&
    !(value instanceof RawJson)
  );
}
