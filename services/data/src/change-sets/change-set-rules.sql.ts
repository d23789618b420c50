import sql, { type Sql } from 'sql-template-tag';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';
import { nameOf } from '../data-users/data-users.sql.ts';
import type { ChangeRule } from '../change-policy/change-rules.ts';
import type { ChangeSetKey } from './change-sets.sql.ts';

const newestPolicy = (partitionId: Sql): Sql =>
  sql`(select * from data.change_policy where partition_id = ${partitionId} order by version desc limit 1)`;

/**
 * The current rules, as `rule (value, place)` of `policy`, for types of operations of the set `s`.
 * @param partition that of the sets
 */
export const rulesOfSet = (
  partition = sql`s.partition_id`,
): Sql => sql`${newestPolicy(partition)} policy
  cross join jsonb_array_elements(policy.rules) with ordinality as rule (value, place)
  where exists (
    select from data.change_set_operation o
    where o.partition_id = ${partition} and o.change_set_id = s.id
      and case when rule.value -> 'types' = 'null'::jsonb
        then not exists (
          select from jsonb_array_elements(policy.rules) named
          where jsonb_typeof(named -> 'types') = 'array' and named -> 'types' ? o.type)
        else rule.value -> 'types' ? o.type end)`;

export interface RulesInForce {
  rules: ChangeRule[];
  /** Null before the first. */
  policyVersion: number | null;
  breakGlass: boolean;
  /** Names of the users that the rules name. */
  names: Record<string, string | null>;
}

/** The current rules that apply to the operations of the set. */
export async function findRulesInForce(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<RulesInForce> {
  const [found] = await database.query<RulesInForce>(
    sql`select coalesce((select jsonb_agg(rule.value order by rule.place) from ${rulesOfSet()}), '[]') as rules,
        (select version from ${newestPolicy(sql`s.partition_id`)} policy) as "policyVersion",
        coalesce((select break_glass from ${newestPolicy(sql`s.partition_id`)} policy), false) as "breakGlass",
        coalesce((
          select jsonb_object_agg(named.id, ${nameOf(sql`named.id::uuid`)})
          from ${newestPolicy(sql`s.partition_id`)} policy, jsonb_array_elements(policy.rules) rule,
            jsonb_array_elements_text(rule -> 'approvers' -> 'userIds') as named (id)
        ), '{}') as names
      from data.change_set s where s.partition_id = ${partitionId} and s.id = ${changeSetId}`,
    'change-set-rules',
  );
  return found ?? { rules: [], policyVersion: null, breakGlass: false, names: {} };
}

/** The roles of those users who are members. */
export async function findRoles(
  database: Queryable,
  partitionId: string,
  userIds: string[],
): Promise<Map<string, MemberRole>> {
  const rows = await database.query<{ userId: string; role: MemberRole }>(
    sql`select user_id as "userId", role from data.member
      where partition_id = ${partitionId} and user_id = any(${userIds}::uuid[])`,
    'change-set-roles',
  );
  return new Map(rows.map(({ userId, role }) => [userId, role]));
}

/** The roles of all members. */
export async function listMemberRoles(
  database: Queryable,
  partitionId: string,
): Promise<Map<string, MemberRole>> {
  const rows = await database.query<{ userId: string; role: MemberRole }>(
    sql`select user_id as "userId", role from data.member where partition_id = ${partitionId}`,
    'change-set-members',
  );
  return new Map(rows.map(({ userId, role }) => [userId, role]));
}
