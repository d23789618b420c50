import {
  addOperations,
  deleteOperation,
  getOperation,
  listOperations,
  putOperation,
} from '@annals/contracts/change-set-operations';
import { checkChangeSet } from '@annals/contracts/change-sets';
import type { Queryable } from '@annals/kit/database/database';
import { bytesOfPage } from '@annals/kit/lists/page-bytes';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import type { ObjectDataCheck } from '../types/schemas.ts';
import { editLocked, type ChangeSetServices } from './change-set-calls.ts';
import type { ChangeSetKey } from './change-sets.sql.ts';
import { loadChangeSet, viewerOf } from './load.ts';
import * as table from './operations.sql.ts';
import { saveOperations } from './save-operations.ts';
import { checkOperations, showOperations } from './show-operations.ts';

/** The calls about the operations of a change set. */
export function mountOperations(mount: Mount, services: ChangeSetServices): void {
  const { database, check, findMemberRole } = services;

  mount(listOperations, async ({ params: key, query, caller, queryable }) => {
    await loadChangeSet(queryable, key, await viewerOf(findMemberRole, caller, key.partitionId));
    const range = table.operationsInOrder.rangeOf(query);
    const rows = await table.listOperations(queryable, key, range, bytesOfPage(query));
    const page = table.operationsInOrder.pageOf(rows, query, (row) => row);
    return { ...page, data: await showOperations(queryable, check, key, page.data, caller.userId) };
  });

  mount(getOperation, async ({ params, caller, queryable }) => {
    const { operationId, ...key } = params;
    await loadChangeSet(queryable, key, await viewerOf(findMemberRole, caller, key.partitionId));
    return shownOperation(queryable, check, key, operationId, caller.userId);
  });

  mount(addOperations, async (call) =>
    editLocked(services, call, async (transaction) => {
      const { params: key, body, caller } = call;
      const pathOf = (index: number) => `body.operations.${index}.operation`;
      await saveOperations(transaction, key, body.operations, caller.userId, pathOf);
      return true;
    }),
  );

  mount(putOperation, async ({ params, body, caller, idempotency }) => {
    const { operationId, ...key } = params;
    await editLocked(services, { params: key, caller, idempotency }, async (transaction) => {
      const operations = [{ operationId, operation: body }];
      await saveOperations(transaction, key, operations, caller.userId, () => 'body');
      return true;
    });
    return shownOperation(database, check, key, operationId, caller.userId);
  });

  mount(deleteOperation, async ({ params, caller, idempotency }) => {
    const { operationId, ...key } = params;
    await editLocked(services, { params: key, caller, idempotency }, async (transaction) =>
      table.deleteOperation(transaction, key, operationId),
    );
  });

  mount(checkChangeSet, async ({ params: key, caller, queryable }) => {
    await loadChangeSet(queryable, key, await viewerOf(findMemberRole, caller, key.partitionId));
    const data = await checkOperations(queryable, check, key, caller.userId);
    return { valid: data.length === 0, data };
  });
}

/** @throws Problem 404 */
async function shownOperation(
  queryable: Queryable,
  check: ObjectDataCheck,
  key: ChangeSetKey,
  operationId: string,
  userId: string,
) {
  const row = await table.findOperation(queryable, key, operationId);
  const [shown] = row ? await showOperations(queryable, check, key, [row], userId) : [];
  if (!shown) throw notFound('operation');
  return shown;
}
