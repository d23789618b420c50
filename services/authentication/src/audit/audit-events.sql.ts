import sql, { empty, join, type Sql } from 'sql-template-tag';
import {
  accessActions,
  type EventAction,
  eventActions,
  type EventKind,
  exportActions,
  failureActions,
  signInActions,
} from '@annals/contracts/events';
import type { Queryable } from '@annals/kit/database/database';
import { oversizedPage, type Found as FoundRow } from '@annals/kit/lists/page-bytes';
import { unitsInScope, userInScope, type Scope } from '../authority/scope.sql.ts';
import { actorInScope, sourceInScope } from './event-scope.sql.ts';
import { hasWords, type SearchedWord } from './search-events.sql.ts';

/** How many of the newest events are searched before those in scope are collected by source. */
const scannedEvents = 5_000;

export interface EventFilter {
  subject?: string | undefined;
  actorId?: string | undefined;
  action?: string | undefined;
  outcome?: 'SUCCESS' | 'FAILURE' | undefined;
  kind?: EventKind | undefined;
  /** From is inclusive, to is exclusive. */
  from?: string | undefined;
  to?: string | undefined;
  address?: string | undefined;
  credential?: string | undefined;
  /** All of which the event has to have. */
  words?: readonly SearchedWord[] | undefined;
  /** Only events older than the one with this id. */
  before?: string | undefined;
}

interface PageRange {
  skip: number;
  count: number;
}

const actionsOfKind: Readonly<Record<EventKind, readonly EventAction[]>> = {
  ACCESS: accessActions,
  SIGN_IN: signInActions,
  EXPORT: exportActions,
  OTHER: eventActions.filter(
    (action) => !accessActions.includes(action) && !exportActions.includes(action),
  ),
};

const isFailure = sql`(e.action = any(${[...failureActions]}::text[]))`;

/** A filter on what the reader may not see of an event matches nothing. */
function matching(scope: Scope, filter: EventFilter, isIndexed = true): Sql {
  const { subject, actorId, action, outcome, kind, from, to, address, credential } = filter;
  const { words = [], before } = filter;
  const conditions = [sql`true`];
  if (words.length > 0) conditions.push(hasWords(scope, words, isIndexed));
  if (subject !== undefined) conditions.push(sql`e.subject = ${subject}`);
  if (actorId !== undefined) conditions.push(sql`e.actor_id = ${actorId}`);
  if (actorId !== undefined && scope.kind !== 'all')
    conditions.push(actorInScope(scope, sql`${actorId}::uuid`));
  if (action !== undefined) conditions.push(sql`e.action = ${action}`);
  if (outcome !== undefined)
    conditions.push(outcome === 'FAILURE' ? isFailure : sql`not ${isFailure}`);
  if (kind !== undefined) conditions.push(sql`e.action = any(${[...actionsOfKind[kind]]}::text[])`);
  if (from !== undefined) conditions.push(sql`e.at >= ${from} and e.seq >= ${firstSince(from)}`);
  if (to !== undefined) conditions.push(sql`e.at < ${to} and e.seq <= ${lastBefore(to)}`);
  if (address !== undefined)
    conditions.push(sql`e.address = ${address} and ${sourceInScope(scope)}`);
  if (credential !== undefined)
    conditions.push(sql`e.credential = ${credential} and ${sourceInScope(scope)}`);
  if (before !== undefined)
    conditions.push(sql`e.seq < (select seq from authentication.event where id = ${before})`);
  return join(conditions, ' and ');
}

/**
 * The chain is in commit order, so its times are nearly in order too. Servers whose clocks differ by more than this
 * cannot share sessions either.
 */
const maxReordering = sql`interval '1 day'`;

/** Without it a backward scan from the newest event would read everything after the moment. */
function lastBefore(to: string): Sql {
  return sql`(select max(seq) from (
    select seq from authentication.event where at < ${to}
      and at >= (select max(at) from authentication.event where at < ${to}) - ${maxReordering} offset 0) near)`;
}

/** Without it a scan that finds too little would continue to the very first event. */
function firstSince(from: string): Sql {
  return sql`(select min(seq) from (
    select seq from authentication.event where at >= ${from}
      and at <= (select min(at) from authentication.event where at >= ${from}) + ${maxReordering} offset 0) near)`;
}

type Found = { seq: number };

/** The numbers of the events in scope, newest first. */
export async function selectEventsInScope(
  database: Queryable,
  scope: Scope,
  filter: EventFilter,
  range: PageRange,
): Promise<number[]> {
  if (scope.kind === 'unit') {
    const recent = await selectRecentInScope(database, scope, filter, range);
    if (recent.length === range.count || !(await hasOlder(database, scope, filter))) return recent;
  }
  if (scope.kind === 'all' && filter.words !== undefined) {
    const recent = await selectRecentWithWords(database, scope, filter, range);
    if (recent.length === range.count) return recent;
  }
  const rows =
    scope.kind === 'all'
      ? await database.query<Found>(
          sql`${newest(scope, filter, sql`true`, range.count)} offset ${range.skip}`,
        )
      : await selectBySource(database, scope, filter, range);
  return rows.map(({ seq }) => seq);
}

