import { uuidv7 } from 'uuidv7';
import {
  addChangeSetComment,
  listChangeSetComments,
  resolveChangeSetComment,
} from '@annals/contracts/change-set-comments';
import { say } from '@annals/contracts/messages';
import type { Mount } from '@annals/kit/mount';
import { badRequest, conflict, notFound } from '@annals/kit/problem';
import { executeOnce } from '../idempotency/idempotency.ts';
import type { ChangeSetServices } from './change-set-calls.ts';
import * as table from './comments.sql.ts';
import { loadChangeSet, requireAction, viewerOf } from './load.ts';
import { findOperation } from './operations.sql.ts';

const maxComments = 1000;

export function mountComments(
  mount: Mount,
  { database, findMemberRole, outbox }: ChangeSetServices,
): void {
  mount(listChangeSetComments, async ({ params: key, query, caller, queryable }) => {
    await loadChangeSet(queryable, key, await viewerOf(findMemberRole, caller, key.partitionId));
    const range = table.commentsOldestFirst.rangeOf(query);
    const rows = await table.listComments(queryable, key, range);
    return table.commentsOldestFirst.pageOf(rows, query, (row) => row);
  });

  mount(addChangeSetComment, async ({ params: key, body, caller, idempotency }) => {
    const viewer = await viewerOf(findMemberRole, caller, key.partitionId);
    const { text, operationId = null, path = null } = body;
    return database.transaction(async (transaction) =>
      executeOnce(transaction, idempotency, async () => {
        const set = await loadChangeSet(transaction, key, viewer, { lock: true });
        requireAction('COMMENT', set, viewer);
        if (path !== null && operationId === null)
          throw badRequest(say('pathInOperation'), [
            { path: 'body.operationId', ...say('namePathOperation') },
          ]);
        if (operationId !== null && !(await findOperation(transaction, key, operationId)))
          throw badRequest(say('noOperationInSet'), [
            { path: 'body.operationId', ...say('noSuchOperation') },
          ]);
        if ((await table.countComments(transaction, key)) >= maxComments)
          throw conflict('too_many_comments', say('tooManyComments', { maxComments }));
        const id = uuidv7();
        const { userId } = caller;
        const comment = { id, text, operationId, path, userId, revision: set.row.revision };
        await table.insertComment(transaction, key, comment);
        await outbox.add(transaction, { destination: 'MAIL', kind: 'COMMENTED', ...key, userId });
        const added = await table.findComment(transaction, key, id);
        if (!added) throw notFound('comment');
        return added;
      }),
    );
  });

  mount(resolveChangeSetComment, async ({ params, body, caller, idempotency }) => {
    const { commentId, ...key } = params;
    const viewer = await viewerOf(findMemberRole, caller, key.partitionId);
    return database.transaction(async (transaction) =>
      executeOnce(transaction, idempotency, async () => {
        const set = await loadChangeSet(transaction, key, viewer, { lock: true });
        requireAction('COMMENT', set, viewer);
        const by = body.resolved ? caller.userId : null;
        await table.resolveComment(transaction, key, commentId, by);
        const changed = await table.findComment(transaction, key, commentId);
        if (!changed) throw notFound('comment');
        return changed;
      }),
    );
  });
}
