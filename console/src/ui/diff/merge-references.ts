import type { ReferenceLike } from '@annals/rules/version-diff/diff-references';
import { absent, type MergeChoice, type MergeField } from './merge-versions.ts';
import { escapeToken } from '../../platform/json-values/json-values.ts';

interface WrittenReference {
  name: string;
  timelineId: string;
}
type Three<Value> = Readonly<Record<'base' | 'theirs' | 'mine', Value>>;
type Lists = Three<readonly ReferenceLike[]>;

/**
 * The references that I or they changed, as fields: a name that points to at most one object in all three versions is
 * one field whose value is the target. Of a name with several, what each side added and took away goes together by itself.
 */
export function referenceFields(lists: Lists): MergeField[] {
  return namesIn(lists)
    .filter((name) => isSingle(lists, name))
    .flatMap((name): MergeField[] => {
      const { base, theirs, mine } = each(lists, (list) => targets(list, name)[0] ?? absent);
      if (theirs === mine) return [];
      const changedBy = base === mine ? 'theirs' : base === theirs ? 'mine' : 'both';
      // No pointer into the data begins like this, so both kinds of fields can be chosen in one list.
      const pointer = `references/${escapeToken(name)}`;
      return [{ pointer, path: [name], names: [name], base, theirs, mine, changedBy }];
    });
}

/** The references of the next version; a field nobody has decided yet stays as theirs. */
export function mergeReferences(
  lists: Lists,
  fields: readonly MergeField[],
  choices: ReadonlyMap<string, MergeChoice>,
): WrittenReference[] {
  const chosen = new Map(fields.map((field) => [field.path[0], field]));
  return namesIn(lists).flatMap((name) => {
    const field = chosen.get(name);
    if (field) {
      const value = field[choices.get(field.pointer) ?? 'theirs'];
      return typeof value === 'string' ? [{ name, timelineId: value }] : [];
    }
    const { base, theirs, mine } = each(lists, (list) => targets(list, name));
    const remaining = theirs.filter((target) => mine.includes(target) || !base.includes(target));
    const added = mine.filter((target) => !base.includes(target) && !theirs.includes(target));
    return [...remaining, ...added].map((timelineId) => ({ name, timelineId }));
  });
}

function isSingle(lists: Lists, name: string): boolean {
  return Object.values(each(lists, (list) => targets(list, name).length)).every(
    (count) => count <= 1,
  );
}

function namesIn({ base, theirs, mine }: Lists): string[] {
  return [...new Set([...theirs, ...mine, ...base].map(({ name }) => name))];
}

function targets(references: readonly ReferenceLike[], name: string): string[] {
  return references.filter((one) => one.name === name).map(({ timelineId }) => timelineId);
}

function each<From, To>({ base, theirs, mine }: Three<From>, to: (one: From) => To): Three<To> {
  return { base: to(base), theirs: to(theirs), mine: to(mine) };
}
