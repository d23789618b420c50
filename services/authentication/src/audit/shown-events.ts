import type { Queryable } from '@annals/kit/database/database';
import type { Scope } from '../authority/scope.sql.ts';
import type { EventRow } from './audit-events.sql.ts';
import { outsideScope, withinScope } from './event-scope.ts';

/** Events as the reader may see them. Whoever does not see everything sees no sequence numbers either. */
export async function shownTo(database: Queryable, scope: Scope, rows: readonly EventRow[]) {
  const seesAll = scope.reach === 'all';
  const pairs = rows.flatMap(({ before, after, seesSubject }) =>
    seesSubject ? [before, after] : [null, null],
  );
  const values = seesAll || rows.length === 0 ? pairs : await withinScope(database, scope, pairs);
  return rows.map((row, index) => {
    const { id, seq, at, action, subject, actorId, actorName, seesActor, seesSource } = row;
    const actor = seesActor ? { id: actorId ?? '', name: actorName } : outsideScope;
    return {
      id,
      seq: seesAll ? seq : null,
      at,
      action,
      actor: actorId === null ? null : actor,
      subject,
      subjectName: row.seesSubject ? row.subjectName : null,
      before: values[2 * index] ?? null,
      after: values[2 * index + 1] ?? null,
      address: seesSource ? row.address : null,
      requestId: seesSource ? row.requestId : null,
    };
  });
}
