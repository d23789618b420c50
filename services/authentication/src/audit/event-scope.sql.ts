import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { unitInScope, userInScope, type Scope } from '../authority/scope.sql.ts';

export type ReferenceKind = 'user' | 'application' | 'unit' | 'provider';

/** Whether the reader may see the actor of an event. */
export function actorInScope(scope: Scope, actorId: Sql): Sql {
  return sql`(exists (select from authentication.user_account au where au.id = ${actorId} and ${userInScope(scope, sql`au.id`)})
    or exists (select from authentication.application aa where aa.id = ${actorId} and ${applicationInScope(scope, sql`aa`)}))`;
}

/**
 * Whether the reader may see the address that an event (columns of `e`) came from: for their own actions, and for
 * attempts by unknown callers on their account.
 */
export function sourceInScope({ readerId, kind }: Scope): Sql {
  if (kind === 'all') return sql`true`;
  return sql`(e.actor_id = ${readerId} or (e.actor_id is null and e.user_id = ${readerId}))`;
}

function applicationInScope(scope: Scope, application: Sql): Sql {
  return sql`(${application}.id = ${scope.readerId} or ${unitInScope(scope, sql`${application}.unit_id`)})`;
}

/** Which of these ids the reader may see, by kind. That includes former units and providers of the reader. */
export function selectReferencesInScope(
  database: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<{ kind: ReferenceKind; id: string }[]> {
  const wanted = sql`any(${[...ids]}::uuid[])`;
  return database.query(sql`
    select 'user' as kind, u.id from authentication.user_account u
    where u.id = ${wanted} and ${userInScope(scope, sql`u.id`)}
    union all
    select 'application', a.id from authentication.application a
    where a.id = ${wanted} and ${applicationInScope(scope, sql`a`)}
    union all
    select 'unit', unit.id from authentication.organizational_unit unit
    where unit.id = ${wanted} and (${unitInScope(scope, sql`unit.id`)} or exists (
      select from authentication.organizational_unit_member_period m
      where m.unit_id = unit.id and m.user_id = ${scope.readerId}))
    union all
    select 'provider', p.id from authentication.identity_provider p
    where p.id = ${wanted} and (${unitInScope(scope, sql`p.unit_id`)} or exists (
      select from authentication.user_identity i where i.provider_id = p.id and i.user_id = ${scope.readerId}))`);
}
