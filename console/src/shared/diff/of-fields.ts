import type { VersionDifference } from './diff-versions.ts';
import { escapeToken } from '../json-values/json-values.ts';
import type { FieldChange } from './field-changes.ts';

/** What changed in some fields; elements of a list share its pointer, as conditions of a search have it. */
export function ofFields(
  difference: VersionDifference,
  fields: readonly string[] | undefined,
): VersionDifference {
  if (!fields || fields.length === 0) return difference;
  const changes = difference.changes.filter((change) => {
    const pointer = pointerOf(change);
    return fields.some((field) => isWithin(pointer, field) || isWithin(field, pointer));
  });
  return { ...difference, changes, references: [], type: null, ending: null };
}

const isWithin = (pointer: string, of: string) => pointer === of || pointer.startsWith(`${of}/`);

function pointerOf({ path }: FieldChange): string {
  const names = path.flatMap(({ kind, text }) => (kind === 'property' ? [escapeToken(text)] : []));
  return `/${names.join('/')}`;
}
