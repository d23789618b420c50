import { isDeepStrictEqual } from 'node:util';
import type { ImportRow } from '@annals/contracts/moves';
import { badRequest, conflict } from '@annals/kit/problem';
import { dateOf, type Draft } from '../objects/draft.ts';
import { resolveReferences } from '../objects/references.ts';
import type { Job } from '../objects/sequencer.ts';
import type { Version } from '../objects/version.ts';
import type { WriteRequest } from '../objects/write-request.ts';
import { microsecondsOf, momentOf } from '../time/microseconds.ts';

const fiveMinutes = 300_000_000;

export interface ImportCounts {
  created: number;
  changed: number;
  ended: number;
  /** Rows whose id was there already. */
  existing: number;
}

/** Rows with their own dates, all of them or none. */
export function importBatch(
  rows: ImportRow[],
  dryRun: boolean,
  { caller, bytes, idempotency }: WriteRequest,
): Job<ImportCounts> {
  const ended = rows.filter((row) => 'ended' in row);
  return {
    needs: {
      timelines: [],
      keys: rows.flatMap((row) => [
        row.key,
        ...('ended' in row ? [] : row.references.map(({ key }) => key)),
      ]),
      keysWithData: ended.map(({ key }) => key),
      versions: rows.flatMap(({ id }) => id?.toLowerCase() ?? []),
    },
    versions: rows.length,
    bytes,
    idempotency: dryRun ? undefined : idempotency,
    decide: (draft) => {
      const trial = dryRun ? draft.branch() : draft;
      const counts: ImportCounts = { created: 0, changed: 0, ended: 0, existing: 0 };
      for (const [index, row] of rows.entries())
        counts[importRow(trial, row, index, caller.userId)] += 1;
      return counts;
    },
  };
}

function importRow(
  draft: Draft,
  row: ImportRow,
  index: number,
  userId: string,
): keyof ImportCounts {
  const id = row.id?.toLowerCase();
  const date = microsecondsOf(row.modificationDate);
  const present = id === undefined ? undefined : draft.version(id);
  if (present) {
    if (!isSame(draft, row, date, present))
      throw conflict(
        'id_taken',
        `Row ${index} has the id of a version with other content. Give it an id of its own.`,
      );
    return 'existing';
  }
  checkDate(draft, index, date);
  const timelineId = draft.timelineOfKey(row.key);
  const head = timelineId === undefined ? undefined : draft.head(timelineId);
  if (head && head.endedDate !== null)
    throw conflict(
      'timeline_ended',
      `Row ${index} writes to the timeline ${row.key}, which has ended.`,
    );

  if ('ended' in row) {
    if (!head) throw wrongRow(index, 'key', 'There is no timeline with this key to end.');
    const { type, objectData, references } = head;
    draft.append({
      head,
      type,
      objectData: objectData ?? {},
      references,
      userId,
      ended: true,
      date,
      id,
    });
    return 'ended';
  }
  if (head && head.type !== row.type)
    throw wrongRow(index, 'type', `The timeline keeps its type, which is ${head.type}.`);
  const references = resolveReferences(
    draft,
    row.references.map(({ name, key }) => ({ name, timelineId: draft.timelineOfKey(key) })),
    (reference) => `body.rows.${index}.references.${reference}.key`,
  );
  const { type, objectData } = row;
  const version = draft.append({
    head,
    type,
    objectData,
    references,
    userId,
    ended: false,
    date,
    id,
  });
  if (head) return 'changed';
  draft.keys.set(row.key, version.timelineId);
  return 'created';
}

function checkDate(draft: Draft, index: number, date: number): void {
  const { now, lastChange } = draft.clock;
  if (date > now + fiveMinutes) throw wrongRow(index, 'modificationDate', 'It is in the future.');
  if (date < earliest) throw wrongRow(index, 'modificationDate', 'Dates begin with the year 1700.');
  if (lastChange !== null && date < lastChange)
    throw conflict(
      'dates_go_back',
      `Row ${index} is dated ${momentOf(date)}, before the newest version there is by then, ${momentOf(lastChange)}. ` +
        'Dates must not go back: sort the rows by modificationDate, or import into a new partition.',
    );
}

// Microseconds are counted in doubles, which are exact from 1684 on.
const earliest = microsecondsOf('1700-01-01T00:00:00Z');

/** Whether the version that has the row's id says what the row says. */
function isSame(draft: Draft, row: ImportRow, date: number, present: Version): boolean {
  if (dateOf(present) !== date || draft.timelineOfKey(row.key) !== present.timelineId) return false;
  if ('ended' in row) return present.endedDate !== null;
  return (
    present.endedDate === null &&
    present.type === row.type &&
    isDeepStrictEqual(present.objectData, row.objectData) &&
    isDeepStrictEqual(
      present.references.map(({ name, timelineId }) => ({ name, timelineId })),
      row.references.map(({ name, key }) => ({ name, timelineId: draft.timelineOfKey(key) })),
    )
  );
}

const wrongRow = (index: number, field: string, message: string) =>
  badRequest(`Row ${index} is not right; see fields.`, [
    { path: `body.rows.${index}.${field}`, message },
  ]);
