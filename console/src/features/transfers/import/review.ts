import type { ReceivedMessage } from '@annals/contracts/problem';
import type { ImportRow, importObjects } from '@annals/contracts/transfers';
import { mergeData } from '@annals/rules/merge-data';
import { readFieldPath, writeFieldPath } from '@annals/rules/tables/field-path';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { isObject, type JsonObject, sameJson } from '../../../platform/json-values/json-values.ts';
import type { ImportSource } from './import-run.ts';
import type { UnreadableRow } from './file-rows.ts';
import type { RowOutcome } from './predict-outcomes.ts';

type Answer = AnswerOf<typeof importObjects>;
type Current = NonNullable<Answer['current']>[number];

/** A field or a reference that a row changes. */
export interface ValueChange {
  /** The path as `writeFieldPath` writes it, or ref:NAME. */
  path: string;
  /** Undefined if it is not there. */
  before: unknown;
  after: unknown;
}

/** What becomes of a row. */
export interface ReviewedRow {
  number: number;
  key: string;
  outcome: RowOutcome | 'unreadable';
  /** Why it is not imported, or not as it stands. */
  reason?: ReceivedMessage | undefined;
  /** The cells that are the reason. */
  cells?: UnreadableRow['cells'];
  /** Undefined if it is not known what it changes. */
  changes?: readonly ValueChange[];
}

interface JudgedRow {
  judgement: RowOutcome;
  reason?: ReceivedMessage | undefined;
}

/** The rows of a batch with what the service says of them. */
export function reviewRows(
  rows: readonly ImportRow[],
  numbers: readonly number[],
  judged: readonly JudgedRow[],
  { current = [], timelines }: Answer,
  { sheet }: Pick<ImportSource, 'sheet'>,
): ReviewedRow[] {
  const currentByRow = new Map(current.map((each) => [each.row, each]));
  return rows.map((row, index) => {
    const { judgement: outcome, reason } = judged[index] ?? { judgement: 'unjudged' };
    const before = currentByRow.get(index);
    const changes =
      before && outcome === 'changed' && 'objectData' in row
        ? changesOf(sheet?.choices.isPartial ? wholeRow(row, before) : row, before, timelines)
        : undefined;
    return {
      number: numbers[index] ?? 0,
      key: row.key,
      outcome,
      reason,
      ...(changes ? { changes } : {}),
    };
  });
}

export const referencePath = (name: string): string => `ref:${name}`;

/** The whole data and references that a row makes of its object. */
export function wholeRow(
  row: Extract<ImportRow, { objectData: unknown }>,
  { objectData, references }: Current,
): Extract<ImportRow, { objectData: unknown }> {
  const names = new Set(row.references.map(({ name }) => name));
  const others = references.filter(({ name }) => !names.has(name));
  return {
    ...row,
    objectData: mergeData(objectData, row.objectData),
    // The id of a timeline is also one of its keys.
    references: [
      ...others.map(({ name, timelineId }) => ({ name, key: timelineId })),
      ...row.references,
    ],
  };
}

/** What a row changes of its object. */
export function changesOf(
  row: Extract<ImportRow, { objectData: unknown }>,
  current: Current,
  timelines: Answer['timelines'] = [],
): ValueChange[] {
  const ids = new Map(timelines.map(({ key, timelineId }) => [key, timelineId]));
  const before = byName(current.references.map(({ name, timelineId }) => [name, timelineId]));
  const after = byName(row.references.map(({ name, key }) => [name, key]));
  const references = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old = [], keys = []] = [before.get(name), after.get(name)];
    return sameJson(
      old,
      keys.map((key) => ids.get(key) ?? key),
    )
      ? []
      : [{ path: referencePath(name), before: one(old), after: one(keys) }];
  });
  return [...fieldChanges(current.objectData, row.objectData, []), ...references];
}

function byName(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [name, value] of pairs) names.set(name, [...(names.get(name) ?? []), value]);
  return names;
}

const one = (values: readonly string[]): unknown => (values.length > 1 ? values : values[0]);

function fieldChanges(
  before: JsonObject,
  after: JsonObject,
  parent: readonly string[],
): ValueChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [old, now] = [memberOf(before, name), memberOf(after, name)];
    const path = [...parent, name];
    if (isObject(old) && isObject(now)) return fieldChanges(old, now, path);
    return sameJson(old, now) ? [] : [{ path: writeFieldPath(path), before: old, after: now }];
  });
}

/** A change of the value itself, or of one within it. */
export function changeAt(
  changes: readonly ValueChange[] | undefined,
  path: string,
): ValueChange | undefined {
  const names = readFieldPath(path);
  return changes?.find((change) => {
    const changed = readFieldPath(change.path);
    return names.every((name, at) => changed[at] === name);
  });
}

const memberOf = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;