const newest = (scope: Scope, filter: EventFilter, condition: Sql, count: number): Sql => sql`
  select e.seq from authentication.event e where ${condition} and ${matching(scope, filter)}
  order by e.seq desc limit ${count}`;

/** Words that occur often are found among the newest events; the index would first collect all that have them. */
async function selectRecentWithWords(
  database: Queryable,
  scope: Scope,
  { words, ...others }: EventFilter,
  { skip, count }: PageRange,
): Promise<number[]> {
  const rows = await database.query<Found>(sql`
    select e.seq
    from (select e.seq, e.user_id, e.actor_id, e.subject, e.search_text from authentication.event e
      where ${matching(scope, others)} order by e.seq desc limit ${scannedEvents}) e
    where ${matching(scope, { words }, false)}
    order by e.seq desc limit ${count} offset ${skip}`);
  return rows.map(({ seq }) => seq);
}

/** Things of the units in scope, as subjects; users and their things are found by the user's id. */
function thingsInScope(readerId: string): Sql {
  return sql`
    units_in_scope(id) as materialized (select id from ${unitsInScope(readerId)} as unit(id)),
    things(subject) as materialized (
      select 'unit/' || id from units_in_scope
      union select 'application/' || a.id from authentication.application a
        where a.unit_id in (select id from units_in_scope)
      union select 'identityProvider/' || p.id from authentication.identity_provider p
        where p.unit_id in (select id from units_in_scope)
      union select 'token/' || t.id from authentication.api_token t
        join authentication.application a on a.id = t.application_id where a.unit_id in (select id from units_in_scope))`;
}

/** With a wide scope a page is found among the newest events. */
async function selectRecentInScope(
  database: Queryable,
  scope: Scope,
  filter: EventFilter,
  { skip, count }: PageRange,
): Promise<number[]> {
  const rows = await database.query<Found>(sql`
    with ${thingsInScope(scope.readerId)}
    select e.seq
    from (select e.seq, e.user_id, e.actor_id, e.subject from authentication.event e
      where ${matching(scope, filter)} order by e.seq desc limit ${scannedEvents}) e
    where e.actor_id = ${scope.readerId} or ${userInScope(scope, sql`e.user_id`)}
      or e.subject in (select subject from things)
    order by e.seq desc limit ${count} offset ${skip}`);
  return rows.map(({ seq }) => seq);
}

async function hasOlder(database: Queryable, scope: Scope, filter: EventFilter): Promise<boolean> {
  const rows = await database.query(
    sql`${newest(scope, filter, sql`true`, 1)} offset ${scannedEvents}`,
  );
  return rows.length === 1;
}

/** With a narrow scope it is merged from the newest events of each user and thing in it. */
function selectBySource(
  database: Queryable,
  scope: Scope,
  filter: EventFilter,
  { skip, count }: PageRange,
): Promise<Found[]> {
  const { readerId, kind } = scope;
  const most = skip + count;
  const ofUnits =
    kind === 'unit'
      ? sql`union select m.user_id from authentication.organizational_unit_member m where m.unit_id in (select id from units_in_scope)`
      : empty;
  const ofThings =
    kind === 'unit'
      ? sql`union all select hit.seq from things
          cross join lateral (${newest(scope, filter, sql`e.subject = things.subject`, most)}) hit`
      : empty;
  return database.query<Found>(sql`
    with ${kind === 'unit' ? sql`${thingsInScope(readerId)},` : empty}
    people(id) as materialized (select ${readerId}::uuid ${ofUnits})
    select distinct seq from (
      select hit.seq from people cross join lateral (${newest(scope, filter, sql`e.user_id = people.id`, most)}) hit
      ${ofThings}
      union all (${newest(scope, filter, sql`e.actor_id = ${readerId}`, most)})) hits
    order by seq desc limit ${count} offset ${skip}`);
}

/** Only this many of the newest events are counted, because counting more takes too long. */
export const maxCounted = 100_000;

/** The number of events in scope by day or hour of UTC, without those that have none. */
export function countEventsByInterval(
  database: Queryable,
  scope: Scope,
  interval: 'DAY' | 'HOUR',
  filter: EventFilter,
): Promise<{ from: string; eventCount: number; failureCount: number }[]> {
  const { readerId, kind } = scope;
  const ofThings = kind === 'unit' ? sql`or e.subject in (select subject from things)` : empty;
  const inScope =
    kind === 'all'
      ? sql`true`
      : sql`(e.actor_id = ${readerId} or coalesce(${userInScope(scope, sql`e.user_id`)}, false) ${ofThings})`;
  return database.query(sql`
    with ${kind === 'unit' ? sql`${thingsInScope(readerId)},` : empty}
    counted as (select e.at, ${isFailure} as failed from authentication.event e
      where ${matching(scope, filter)} and ${inScope} order by e.seq desc limit ${maxCounted})
    select to_char(date_trunc(${interval.toLowerCase()}, at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "from",
      count(*) as "eventCount",
      count(*) filter (where failed) as "failureCount"
    from counted group by 1`);
}

