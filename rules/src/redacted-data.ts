import { isArray, isObject, RedactedValue, pointerTokens } from './json-values.ts';

/** Where a value of a version was erased, as the service reports it. */
export interface ErasedPath {
  /** JSON Pointer into the data. */
  readonly path: string;
  readonly receipt: number;
}

type ErasedPaths = readonly ErasedPath[] | null | undefined;
type Data = Readonly<Record<string, unknown>>;

/** The data with a RedactedValue for each erased value. */
export function withRedactedValues(data: Data, erased: ErasedPaths): Data {
  const redacted = redactPart(data, '', erased);
  return isObject(redacted) ? redacted : data;
}

/** The same for a part of the data at a given place. */
export function redactPart(value: unknown, pointer: string, erased: ErasedPaths): unknown {
  return (erased ?? [])
    .filter(({ path }) => path === pointer || path.startsWith(`${pointer}/`))
    .reduce<unknown>(
      (part, { path, receipt }) =>
        replaceAt(part, pointerTokens(path.slice(pointer.length)), new RedactedValue(receipt)),
      value,
    );
}

/**
 * The initial data of a new version after an erasure: without the erased values. Null would state that someone wrote
 * null, which a schema may forbid; a missing property states nothing, and a schema that requires it reports it. In a
 * list the elements after an erased one move up.
 */
export function withoutRedactedValues(data: Data, erased: ErasedPaths): Data {
  if (!erased || erased.length === 0) return data;
  const rest = withoutRedacted(withRedactedValues(data, erased));
  return isObject(rest) ? rest : {};
}

/** The receipts of the erased values in it, or of the value itself; each once. */
export function receiptsIn(value: unknown): number[] {
  if (value instanceof RedactedValue) return [value.receipt];
  const inner = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return [...new Set(inner.flatMap(receiptsIn))];
}

/** A part without the redacted values in it; the part itself is not one. */
function withoutRedacted(value: unknown): unknown {
  if (isArray(value))
    return value.filter((item) => !(item instanceof RedactedValue)).map(withoutRedacted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => !(inner instanceof RedactedValue))
      .map(([name, inner]) => [name, withoutRedacted(inner)]),
  );
}

function replaceAt(value: unknown, path: readonly string[], mark: RedactedValue): unknown {
  const [name, ...rest] = path;
  // A value that is present despite its receipt is shown: hiding it would conceal that it was not erased.
  if (name === undefined) return value === null ? mark : value;
  if (isArray(value))
    return value.map((item, index) =>
      String(index) === name ? replaceAt(item, rest, mark) : item,
    );
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === name ? replaceAt(inner, rest, mark) : inner,
    ]),
  );
}
