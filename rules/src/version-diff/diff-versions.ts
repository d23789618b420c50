import { diffJson, type DiffNode } from './diff-json.ts';
import type { JsonObject } from '../json-values.ts';
import { diffReferences, type ReferenceChange, type ReferenceLike } from './diff-references.ts';
import { fieldChanges, type FieldChanges } from './field-changes.ts';
import { type ErasedPath, withRedactedValues } from '../redacted-data.ts';

/** The fields needed for a comparison; other services may omit all of them. */
export interface ComparableVersion {
  readonly type?: string | undefined;
  readonly objectData?: Readonly<Record<string, unknown>> | undefined;
  readonly references?: readonly ReferenceLike[] | undefined;
  readonly endedDate?: string | null | undefined;
  readonly erased?: readonly ErasedPath[] | null | undefined;
}

export interface VersionDifference extends FieldChanges {
  readonly data: DiffNode;
  readonly references: readonly ReferenceChange[];
  readonly type: { readonly before: string; readonly after: string } | null;
  /** Whether the timeline ended or was continued between the two. */
  readonly ending: 'ended' | 'resumed' | null;
}

/** What changed from the older to the newer of two versions, field by field. */
export function diffVersions(
  older: ComparableVersion,
  newer: ComparableVersion,
): VersionDifference {
  const now = shownData(newer);
  const data = diffJson(shownData(older), now);
  const { type: before } = older;
  const { type: after } = newer;
  const wasEnded = Boolean(older.endedDate);
  const isEnded = Boolean(newer.endedDate);
  return {
    ...fieldChanges(data.kind === 'same' ? eachPropertySame(now) : data),
    data,
    references: diffReferences(older.references ?? [], newer.references ?? []),
    type:
      before !== undefined && after !== undefined && before !== after ? { before, after } : null,
    ending: wasEnded === isEnded ? null : isEnded ? 'ended' : 'resumed',
  };
}

/** The content of a version, with erased values marked as such. */
export function shownData({ objectData = {}, erased }: ComparableVersion): JsonObject {
  return withRedactedValues(objectData, erased);
}

/** Whether two versions have the same content. */
export function isUnchanged(difference: VersionDifference): boolean {
  const { changes, references, type, ending } = difference;
  return changes.length === 0 && references.length === 0 && type === null && ending === null;
}

function eachPropertySame(data: Readonly<Record<string, unknown>>): DiffNode {
  return {
    kind: 'object',
    properties: Object.entries(data).map(([name, value]) => [name, { kind: 'same', value }]),
  };
}