export type EventRow = {
  id: string;
  seq: number;
  at: string;
  action: string;
  actorId: string | null;
  actorName: string | null;
  subject: string | null;
  subjectName: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
  requestId: string | null;
  credential: string | null;
  /** Whether the reader may see the actor, the subject, and the source. */
  seesActor: boolean;
  seesSubject: boolean;
  seesSource: boolean;
};

function subjectInScope(scope: Scope): Sql {
  if (scope.kind === 'all') return sql`true`;
  if (scope.kind === 'self') return sql`coalesce(${userInScope(scope, sql`e.user_id`)}, false)`;
  return sql`(coalesce(${userInScope(scope, sql`e.user_id`)}, false) or e.subject in (select subject from things))`;
}

/** What the event of its deletion says of the subject of event `e`, of which no row is left. */
const saidAtDeletion = (action: EventAction, field: string): Sql =>
  sql`(select nullif(gone.before ->> ${field}::text, '') from authentication.event gone
    where gone.subject = e.subject and gone.action = ${action} order by gone.seq desc limit 1)`;

/** The current names of the actor and the subject of event `e`, or the last ones; requires `thingOfEvent`. */
export const eventNames = sql`
  coalesce((select name from authentication.user_account where id = e.actor_id),
    (select name from authentication.application where id = e.actor_id)) as "actorName",
  case thing.kind
    when 'user' then (select name from authentication.user_account where id = thing.id)
    when 'session' then (select name from authentication.user_account where id = e.user_id)
    when 'unit' then coalesce((select name from authentication.organizational_unit where id = thing.id),
      (select name from authentication.organizational_unit_version where unit_id = thing.id
        order by version desc limit 1))
    when 'role' then substr(e.subject, 6)
    when 'partition' then e.after -> 'partition' ->> 'name'
    when 'identityProvider' then coalesce((select name from authentication.identity_provider where id = thing.id),
      ${saidAtDeletion('identityProvider.deleted', 'name')})
    when 'token' then (select description from authentication.api_token where id = thing.id)
    when 'application' then (select name from authentication.application where id = thing.id)
    when 'aliasUrl' then substr(e.subject, 10)
    when 'eventWebhook' then coalesce(
      (select nullif(description, '') from authentication.event_webhook where id = thing.id),
      ${saidAtDeletion('eventWebhook.deleted', 'description')})
  end as "subjectName"`;

/** The subject of event `e`, as `thing`. */
export const thingOfEvent = sql`
  cross join lateral (select split_part(e.subject, '/', 1) as kind,
    case when e.subject ~ '^[a-zA-Z]+/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then split_part(e.subject, '/', 2)::uuid end as id) thing`;

/**
 * A page of events by their numbers, with the current names of actors and subjects. One event may be as large as a
 * request, before and after.
 * @param numbers one more than the page holds if there are more
 */
export function selectEventRows(
  database: Queryable,
  scope: Scope,
  numbers: number[],
  pageSize: number,
): Promise<FoundRow<EventRow>[]> {
  const rowWith = (seq: Sql) => sql`
    select e.id, e.seq, e.at, e.action, e.actor_id as "actorId", e.subject, e.before, e.after, e.address,
      e.request_id as "requestId", e.credential,
      ${scope.kind === 'all' ? sql`true` : actorInScope(scope, sql`e.actor_id`)} as "seesActor",
      ${subjectInScope(scope)} as "seesSubject", coalesce(${sourceInScope(scope)}, false) as "seesSource",
      ${eventNames}
    from authentication.event e
    ${thingOfEvent}
    where e.seq = ${seq}`;
  const page = oversizedPage(sql`select unnest(${numbers}::bigint[])`, rowWith, pageSize);
  return database.query(
    scope.kind === 'unit'
      ? sql`with ${thingsInScope(scope.readerId)} select * from (${page}) page_row order by place`
      : page,
    `authentication.eventRows.${scope.kind}`,
  );
}

/**
 * Since when there are events, if a period from `from`, or one that ends before `to`, begins earlier. The first event of
 * all says nothing about anybody, so its time depends on no scope.
 */
export async function findRecordedSince(
  database: Queryable,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<{ knownSince?: string }> {
  if (from === undefined && to === undefined) return {};
  const [found] = await database.query<{ knownSince: string }>(
    from === undefined
      ? sql`select min(at) as "knownSince" from authentication.event having min(at) >= ${to}`
      : sql`select min(at) as "knownSince" from authentication.event having min(at) > ${from}`,
    from === undefined ? 'authentication.eventsUntil' : 'authentication.eventsSince',
  );
  return found ?? {};
}
