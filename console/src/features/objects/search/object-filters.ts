import {
  condition,
  type Condition,
  type ConditionOperator,
  type ObjectSearch,
} from '@annals/contracts/object-search';
import * as z from 'zod/mini';

/** The filters of the list of objects beside type and state, by their names in the URL. */
export const searchFilters = [
  'where',
  'references',
  'modifiedBy',
  'modifiedFrom',
  'modifiedTo',
] as const;
export type SearchFilter = (typeof searchFilters)[number];
export type ObjectFilter = 'type' | 'ended' | SearchFilter;

export interface WantedReference {
  name?: string | undefined;
  timelineId: string;
}

type Filters = Readonly<Partial<Record<ObjectFilter, string>>>;

const wantedReferences = z.array(
  z.strictObject({ name: z.optional(z.string()), timelineId: z.string() }),
);

/** Parses the filter in the URL; invalid input counts as absent. */
export function conditionsOf({ where }: Filters): Condition[] {
  const read = z.safeParse(z.array(condition), readJson(where));
  return read.success ? read.data : [];
}

export function referencesOf({ references }: Filters): WantedReference[] {
  const read = z.safeParse(wantedReferences, readJson(references));
  return read.success ? read.data : [];
}

/** For the URL: '' for none, which leaves the parameter out. */
export const written = (list: readonly (Condition | WantedReference)[]): string =>
  list.length === 0 ? '' : JSON.stringify(list);

/** The search that a list asks for. */
export function objectSearchOf(q: string, filters: Filters): ObjectSearch {
  const conditions = conditionsOf(filters);
  const references = referencesOf(filters);
  return {
    type: filters.type,
    text: q || undefined,
    ended: filters.ended === undefined ? undefined : filters.ended === 'true',
    ...(conditions.length > 0 && { where: conditions }),
    ...(references.length > 0 && { references }),
    ...(filters.modifiedBy !== undefined && { modifiedBy: filters.modifiedBy }),
    ...(filters.modifiedFrom !== undefined && { modifiedFrom: filters.modifiedFrom }),
    ...(filters.modifiedTo !== undefined && { modifiedTo: filters.modifiedTo }),
  };
}

function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The kind of a field's values, which determines the operators. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'date';

export const operatorsOf: Record<ValueKind, readonly ConditionOperator[]> = {
  text: ['contains', 'startsWith', 'eq', 'ne', 'exists', 'absent'],
  number: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'exists', 'absent'],
  boolean: ['eq', 'exists', 'absent'],
  date: ['ge', 'lt', 'eq', 'ne', 'startsWith', 'exists', 'absent'],
};

const looksLikeDate = /^\d{4}-\d{2}-\d{2}(?:$|T\d{2}:\d{2})/;

/** The fields of data by JSON Pointer with their kinds; array elements share the pointer of the array. */
export function fieldsOf(data: readonly object[]): ReadonlyMap<string, ValueKind> {
  const fields = new Map<string, ValueKind>();
  for (const one of data) collect(one, '', fields, 0);
  return fields;
}

const deepest = 6;

function collect(
  value: unknown,
  path: string,
  fields: Map<string, ValueKind>,
  depth: number,
): void {
  if (depth > deepest) return;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 20)) collect(item, path, fields, depth);
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      const part = name.replaceAll('~', '~0').replaceAll('/', '~1');
      collect(item, `${path}/${part}`, fields, depth + 1);
    }
    return;
  }
  const kind = kindOf(value);
  if (path === '' || kind === undefined) return;
  const before = fields.get(path);
  // A field with mixed kinds is a text field.
  if (before === undefined) fields.set(path, kind);
  else if (before !== kind) fields.set(path, 'text');
}

function kindOf(value: unknown): ValueKind | undefined {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value !== 'string') return undefined;
  return looksLikeDate.test(value) ? 'date' : 'text';
}

/** A JSON Pointer as people write it: `releases.0.cycle`. */
export function pathName(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

/** The JSON Pointer for a typed path; a path that starts with a slash is already one. */
export function pointerOf(name: string): string {
  const trimmed = name.trim();
  if (trimmed.startsWith('/')) return trimmed;
  const parts = trimmed.split('.').map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `/${parts.join('/')}`;
}
