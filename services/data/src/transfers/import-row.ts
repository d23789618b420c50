import { isDeepStrictEqual } from 'node:util';
import { maximalImportRows } from '@annals/contracts/import-batches';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { ImportRow } from '@annals/contracts/transfers';
import { prefixPaths, ExplainedError, Problem, type FieldProblem } from '@annals/kit/problem';
import { resolveReferences, type Draft, type Head, type NewVersion } from '../append/draft.ts';
import { RuleViolation } from '../change-policy/change-rules.ts';
import { mergeRow, type WholeRow } from './partial-rows.ts';
import type { StartingTimelines } from './starting-timelines.ts';
import { setNullAt, tokensOf, valueAt } from '../versions/json-pointer.ts';
import type { StoredReference, Version } from '../versions/version.ts';
import { epochMicros, isoDateTime } from '../versions/timestamps.ts';

const fiveMinutes = 300_000_000;
// Microseconds are stored in doubles, which are exact from 1684 on.
const earliest = epochMicros('1700-01-01T00:00:00Z');
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Importer {
  userId: string;
  /** Whether rows may have other authors. */
  forOthers: boolean;
}

export type Outcome = 'created' | 'changed' | 'ended' | 'existing';

interface RowImport {
  importer: Importer;
  /** The number of the row in its batch. */
  number: number;
  starting: StartingTimelines;
  /** Violations of the JSON Schema of its type. */
  broken: FieldProblem[] | undefined;
  /** A partial row with the rest of its object, as the schema was checked for it; undefined for a whole row. */
  whole: WholeRow | undefined;
  /** A row that equals the newest version of its timeline is not written; the data of the heads has been read. */
  skipUnchanged: boolean;
  /** The reason of a row without its own. */
  reason: string | null | undefined;
}

/** @throws RowRefused */
export function importRow(
  draft: Draft,
  row: ImportRow,
  { importer, number, starting, broken, whole, skipUnchanged, reason }: RowImport,
): Outcome {
  const id = row.id?.toLowerCase();
  const present = id === undefined ? undefined : draft.version(id);
  if (present) {
    if (isSame(draft, row, present)) return 'existing';
    throw new RowRefused(409, 'id_taken', say('rowIdTaken'));
  }
  const dateMicros = dateFor(draft, row);
  const userId = authorOf(row, importer);
  const head = headToFollow(draft, row);
  const original = {
    userId,
    dateMicros,
    id,
    importedBy:
      row.modificationDate === undefined && row.modificationUserId === undefined
        ? undefined
        : importer.userId,
    reason: row.reason || reason,
  };
  if ('ended' in row) {
    if (!head) throw wrong('key', say('nothingToEnd'));
    const { type, objectData, references } = head;
    append(draft, {
      ...original,
      head,
      type,
      objectData: objectData ?? {},
      references,
      ended: true,
    });
    return 'ended';
  }
  if (head && head.type !== row.type)
    throw wrong('type', say('keyHasType', { key: row.key, type: head.type }));
  if (broken) throw new RowRefused(400, 'bad_request', notRight, prefixPaths('objectData', broken));
  const { type } = row;
  const { objectData } = whole ? mergeRow(row, head) : row;
  if (whole && !isDeepStrictEqual(objectData, whole.objectData))
    throw new RowRefused(409, 'changed_meanwhile', say('rowChanged'));
  const references = [
    ...(whole ? otherReferences(row, head) : []),
    ...referencesOf(draft, row, { number, starting }),
  ];
  if (
    skipUnchanged &&
    head?.endedDate === null &&
    head.type === type &&
    isDeepStrictEqual(head.objectData, objectData) &&
    isDeepStrictEqual(targetsOf(head.references), targetsOf(references))
  )
    return 'existing';
  const start = head ? undefined : starting.startedBy(number);
  const version = append(draft, {
    ...original,
    ...(start ? { id: start.objectId, timelineId: start.timelineId } : {}),
    head,
    type,
    objectData,
    references,
    ended: false,
  });
  if (head) return 'changed';
  draft.keys.set(row.key, version.timelineId);
  return 'created';
}

/** The references of the object whose names the row does not have. */
const otherReferences = (
  row: Extract<ImportRow, { references: unknown }>,
  head: Head | undefined,
): StoredReference[] => {
  const names = new Set(row.references.map(({ name }) => name));
  return (head?.references ?? []).filter(({ name }) => !names.has(name));
};

/** @throws RowRefused for a version that the rules of the partition do not allow */
function append(draft: Draft, version: NewVersion): Version {
  try {
    return draft.append(version);
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    const status = error.status === 409 ? 409 : 400;
    throw new RowRefused(status, error.code, say('rowBreaksRules'));
  }
}

/** The id of a timeline, if a key is one, so that an export can be imported again. */
export const idIn = (key: string): string | undefined =>
  uuid.test(key) ? key.toLowerCase() : undefined;

/** The timeline that a key leads to; it may no longer exist. */
export function timelineOf(
  draft: Pick<Draft, 'head' | 'timelineOfKey'>,
  key: string,
): string | undefined {
  const known = draft.timelineOfKey(key);
  if (known !== undefined) return known;
  const id = idIn(key);
  return id === undefined ? undefined : draft.head(id)?.timelineId;
}

