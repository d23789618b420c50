import type { VersionDifference } from '@annals/rules/version-diff/diff-versions';
import {
  escapeToken,
  isArray,
  isObject,
  pointerTokens,
} from '../../platform/json-values/json-values.ts';
import type { FieldChange } from '@annals/rules/version-diff/field-changes';

/** The changes of some fields, by JSON Pointer or by name; elements of a list share its pointer, like in search conditions. */
export function ofFields(
  difference: VersionDifference,
  fields: readonly string[] | undefined,
): VersionDifference {
  if (!fields || fields.length === 0) return difference;
  const changes = difference.changes.flatMap((change) => {
    const pointer = pointerOf(change);
    return fields.flatMap((field) => {
      if (!field.startsWith('/')) return isNamed(change, field) ? [change] : [];
      if (isWithin(pointer, field)) return [change];
      return isWithin(field, pointer) ? within(change, field.slice(pointer.length)) : [];
    });
  });
  return { ...difference, changes, references: [], type: null, ending: null };
}

/** Whether the change is one of fields of this name, or of something that contains or is within one. */
const isNamed = (change: FieldChange, name: string): boolean =>
  change.path.some(({ kind, text }) => kind === 'property' && text === name) ||
  [change.before, change.after].some((value) => hasProperty(value, name));

function hasProperty(value: unknown, name: string): boolean {
  if (isArray(value)) return value.some((one) => hasProperty(one, name));
  return (
    isObject(value) &&
    (Object.hasOwn(value, name) || Object.values(value).some((one) => hasProperty(one, name)))
  );
}

const isWithin = (pointer: string, of: string) => pointer === of || pointer.startsWith(`${of}/`);

function pointerOf({ path }: FieldChange): string {
  const names = path.flatMap(({ kind, text }) => (kind === 'property' ? [escapeToken(text)] : []));
  return `/${names.join('/')}`;
}

/** The part of a larger change that is the field; nothing if it did not exist. */
function within(change: FieldChange, rest: string): FieldChange[] {
  const names = pointerTokens(rest);
  const before = valueAt(change.before, names);
  const after = valueAt(change.after, names);
  if (before === undefined && after === undefined) return [];
  const path = [...change.path, ...names.map((text) => ({ kind: 'property' as const, text }))];
  return [{ ...change, path, before, after }];
}

/** Several values of a list are combined into a list. */
function valueAt(value: unknown, names: readonly string[]): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return value;
  if (isArray(value)) {
    const found = value.map((one) => valueAt(one, names)).filter((one) => one !== undefined);
    return found.length === 0 ? undefined : found;
  }
  return isObject(value) && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined;
}
