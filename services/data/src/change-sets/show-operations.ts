import type { ChangeSetOperation } from '@annals/contracts/change-set-operations';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { prefixPaths, type FieldProblem } from '@annals/kit/problem';
import type { ObjectDataCheck } from '../types/schemas.ts';
import { objectVersionOf, type VersionRow } from '../versions/version.ts';
import type { ChangeSetKey } from './change-sets.sql.ts';
import * as table from './operations.sql.ts';
import type { OperationRow } from './operations.sql.ts';

/** Operations as callers see them: with their base, the newest version, and their problems. */
export async function showOperations(
  database: Queryable,
  check: ObjectDataCheck,
  key: ChangeSetKey,
  rows: OperationRow[],
  userId: string,
): Promise<ChangeSetOperation[]> {
  const { partitionId } = key;
  const versions = await table.findVersionsByNumber(
    database,
    partitionId,
    rows.flatMap((row) =>
      [row.baseSequence, row.headSequence, row.oldSequence, row.sequence].flatMap(
        (seq) => seq ?? [],
      ),
    ),
  );
  const versionAt = (seq: number | null) => (seq === null ? undefined : versions.get(seq));
  const seen = rows.map((row) => ({
    row,
    base: versionAt(row.baseSequence),
    head: versionAt(row.headSequence),
    old: versionAt(row.oldSequence),
    became: versionAt(row.sequence),
  }));
  const problems = await problemsOf(database, check, key, seen, userId);
  const showVersion = (version: VersionRow | undefined) =>
    version ? objectVersionOf(partitionId, version) : null;
  return seen.map(({ row, base, head, old, became }, index) => {
    const content = became ?? old ?? base;
    return {
      operationId: row.operationId,
      operation: row.operation,
      localName: row.localName,
      key: row.key,
      type: row.type,
      timelineId: row.timelineId,
      objectId: row.objectId,
      objectData: row.objectData ?? content?.objectData ?? {},
      references: row.references ?? content?.references ?? [],
      predecessorId: row.predecessorId,
      base: showVersion(base),
      current: head && head.id !== (became ?? base)?.id ? showVersion(head) : null,
      conflict: conflictOf(row),
      problems: problems.get(index) ?? [],
      editedDate: row.editedDate,
      editedUserId: row.editedUserId,
      editedUserName: row.editedUserName,
      committedVersion: became ? { objectId: became.id, sequence: became.seq } : null,
    };
  });
}

/** The operations checked at once. */
const checkBatchSize = 100;
/** The most operations with problems in one response. */
const maxReportedOperations = 100;

/** The first operations of a set that could not be committed as they are. */
export async function checkOperations(
  database: Queryable,
  check: ObjectDataCheck,
  key: ChangeSetKey,
  userId: string,
): Promise<Pick<ChangeSetOperation, 'operationId' | 'conflict' | 'problems'>[]> {
  const rows = await table.listAllOperations(database, key);
  const shownOperations = [];
  for (
    let from = 0;
    from < rows.length && shownOperations.length < maxReportedOperations;
    from += checkBatchSize
  ) {
    const part = rows.slice(from, from + checkBatchSize);
    const numbers = part.flatMap(({ oldSequence }) => oldSequence ?? []);
    const olds = await table.findVersionsByNumber(database, key.partitionId, numbers);
    const seen = part.map((row) => ({ row, old: olds.get(row.oldSequence ?? -1) }));
    const problems = await problemsOf(database, check, key, seen, userId);
    for (const [index, row] of part.entries()) {
      const { operationId } = row;
      const conflict = conflictOf(row);
      const fields = problems.get(index) ?? [];
      if (conflict || fields.length > 0)
        shownOperations.push({ operationId, conflict, problems: fields });
    }
  }
  return shownOperations.slice(0, maxReportedOperations);
}

const keyTaken = {
  PARTITION: say('keyOfOtherObject'),
  CHANGE_SET: say('keyOfOtherOperation'),
};

interface Seen {
  row: OperationRow;
  /** The version to restore. */
  old: VersionRow | undefined;
}

function conflictOf(row: OperationRow): ChangeSetOperation['conflict'] {
  const { operation, predecessorId, objectId, headId, headEnded, sequence } = row;
  if (sequence !== null || headId === null) return null;
  if (headEnded === true && operation !== 'restore')
    return { code: 'timeline_ended', ...say('objectEnded') };
  if (headId !== predecessorId) return { code: 'stale_predecessor', ...say('objectChanged') };
  if (operation === 'restore' && headId === objectId && headEnded !== true)
    return { code: 'nothing_to_restore', ...say('alreadyNewest') };
  return null;
}

/** Violations of a JSON Schema, invalid references or keys, by the index of the operation. */
async function problemsOf(
  database: Queryable,
  check: ObjectDataCheck,
  key: ChangeSetKey,
  seen: Seen[],
  userId: string,
): Promise<Map<number, ChangeSetOperation['problems']>> {
  const { partitionId } = key;
  const found = new Map<number, ChangeSetOperation['problems']>();
  const add = (index: number, fields: FieldProblem[]) =>
    found.set(index, [...(found.get(index) ?? []), ...fields]);
  const open = seen.flatMap((each, index) =>
    each.row.sequence === null ? { ...each, index } : [],
  );
  if (open.length === 0) return found;
  const checked = open.flatMap(({ row, old, index }) => {
    const objectData = row.objectData ?? old?.objectData;
    if (!objectData || row.operation === 'end') return [];
    return { index, given: { type: row.type, timelineId: undefined, objectData } };
  });
  const { problems } = await check.check({
    partitionId,
    userId,
    given: checked.map(({ given }) => given),
  });
  for (const { index, fields } of problems)
    add(checked[index]?.index ?? 0, prefixPaths('objectData', fields));
  const targets = await table.findHeads(
    database,
    partitionId,
    open.flatMap(({ row }) =>
      (row.references ?? []).flatMap((to) => ('timelineId' in to ? to.timelineId : [])),
    ),
  );
  const names = new Set(await table.listLocalNames(database, key));
  const taken = open.some(({ row }) => row.key !== null)
    ? await table.listTakenKeys(database, key)
    : undefined;
  for (const { row, index } of open) {
    const by = taken?.get(row.operationId);
    if (by !== undefined) add(index, [{ path: 'key', ...keyTaken[by] }]);
    const pointers = new Set<string>();
    for (const [place, reference] of (row.references ?? []).entries()) {
      const [member, target] =
        'timelineId' in reference
          ? (['timelineId', reference.timelineId] as const)
          : (['localName', reference.localName] as const);
      const path = `references.${place}.${member}`;
      if (!(member === 'timelineId' ? targets.has(target) : names.has(target)))
        add(index, [
          {
            path,
            ...(member === 'timelineId' ? say('noTimelineInPartition') : say('noOperationNamed')),
          },
        ]);
      const pointer = `${member} ${target} ${reference.name}`;
      if (pointers.has(pointer)) add(index, [{ path, ...say('referenceTwice') }]);
      pointers.add(pointer);
    }
  }
  return found;
}
