import { isDeepStrictEqual } from 'node:util';
import { badRequest, conflict, notFound, type FieldProblem } from '@annals/kit/problem';
import { HeadConflict, requirePredecessor, writtenBy } from './head-conflict.ts';
import { resolveReferences } from '../append/references.ts';
import type { Job } from '../append/append-command.ts';
import type { Version, VersionRow } from '../versions/version.ts';
import type { WriteRequest } from '../append/write-request.ts';

/**
 * Adds a version with data and references of an old one of the same timeline, which goes on with it where it has ended.
 * @param old read before the append: all that can change in it since is that values are erased
 * @param broken what of its data breaks the JSON Schema that its type has by now
 */
export function restoreObject(
  old: Version,
  predecessorId: string | undefined,
  broken: FieldProblem[] | undefined,
  { caller, ...request }: WriteRequest,
): Job<VersionRow> {
  const { timelineId } = old;
  return {
    needs: {
      timelines: [timelineId, ...old.references.map((target) => target.timelineId)],
      versions: [old.id],
    },
    ...request,
    versions: 1,
    decide: (draft) => {
      const head = draft.head(timelineId);
      if (!head) throw notFound('timeline');
      requirePredecessor(head, predecessorId);
      if (head.objectId === old.id && head.endedDate === null)
        throw new HeadConflict(
          'nothing_to_restore',
          'This is the newest version already; there is nothing to restore.',
          head.objectId,
        );
      // Or what was erased in between would be back.
      if (!isDeepStrictEqual(draft.version(old.id)?.objectData, old.objectData))
        throw conflict(
          'erased_meanwhile',
          'Values of this version were erased just now. Look at what is left of it, then restore it.',
        );
      if (broken)
        throw badRequest(
          'This version breaks the JSON Schema that its type has by now. Write a new version with data that keeps it.',
          broken.map(({ path, message }) => ({
            path: 'body.objectId',
            message: path === '' ? message : `${path}: ${message}`,
          })),
        );
      const version = draft.append({
        head,
        type: head.type,
        objectData: old.objectData,
        references: resolveReferences(
          draft,
          old.references.filter((target) => draft.head(target.timelineId)),
          () => 'body.objectId',
        ),
        userId: caller.userId,
        ended: false,
      });
      return writtenBy(caller, version);
    },
  };
}
