import { previewChangeSet } from '@annals/contracts/change-set-operations';
import type { Endpoint } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Handler, Mount } from '@annals/kit/mount';
import { badRequest } from '@annals/kit/problem';
import { stateOf } from '../change-sets/review-state.ts';
import type { Previews } from './previews.ts';

/** The query of a read that supports previews. */
interface PreviewQuery {
  changeSet?: string | undefined;
  asOf?: string | undefined;
}

/** Mounts reads so that those with `changeSet` in their query answer as if that set were committed. */
export function withPreviews(mount: Mount, previews: Previews): Mount {
  return <E extends Endpoint>(endpoint: E, handler: Handler<E>) =>
    mount(endpoint, async (call) => {
      const { changeSet, asOf } = (call.query ?? {}) as PreviewQuery;
      if (changeSet === undefined) return handler(call);
      if (asOf !== undefined)
        throw badRequest(say('previewOnlyNow'), [
          { path: 'query.changeSet', ...say('omitItOrAsOf') },
        ]);
      const { partitionId } = call.params as { partitionId: string };
      const key = { partitionId, changeSetId: changeSet };
      const { signal } = call;
      return previews.read(key, { caller: call.caller as Caller, signal }, async (queryable) =>
        handler({ ...call, queryable }),
      );
    });
}

export function mountPreviews(mount: Mount, previews: Previews): void {
  mount(previewChangeSet, async ({ params: key, caller, queryable }) => {
    const { row, reviewState, shown, leftOut } = await previews.preview(queryable, key, caller);
    const allOperations = [
      ...shown.map(({ operation, ids }) => ({ operation, ids, leftOut: null })),
      ...leftOut.map(({ operation, ...why }) => ({
        operation,
        ids: { timelineId: operation.timelineId, objectId: null },
        leftOut: why,
      })),
    ].toSorted((left, right) => left.operation.position - right.operation.position);
    return {
      title: row.title,
      state: stateOf(reviewState),
      data: allOperations.map(
        ({ operation: { operationId, operation, type }, ids, leftOut: why }) => ({
          operationId,
          operation,
          type,
          timelineId: ids.timelineId,
          objectId: ids.objectId,
          leftOut: why,
        }),
      ),
    };
  });
}
