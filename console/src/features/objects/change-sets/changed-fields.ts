import type { ChangeSetOperation } from '../../../platform/api/things.ts';
import { shortValue } from '../../../ui/diff/change-groups.ts';
import { diffVersions } from '@annals/rules/version-diff/diff-versions';
import type { FieldChange } from '@annals/rules/version-diff/field-changes';
import { formerVersion, proposedVersion } from './set-operation.ts';

export interface ChangedField {
  /** `releases › latest`; elements of a list are the same field. */
  name: string;
  /** How many changes of the set change it. */
  count: number;
  /** The value that all of them replace and write; undefined: various. */
  before: string | undefined;
  after: string | undefined;
}

const longestValue = 24;

/** The fields that the operations change, those that most of them change first. */
export function changedFields(operations: readonly ChangeSetOperation[]): ChangedField[] {
  const fields = new Map<string, { ids: Set<string>; before: Set<string>; after: Set<string> }>();
  for (const operation of operations) {
    if (operation.operation !== 'newVersion') continue;
    const { changes } = diffVersions(formerVersion(operation), proposedVersion(operation));
    for (const change of changes) {
      const name = nameOf(change);
      const field = fields.get(name) ?? { ids: new Set(), before: new Set(), after: new Set() };
      field.ids.add(operation.operationId);
      field.before.add(textOf(change.before));
      field.after.add(textOf(change.after));
      fields.set(name, field);
    }
  }
  return [...fields]
    .map(([name, { ids, before, after }]) => ({
      name,
      count: ids.size,
      before: onlyOne(before),
      after: onlyOne(after),
    }))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
}

const nameOf = ({ path }: FieldChange): string =>
  path
    .filter(({ kind }) => kind === 'property')
    .map(({ text }) => text)
    .join(' › ');

const textOf = (value: unknown): string =>
  value === undefined ? '–' : shortValue(value, longestValue);

const onlyOne = (values: ReadonlySet<string>): string | undefined =>
  values.size === 1 ? [...values][0] : undefined;
