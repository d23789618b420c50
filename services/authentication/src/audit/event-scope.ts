import type { Queryable } from '@annals/kit/database/database';
import type { Scope } from '../authority/scope.sql.ts';
import { selectReferencesInScope, type ReferenceKind } from './event-scope.sql.ts';
import type { PartitionActor } from '../context/service-context.ts';
import type { EventRow } from './audit-events.sql.ts';

/** Stands for users and things that the reader may not see, and equally for deleted ones. */
export const outsideScope = { id: '' } as const;

type Values = Record<string, unknown>;

/** Fields of events that refer to something by its id, or by an object with its id. */
const references: Readonly<Record<string, readonly ReferenceKind[]>> = {
  userId: ['user'],
  ownerId: ['user', 'application'],
  successor: ['user'],
  organizationalUnit: ['unit'],
  organizationalUnits: ['unit'],
  organizationalUnitId: ['unit'],
  organizationalUnitIds: ['unit'],
  newUserOrganizationalUnitId: ['unit'],
  parentId: ['unit'],
  identityProviderId: ['provider'],
};

/** Fields with ids of what belongs to the subject itself. */
const ofSubject: ReadonlySet<string> = new Set(['id', 'revokedTokens', 'partitionIds']);

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * The values of events for a reader with a limited scope: a reference outside it becomes `outsideScope`, and is omitted
 * from lists. Unknown fields that contain an id are hidden too, unless it is that of the subject, which the reader sees.
 */
async function withinScope(
  database: Queryable,
  scope: Scope,
  values: readonly { subject: string | null; values: Values | null }[],
): Promise<(Values | null)[]> {
  const ids = new Set(JSON.stringify(values.map((each) => each.values)).match(uuid));
  const found = await selectReferencesInScope(database, scope, [...ids]);
  const seen = new Set(found.map(({ kind, id }) => `${kind} ${id}`));
  const showValue = (kinds: readonly ReferenceKind[], value: unknown): unknown => {
    if (value === null || value === '') return value;
    const id = typeof value === 'object' ? (value as { id?: unknown }).id : value;
    return kinds.some((kind) => seen.has(`${kind} ${String(id)}`)) ? value : outsideScope;
  };
  const fieldShown = (field: string, value: unknown, subject: string | null): unknown => {
    const kinds = references[field];
    if (kinds !== undefined)
      return Array.isArray(value)
        ? value.map((each) => showValue(kinds, each)).filter((each) => each !== outsideScope)
        : showValue(kinds, value);
    const others = (JSON.stringify(value)?.match(uuid) ?? []).filter(
      (id) => subject?.endsWith(`/${id}`) !== true,
    );
    return ofSubject.has(field) || others.length === 0 ? value : outsideScope;
  };
  return values.map(
    ({ subject, values: fields }) =>
      fields &&
      Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [field, fieldShown(field, value, subject)]),
      ),
  );
}

type VisibleActors = (actors: readonly PartitionActor[]) => Promise<PartitionActor[]>;

const partitionSubject = /^partition\/([0-9a-f-]{36})$/;

/**
 * The events of partitions whose actor the reader may see there, though not here: the data service names to each other
 * those who share a partition.
 */
async function findSeenInPartition(
  rows: readonly EventRow[],
  visibleActors: VisibleActors,
): Promise<ReadonlySet<EventRow>> {
  const hidden = rows.flatMap((row) => {
    const partitionId = partitionSubject.exec(row.subject ?? '')?.[1];
    return row.seesActor || row.actorId === null || partitionId === undefined
      ? []
      : [{ row, partitionId, userId: row.actorId }];
  });
  if (hidden.length === 0) return new Set();
  const key = ({ partitionId, userId }: PartitionActor) => `${partitionId} ${userId}`;
  const seen = new Set((await visibleActors(hidden)).map(key));
  return new Set(hidden.flatMap((each) => (seen.has(key(each)) ? [each.row] : [])));
}

/**
 * The events as the reader may see them. With a limited scope there are no sequence numbers either.
 * @param visibleActors those of the actors of partitions whom the data service names to the reader
 */
export async function shownTo(
  database: Queryable,
  scope: Scope,
  rows: readonly EventRow[],
  visibleActors: VisibleActors,
) {
  const seesAll = scope.kind === 'all';
  const pairs = rows.flatMap(({ subject, before, after, seesSubject }) =>
    [before, after].map((values) => ({ subject, values: seesSubject ? values : null })),
  );
  const values =
    seesAll || rows.length === 0
      ? pairs.map((each) => each.values)
      : await withinScope(database, scope, pairs);
  const seenInPartition = await findSeenInPartition(rows, visibleActors);
  return rows.map((row, index) => {
    const { id, seq, at, action, subject, actorId, actorName, seesSource } = row;
    const seesActor = row.seesActor || seenInPartition.has(row);
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
      credential: seesSource ? row.credential : null,
    };
  });
}
