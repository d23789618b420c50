import { createHmac } from 'node:crypto';
import type { Queryable } from '@annals/kit/database/database';
import { toHex } from '@annals/proofs/bytes';
import { changeSetRoot, operationLeaf } from '@annals/proofs/change-set-root';
import { depthOf, propertiesOf } from '@annals/proofs/properties';
import { propertyHash, saltLength } from '@annals/proofs/version-tree';
import type { SaltSource } from '../log/log-builder.ts';
import type { Version } from '../versions/version.ts';
import type { ChangeSetKey, ChangeSetRow } from './change-sets.sql.ts';
import * as table from './operations.sql.ts';
import type { OperationRow } from './operations.sql.ts';

/** The reason of the versions of a set. */
export const reasonOf = ({ reason, title }: Pick<ChangeSetRow, 'reason' | 'title'>): string =>
  reason ?? title;

/** The salts of the version that an operation writes, which the key of the set determines in advance. */
export const saltsOf =
  (saltKey: Uint8Array, operationId: string): SaltSource =>
  (pointer) =>
    createHmac('sha256', saltKey)
      .update(`${operationId}\0${pointer}`)
      .digest()
      .subarray(0, saltLength);

/** The part of a version that is approved. */
type Content = Pick<
  Version,
  'timelineId' | 'type' | 'predecessorId' | 'modificationUserId' | 'objectData' | 'reason'
> & {
  references: { name: string; timelineId: string; type: string }[];
  ended: boolean;
};

/** The leaf of an operation in the root of its set. */
export function contentLeaf(
  { objectData, reason, ...content }: Content,
  salts: SaltSource,
): Uint8Array {
  const properties = propertiesOf({ objectData, references: [], reason }, depthOf(objectData));
  const values = properties.map((property) =>
    propertyHash(toHex(salts(property.pointer)), property),
  );
  return operationLeaf({ ...content, values });
}

/** The same for an operation that is written. */
export const writtenLeaf = ({ endedDate, ...version }: Version, salts: SaltSource): Uint8Array =>
  contentLeaf({ ...version, ended: endedDate !== null }, salts);

/** What the operations will write, as far as it is known in advance, and the root that approvers sign. */
export async function rootToApprove(
  database: Queryable,
  key: ChangeSetKey,
  row: Pick<ChangeSetRow, 'reason' | 'title'>,
  saltKey: Uint8Array,
): Promise<{ root: Uint8Array; operationCount: number }> {
  const operations = await table.listAllOperations(database, key);
  const targets = await targetsOf(database, key, operations);
  const reason = reasonOf(row);
  const leaves: Uint8Array[] = [];
  for (let from = 0; from < operations.length; from += readBatchSize) {
    const part = operations.slice(from, from + readBatchSize);
    const brought = await table.findVersionsByNumber(
      database,
      key.partitionId,
      part.flatMap((operation) => copiedSequence(operation) ?? []),
    );
    for (const operation of part) {
      const { objectData, references } = brought.get(copiedSequence(operation) ?? -1) ?? operation;
      const { operationId, timelineId, newTimelineId, type, predecessorId } = operation;
      const content = {
        timelineId: timelineId ?? newTimelineId,
        type,
        predecessorId,
        modificationUserId: operation.editedUserId,
        objectData: objectData ?? {},
        reason,
        references: (references ?? []).map((reference) => targets(reference)),
        ended: operation.operation === 'end',
      };
      leaves.push(contentLeaf(content, saltsOf(saltKey, operationId)));
    }
  }
  return { root: changeSetRoot(leaves), operationCount: leaves.length };
}

/** The most operations whose versions are in memory at once. */
const readBatchSize = 100;

/** Number of the version that an operation copies. */
function copiedSequence({ operation, baseSequence, oldSequence }: OperationRow): number | null {
  if (operation === 'end') return baseSequence;
  return operation === 'restore' ? oldSequence : null;
}

/** The targets of the references of the operations. */
async function targetsOf(database: Queryable, key: ChangeSetKey, operations: OperationRow[]) {
  const created = new Map(
    operations.flatMap(({ localName, newTimelineId, type }) =>
      localName === null ? [] : [[localName, { timelineId: newTimelineId, type }]],
    ),
  );
  const named = operations.flatMap(({ references }) =>
    (references ?? []).flatMap((to) => ('timelineId' in to ? to.timelineId : [])),
  );
  const heads = await table.findHeads(database, key.partitionId, [...new Set(named)]);
  return (reference: table.DraftReference | Version['references'][number]) => {
    const { name } = reference;
    if ('type' in reference)
      return { name, timelineId: reference.timelineId, type: reference.type };
    if ('timelineId' in reference) {
      const { timelineId } = reference;
      return { name, timelineId, type: heads.get(timelineId)?.type ?? '' };
    }
    return { name, ...(created.get(reference.localName) ?? { timelineId: '', type: '' }) };
  };
}
