import { say } from '@annals/contracts/messages';
import { listChanges } from '@annals/contracts/objects';
import { decodeCursor, encodeCursor, isSequence, unknownCursor } from '@annals/kit/lists/paging';
import { responseOf } from '@annals/kit/lists/page-bytes';
import type { Mount } from '@annals/kit/mount';
import { badRequest } from '@annals/kit/problem';
import { asOfOf } from '../versions/as-of.sql.ts';
import { requireStillReader, type Admission } from '../members/member-access.ts';
import { versionProperties, type VersionProperty } from '../versions/version-texts.sql.ts';
import { tooManyWaits, type ChangeWatch } from './change-watch.ts';
import { findNewestSequence, listAfter } from './changes.sql.ts';

const maxSequence = Number.MAX_SAFE_INTEGER;

/** @param admission who may make the calls; checked again after waiting */
export function mountChanges(mount: Mount, watch: ChangeWatch, admission: Admission): void {
  mount(listChanges, async ({ params, query, caller, request, ...call }) => {
    const { queryable, signal, releasePermit } = call;
    const partitionId = params.partitionId.toLowerCase();
    const asOf = asOfOf(query);
    const properties = includedProperties(query.include);
    if (query.after === 'now') {
      const end = await findNewestSequence(queryable, partitionId, asOf);
      return { data: [], nextCursor: encodeCursor('changes', end), hasMore: false };
    }
    const [sequence = 0] = decodeCursor('changes', query.after, [isSequence], 'after') ?? [];
    const after = Number(sequence);
    const upTo =
      asOf === undefined ? maxSequence : await findNewestSequence(queryable, partitionId, asOf);
    const changes = {
      after,
      upTo,
      pageSize: query.pageSize,
      properties,
    };

    const end = performance.now() + (asOf === undefined ? query.wait * 1000 : 0);
    for (let hasWaited = false; ; hasWaited = true) {
      const left = signal.aborted ? 0 : end - performance.now();
      const admitted = left > 0 ? watch.admit(caller.userId) : 'full';
      const waiting =
        admitted === 'admitted'
          ? watch.wait({ userId: caller.userId, partitionId, after }, left, signal)
          : undefined;
      try {
        const page = await listAfter(queryable, partitionId, changes);
        if (page.lastKey !== null) {
          // Admitted only after the read, so that the admission is never older than the response.
          if (hasWaited) await requireStillReader(admission, request, partitionId);
          return responseOf({
            items: page.items,
            versionIds: page.ids,
            nextCursor: encodeCursor('changes', page.lastKey),
            hasMore: page.hasMore,
          });
        }
        // A cursor beyond the log belongs to another partition, or to versions lost by a restored backup.
        if (after > (await findNewestSequence(queryable, partitionId, undefined)))
          throw unknownCursor('after');
        if (admitted === 'too many of the user' && !hasWaited) throw tooManyWaits();
        if (!waiting)
          return { data: [], nextCursor: encodeCursor('changes', after), hasMore: false };
        releasePermit();
        await waiting.woken;
      } finally {
        waiting?.end();
      }
    }
  });
}

const propertyNames: ReadonlySet<string> = new Set(versionProperties);

/** @throws Problem 400 for a property that no version has */
function includedProperties(include: string[] | undefined): ReadonlySet<VersionProperty> {
  if (include === undefined) return new Set(versionProperties);
  const unknown = include.filter((name) => !propertyNames.has(name));
  if (unknown.length > 0)
    throw badRequest(say('unknownVersionFields', { unknown: unknown.join(', ') }), [
      { path: 'query.include', ...say('useSomeOf', { fieldNames: versionProperties.join(', ') }) },
    ]);
  return new Set(['id', ...versionProperties.filter((name) => include.includes(name))]);
}