function headToFollow(draft: Draft, row: ImportRow): Head | undefined {
  const timelineId = timelineOf(draft, row.key);
  const head = timelineId === undefined ? undefined : draft.head(timelineId);
  if (!head || head.endedDate === null || ('restored' in row && row.restored)) return head;
  throw new RowRefused(409, 'timeline_ended', say('rowEnded', { key: row.key }));
}

function authorOf({ modificationUserId }: ImportRow, { userId, forOthers }: Importer): string {
  const author = modificationUserId?.toLowerCase() ?? userId;
  if (author !== userId && !forOthers)
    throw new RowRefused(403, 'forbidden', say('rowOfOtherAuthor'));
  return author;
}

function dateFor(draft: Draft, { modificationDate }: ImportRow): number {
  if (modificationDate === undefined) return draft.systemTimeMicros();
  const date = epochMicros(modificationDate);
  const { nowMicros, lastChangeMicros } = draft.partition;
  if (date > nowMicros + fiveMinutes) throw wrong('modificationDate', say('inTheFuture'));
  if (date < earliest) throw wrong('modificationDate', say('beforeEarliestYear'));
  if (lastChangeMicros !== null && date < lastChangeMicros)
    throw new RowRefused(
      409,
      'dates_go_back',
      say('rowDateGoesBack', {
        date: isoDateTime(date),
        lastChange: isoDateTime(lastChangeMicros),
      }),
    );
  return date;
}

function referencesOf(
  draft: Draft,
  { references }: Extract<ImportRow, { references: unknown }>,
  { number, starting }: Pick<RowImport, 'number' | 'starting'>,
) {
  try {
    return resolveReferences(
      { head: (timelineId) => draft.head(timelineId) ?? starting.head(timelineId) },
      references.map(({ name, key }) => ({
        name,
        timelineId: timelineOf(draft, key) ?? starting.find(key, number)?.timelineId,
      })),
      (index) => `references.${index}.key`,
      noTarget,
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new RowRefused(400, 'bad_request', notRight, error.extras.fields);
  }
}

const noTarget = say('importNoTarget', { maximalImportRows });

export const targetsOf = (references: readonly StoredReference[]) =>
  references.map(({ name, timelineId }) => ({ name, timelineId }));

/** Whether the version with the row's id equals the row. */
function isSame(draft: Draft, row: ImportRow, present: Version): boolean {
  const { modificationDate, modificationUserId, reason } = row;
  // An erased reason is unknown, like erased values.
  if (reason && !present.reasonReceipt && present.reason !== reason) return false;
  if (
    modificationDate !== undefined &&
    epochMicros(present.modificationDate) !== epochMicros(modificationDate)
  )
    return false;
  if (
    modificationUserId !== undefined &&
    present.modificationUserId !== modificationUserId.toLowerCase()
  )
    return false;
  if (timelineOf(draft, row.key) !== present.timelineId) return false;
  if ('ended' in row) return present.endedDate !== null;
  return (
    present.endedDate === null &&
    present.type === row.type &&
    isDeepStrictEqual(present.objectData, withoutErased(row.objectData, present)) &&
    isDeepStrictEqual(
      targetsOf(present.references),
      row.references.map(({ name, key }) => ({ name, timelineId: timelineOf(draft, key) })),
    )
  );
}

/**
 * Erased values are unknown: a value that a row gives for them is older than the erasure and is not restored.
 */
function withoutErased(
  objectData: Record<string, unknown>,
  { erased }: Version,
): Record<string, unknown> {
  if (!erased) return objectData;
  const left = structuredClone(objectData);
  for (const tokens of erased.map(({ path }) => tokensOf(path)))
    if (valueAt(left, tokens) !== undefined) setNullAt(left, tokens);
  return left;
}

const notRight = say('rowNotValid');

const wrong = (path: string, message: ServiceMessage) =>
  new RowRefused(400, 'bad_request', notRight, [{ path, ...message }]);

export interface RefusedRow extends ServiceMessage {
  row: number;
  code: string;
}

/** A row of an import is not written. */
export class RowRefused extends ExplainedError {
  override readonly name = 'RowRefused';

  /**
   * @param explanation continues "Row 7"
   * @param fields their paths start below the row
   */
  constructor(
    readonly status: 400 | 403 | 409,
    readonly code: string,
    explanation: ServiceMessage,
    readonly fields: FieldProblem[] = [],
  ) {
    super(explanation);
  }

  /** The refusal of the whole batch because of this row. */
  ofBatch(row: number): Problem {
    const fields = this.fields.map((field) => ({
      ...field,
      path: `body.rows.${row}.${field.path}`,
    }));
    return new Problem(
      this.status,
      this.code,
      say('row', { row, problem: this.explanation }),
      fields.length > 0 ? { fields } : {},
    );
  }

  /** As one of several in a list. */
  inList(row: number): RefusedRow {
    const { code, fields, explanation } = this;
    return {
      row,
      code,
      ...(fields.length > 0 ? say('listed', { fields }) : say('theRow', { problem: explanation })),
    };
  }
}
