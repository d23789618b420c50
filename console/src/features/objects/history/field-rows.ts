import { identifyingProperty, identityOf } from '@annals/rules/identifying-property';
import {
  escapeToken,
  isArray,
  isObject,
  pointerTokens,
} from '../../../platform/json-values/json-values.ts';

export interface FieldRow<Field> {
  /** RFC 6901. */
  readonly pointer: string;
  /** From the root on, as the comparison of versions names them: `releases`, `26`, `latest`. */
  readonly names: readonly string[];
  /** 0 for the root. */
  readonly level: number;
  /** Undefined for objects and arrays. */
  readonly field: Field | undefined;
}

/**
 * The fields in document order: parents come before their children.
 * @param data where they stand; without it the elements of lists are named by their indexes
 */
export function fieldRows<Field extends { path: string }>(
  fields: readonly Field[],
  data?: unknown,
): FieldRow<Field>[] {
  const rows: FieldRow<Field>[] = [];
  const seen = new Set<string>();
  const own = new Map(fields.map((field) => [field.path, field]));
  for (const { path } of fields) {
    let pointer = '';
    let parent = data;
    const names: string[] = [];
    for (const [level, token] of pointerTokens(path).entries()) {
      pointer += `/${escapeToken(token)}`;
      names.push(nameIn(parent, token));
      parent = childOf(parent, token);
      if (seen.has(pointer)) continue;
      seen.add(pointer);
      rows.push({ pointer, names: [...names], level, field: own.get(pointer) });
    }
  }
  return rows;
}

/** An element of a list by its identity, or counted from 1 where the list has none. */
function nameIn(parent: unknown, token: string): string {
  if (!isArray(parent)) return token;
  const property = identifyingProperty(parent, parent);
  const identity = property === null ? null : identityOf(parent[Number(token)], property);
  return identity ?? `#${Number(token) + 1}`;
}

function childOf(parent: unknown, token: string): unknown {
  if (isArray(parent)) return parent[Number(token)];
  return isObject(parent) ? parent[token] : undefined;
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
