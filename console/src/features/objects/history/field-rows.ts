import { isObject, escapeToken } from '../../../shared/json-values/json-values.ts';

export interface FieldRow<Field> {
  /** RFC 6901. */
  readonly pointer: string;
  /** Its last part, as it is called. */
  readonly name: string;
  /** 0 at the top. */
  readonly level: number;
  /** Undefined for what only holds other fields. */
  readonly field: Field | undefined;
}

/** Fields in the order and shape of the data they stand in: what holds others comes before them. */
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

/** The fields of data that hold no others by name: `/release/cycle`. */
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
