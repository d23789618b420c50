import { isObject, escapeToken } from '../../../shared/json-values/json-values.ts';

export interface FieldRow<Field> {
  /** RFC 6901. */
  readonly pointer: string;
  /** The name of the last segment. */
  readonly name: string;
  /** 0 for the root. */
  readonly level: number;
  /** Undefined for objects and arrays. */
  readonly field: Field | undefined;
}

/** The fields in document order: parents come before their children. */
export function fieldRows<Field extends { path: string }>(
  fields: readonly Field[],
): FieldRow<Field>[] {
  const rows: FieldRow<Field>[] = [];
  const seen = new Set<string>();
  const own = new Map(fields.map((field) => [field.path, field]));
  for (const { path } of fields) {
    const parts = path.split('/').slice(1);
    for (const [level, part] of parts.entries()) {
      const pointer = `/${parts.slice(0, level + 1).join('/')}`;
      if (seen.has(pointer)) continue;
      seen.add(pointer);
      rows.push({ pointer, name: tokenText(part), level, field: own.get(pointer) });
    }
  }
  return rows;
}

/** The leaf fields of data, by JSON Pointer: `/release/cycle`. */
export function fieldPaths(data: Readonly<Record<string, unknown>>, above = ''): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const pointer = `${above}/${escapeToken(name)}`;
    return isObject(value) && Object.keys(value).length > 0
      ? fieldPaths(value, pointer)
      : [pointer];
  });
}

function tokenText(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
