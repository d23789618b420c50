import type { ReactNode } from 'react';
import { moment } from '@annals/contracts/fields';
import { DiffValue } from '../diff/DiffValue.tsx';
import { isArray, isObject } from '../diff/json-values.ts';
import { useRoleWords } from '../permissions/role-words.ts';
import { usePermissionTexts } from '../permissions/permissions.texts.ts';
import { wordFor } from '../states/word-for.ts';
import { Moment } from '../time/Moment.tsx';
import { useHistoryTexts } from './history.texts.ts';

/** Fields of which every value is one of a few; others may say the same and mean a name. */
const coded = new Set(['status', 'purpose', 'kind', 'lang']);

/** A value out of an event, in words where there are words for it. */
export function EventValue({ field, value }: { field: string; value: unknown }): ReactNode {
  const t = useHistoryTexts();
  const { permissions } = usePermissionTexts();
  const roleWords = useRoleWords();
  if (value === undefined || value === null || value === '') return t.nothing;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value === 'string') {
    if (moment.safeParse(value).success) return <Moment value={value} absolute />;
    if (field === 'permissions') return wordFor(permissions, value);
    if (field === 'role' || field === 'roles') return roleWords({ name: value }).name;
    return coded.has(field) ? wordFor(t.words, value) : value;
  }
  if (isArray(value)) {
    if (value.length === 0) return t.nothing;
    if (value.every((each) => typeof each === 'string' || nameOf(each) !== undefined))
      return value.map((each, index) => (
        // The list is as it was written down; it never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>
          {index > 0 && ', '}
          <EventValue field={field} value={each} />
        </span>
      ));
  }
  return nameOf(value) ?? <DiffValue value={value} />;
}

/** Of a thing that is told by its id and name, the name. */
function nameOf(value: unknown): string | undefined {
  return isObject(value) && typeof value['name'] === 'string' ? value['name'] : undefined;
}
