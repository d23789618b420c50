import { moment } from '@annals/contracts/fields';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { valueAt } from '../../../platform/json-values/at-pointer.ts';
import { sameJson } from '../../../platform/json-values/json-values.ts';
import { normalizeForSearch } from '../../../platform/normalize-for-search.ts';
import { oneOf, type PlainSearch } from '../../../platform/search.ts';
import { isAfter } from '../../../platform/time/moments.ts';

/** The filter of a timeline's versions. All of it is in the URL. */
export interface HistoryFilter {
  /** The JSON Pointer of a changed field. */
  readonly field: string | undefined;
  /** The id of the author. */
  readonly author: string | undefined;
  /** RFC 3339 in UTC, both inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** A part of the reason. */
  readonly reason: string | undefined;
}

export function filterOfSearch(search: PlainSearch): HistoryFilter {
  const momentIn = (name: string) => {
    const text = oneOf(search[name]);
    return moment.safeParse(text).success ? text : undefined;
  };
  return {
    field: oneOf(search['field']),
    author: oneOf(search['author']),
    from: momentIn('from'),
    to: momentIn('to'),
    reason: oneOf(search['reason']),
  };
}

export const isFilterSet = (filter: HistoryFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/**
 * The versions that match, in the same order.
 * @param versions newest first
 */
export function filterVersions(
  versions: readonly ObjectVersion[],
  { field, author, from, to, reason }: HistoryFilter,
): readonly ObjectVersion[] {
  return versions.filter((version, index) => {
    const { modificationDate: written, modificationUserId } = version;
    if (author !== undefined && modificationUserId !== author) return false;
    if (reason !== undefined && !contains(version.reason, reason)) return false;
    if (written !== undefined && from !== undefined && isAfter(from, written)) return false;
    if (written !== undefined && to !== undefined && isAfter(written, to)) return false;
    return field === undefined || changesField(version, versions[index + 1], field);
  });
}

const contains = (text: string | null | undefined, part: string): boolean =>
  normalizeForSearch(text ?? '').includes(normalizeForSearch(part));

/** Unknown for the oldest loaded version; the first version of a timeline changes all of its fields. */
function changesField(
  version: ObjectVersion,
  before: ObjectVersion | undefined,
  field: string,
): boolean {
  const value = valueAt(version.objectData, field);
  if (version.predecessorId === null || version.modificationCount === 1) return value !== undefined;
  if (before === undefined || before.id !== version.predecessorId) return false;
  return !sameJson(value, valueAt(before.objectData, field));
}

/** The distinct authors of versions, with their names as reported by the service. */
export function authorsOf(
  versions: readonly ObjectVersion[],
): { id: string; name: string | undefined }[] {
  const authors = new Map<string, string | undefined>();
  for (const { modificationUserId: id, modificationUserName: name } of versions)
    if (id && !authors.get(id)) authors.set(id, name ?? undefined);
  return [...authors].map(([id, name]) => ({ id, name }));
}

export interface Period {
  from: string;
  to: string;
}

/** The period from the oldest to the newest of versions; undefined without dates. */
export function periodOf(versions: readonly ObjectVersion[]): Period | undefined {
  const dates = versions.flatMap(({ modificationDate }) => modificationDate ?? []);
  const [from, to] = [dates.at(-1), dates[0]];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/**
 * Halves or doubles a period around a moment in it.
 * @returns undefined if that covers everything
 */
export function zoomTo(
  shown: Period,
  whole: Period,
  factor: 0.5 | 2,
  around: string | undefined,
): Period | undefined {
  const [from, to, first, last] = [shown.from, shown.to, whole.from, whole.to].map((at) =>
    Date.parse(at),
  ) as [number, number, number, number];
  const length = (to - from) * factor;
  const middle = around === undefined ? (from + to) / 2 : Date.parse(around);
  const start = Math.min(Math.max(middle - length / 2, first), Math.max(first, last - length));
  const end = Math.min(start + length, last);
  if (start <= first && end >= last) return undefined;
  const text = (at: number) => new Date(at).toISOString();
  // Rounded up to the next millisecond, so that the last version is included.
  return { from: text(Math.floor(start)), to: text(Math.ceil(end) + 1) };
}
