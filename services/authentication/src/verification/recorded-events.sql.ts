import sql, { type Sql } from 'sql-template-tag';
import type { EventAction } from '@annals/contracts/events';
import type { Queryable } from '@annals/kit/database/database';

export type Fields = Readonly<Record<string, unknown>>;

/** An event of the audit log, as a check reads it. */
export interface RecordedEvent {
  /** In the log of events. */
  index: number;
  at: string;
  action: string;
  actorId: string | null;
  subject: string;
  before: Fields;
  after: Fields;
}

/** The events of these kinds about these subjects, in their order. */
export async function findEvents(
  database: Queryable,
  subjects: readonly string[],
  actions: readonly EventAction[],
): Promise<RecordedEvent[]> {
  const events = await database.query<
    Omit<RecordedEvent, 'before' | 'after'> & { before: string | null; after: string | null }
  >(sql`
    select seq - 1 as index, at, action, actor_id as "actorId", subject, before::text as before, after::text as after
    from authentication.event
    where subject = any(${[...subjects]}::text[]) and action = any(${[...actions]}::text[]) order by seq`);
  return events.map(({ before, after, ...event }) =>
    Object.assign(event, { before: fieldsIn(before), after: fieldsIn(after) }),
  );
}

const fieldsIn = (json: string | null): Fields => {
  const value: unknown = JSON.parse(json ?? '{}');
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
};

const maxUnstored = 1_000;

/**
 * The creations of things of which nothing is stored, although no event says that they were deleted.
 * @param ids of what is stored
 */
export function findUnstored(
  database: Queryable,
  { created, deleted, ids }: { created: EventAction; deleted: EventAction | null; ids: Sql },
): Promise<{ subject: string; index: number }[]> {
  return database.query(sql`
    select e.subject, e.seq - 1 as index from authentication.event e
    where e.action = ${created} and e.subject is not null
      and not exists (select from (${ids}) stored
        where stored.id::text = substr(e.subject, strpos(e.subject, '/') + 1))
      and not exists (select from authentication.event later
        where later.subject = e.subject and later.action = ${deleted} and later.seq > e.seq)
    order by e.seq limit ${maxUnstored}`);
}

/**
 * Whether the log is as old as the database: the first event that names a user is the creation of one by nobody. Otherwise
 * nothing is known of what no event says to be created.
 */
export async function beginsWithUsers(database: Queryable): Promise<boolean> {
  const [first] = await database.query<{ isCreation: boolean }>(sql`
    select action = 'user.created' and actor_id is null as "isCreation" from authentication.event
    where user_id is not null or actor_id is not null order by seq limit 1`);
  return first?.isCreation ?? true;
}
