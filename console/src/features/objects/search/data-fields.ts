import { RawJson } from '@annals/rules/json/raw-json';
import { isObject } from '@annals/rules/json-values';

const deepest = 6;

/** The fields of data by JSON Pointer; array elements share the pointer of the array. */
export function fieldsOf(data: readonly object[]): ReadonlySet<string> {
  const fields = new Set<string>();
  for (const one of data) collect(one, '', fields, 0);
  return fields;
}

function collect(value: unknown, path: string, fields: Set<string>, depth: number): void {
  if (depth > deepest) return;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 20)) collect(item, path, fields, depth);
    return;
  }
  if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      const part = name.replaceAll('~', '~0').replaceAll('/', '~1');
      collect(item, `${path}/${part}`, fields, depth + 1);
    }
    return;
  }
  const isShown =
    ['number', 'boolean', 'string'].includes(typeof value) || value instanceof RawJson;
  if (path !== '' && isShown) fields.add(path);
}
