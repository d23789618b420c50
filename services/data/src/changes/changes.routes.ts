import { listChanges } from '@annals/contracts/objects';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { decodeCursor, encodeCursor, isSequence, unknownCursor } from '@annals/kit/lists/cursor';
import type { Mount } from '@annals/kit/mount';
import { badRequest } from '@annals/kit/problem';
import { requireStillReader, type Admission } from '../members/member-access.ts';
import { objectVersionOf } from '../versions/version.ts';
import { tooManyWaits, type ChangeWatch } from './change-watch.ts';
import { findNewestSequence, listAfter } from './changes.sql.ts';

const highest = Number.MAX_SAFE_INTEGER;

/** @param admission who may make the calls; checked again after waiting */
export function mountChanges(mount: Mount, watch: ChangeWatch, admission: Admission): void {
  mount(listChanges, async ({ params, query, caller, request, ...call }) => {
    const { database, signal, releasePermit } = call;
    const partitionId = params.partitionId.toLowerCase();
    const asOf = databaseMoment(query.asOf);
    const fields = includedFields(query.include);
    if (query.after === 'now') {
      const end = await findNewestSequence(database, partitionId, asOf);
      return { data: [], nextCursor: encodeCursor('changes', end), hasMore: false };
    }
    const [known = 0] = decodeCursor('changes', query.after, [isSequence], 'after') ?? [];
    const after = Number(known);
    const upTo =
      asOf === undefined ? highest : await findNewestSequence(database, partitionId, asOf);
    const changes = {
      after,
      upTo,
      pageSize: query.pageSize,
      withData: fields.has('objectData'),
      withReferences: fields.has('references'),
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
        const rows = await listAfter(database, partitionId, changes);
        const last = rows.at(-1);
        if (last) {
          // Taken only after they are read, so that none is newer than the response.
          if (hasWaited) await requireStillReader(admission, request, partitionId);
          return {
            data: rows.map(({ found: _found, ...row }) =>
              withFields(objectVersionOf(partitionId, row), fields),
            ),
            nextCursor: encodeCursor('changes', last.seq),
            hasMore: last.found > rows.length,
          };
        }
        // A cursor beyond the log belongs to another partition, or to versions lost by a restored backup.
        if (after > (await findNewestSequence(database, partitionId, undefined)))
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

type ShownVersion = ReturnType<typeof objectVersionOf>;
type FieldName = keyof ShownVersion;

/** In the order they are shown. */
const allFields: Record<FieldName, true> = {
  id: true,
  partitionId: true,
  timelineId: true,
  type: true,
  objectData: true,
  references: true,
  genesisDate: true,
  genesisUserId: true,
  modificationDate: true,
  modificationUserId: true,
  modificationUserName: true,
  modificationCount: true,
  predecessorId: true,
  endedDate: true,
  importedDate: true,
  importedUserId: true,
  sequence: true,
  erased: true,
};
const fieldNames: ReadonlySet<string> = new Set(Object.keys(allFields));

/** @throws Problem 400 for a field that no version has */
function includedFields(include: string[] | undefined): ReadonlySet<string> {
  if (include === undefined) return fieldNames;
  const unknown = include.filter((name) => !fieldNames.has(name));
  if (unknown.length > 0)
    throw badRequest(`A version has no ${unknown.join(', ')}.`, [
      { path: 'query.include', message: `Give some of ${[...fieldNames].join(', ')}.` },
    ]);
  return new Set(['id', ...include]);
}

function withFields(version: ShownVersion, fields: ReadonlySet<string>) {
  const { id } = version;
  return {
    ...Object.fromEntries(Object.entries(version).filter(([name]) => fields.has(name))),
    id,
  };
}
