import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import { oversizedPage, type Found } from '@annals/kit/lists/page-bytes';
import { nameOf } from '../data-users/data-users.sql.ts';
import { appendEntry } from '../log/append-log.ts';
import { appendRulesOf, type ChangeRule } from './change-rules.ts';

/** The rules of a partition as of one version. */
export type PolicyRow = {
  rules: ChangeRule[];
  breakGlass: boolean;
  version: number;
  changedDate: string | null;
  changedUserId: string | null;
  changedUserName: string | null;
  /**
   * Names of the users that each rule names, in order; null for an unknown one. As often as the response contains them,
   * so that a page measures them.
   */
  names: (string | null)[][];
};

const columns = sql`p.rules, p.break_glass as "breakGlass", p.version, p.changed_date as "changedDate",
  p.changed_user_id as "changedUserId", ${nameOf(sql`p.changed_user_id`)} as "changedUserName",
  coalesce((
    select jsonb_agg((
      select coalesce(jsonb_agg(${nameOf(sql`named.id::uuid`)} order by named.place), '[]')
      from jsonb_array_elements_text(rule -> 'approvers' -> 'userIds') with ordinality as named (id, place)
    ) order by rule_place)
    from jsonb_array_elements(p.rules) with ordinality as listed (rule, rule_place)
  ), '[]') as names`;

const none: PolicyRow = {
  rules: [],
  breakGlass: false,
  version: 0,
  changedDate: null,
  changedUserId: null,
  changedUserName: null,
  names: [],
};

/** @param asOf the rules that applied then; undefined: the current ones */
export async function findPolicy(
  database: Queryable,
  partitionId: string,
  asOf?: string,
): Promise<PolicyRow> {
  const [found] = await database.query<PolicyRow>(
    sql`select ${columns} from data.change_policy p where p.partition_id = ${partitionId}
      and (${asOf ?? null}::timestamptz is null or p.changed_date <= ${asOf ?? null}::timestamptz)
      order by p.version desc limit 1`,
    'change-policy',
  );
  return found ?? none;
}

export const policiesNewestFirst = new Keyset<PolicyRow>(
  'change-policies',
  [columnKey('version', sql`p.version`, 'bigint')],
  true,
);

export async function listPolicies(
  database: Queryable,
  partitionId: string,
  range: PageRange,
): Promise<Found<PolicyRow>[]> {
  const keys = sql`select p.version from data.change_policy p where p.partition_id = ${partitionId}
    ${policiesNewestFirst.after(range)} ${policiesNewestFirst.orderAndLimit(range)}`;
  const rowWith = (version: Sql) => sql`select ${columns} from data.change_policy p
    where p.partition_id = ${partitionId} and p.version = ${version}`;
  return database.query<Found<PolicyRow>>(oversizedPage(keys, rowWith, range.pageSize));
}

/** Adds the next version of the rules. Waits for appends in progress. */
export async function insertPolicy(
  transaction: Queryable,
  partitionId: string,
  { rules, breakGlass }: Pick<PolicyRow, 'rules' | 'breakGlass'>,
  by: string,
): Promise<void> {
  const appendRules = appendRulesOf(rules);
  // Clocks can jump; the versions stay in order.
  await transaction.query(
    sql`update data.partition_head set change_rules = ${appendRules && JSON.stringify(appendRules)}::jsonb
      where partition_id = ${partitionId}`,
    'change-policy-tell',
  );
  const [next] = await transaction.query<{ version: number; date: string }>(
    sql`select coalesce(max(version), 0) + 1 as version,
        greatest(clock_timestamp(), max(changed_date) + interval '1 microsecond') as date
      from data.change_policy where partition_id = ${partitionId}`,
    'change-policy-next',
  );
  if (!next) throw new Error('An aggregate gives one row.');
  await transaction.query(
    sql`insert into data.change_policy (partition_id, version, rules, break_glass, changed_date, changed_user_id)
      values (${partitionId}, ${next.version}, ${JSON.stringify(rules)}::jsonb, ${breakGlass}, ${next.date}, ${by})`,
    'change-policy-insert',
  );
  const { version, date } = next;
  const entry = { rules, breakGlass, version, changedDate: date, changedUserId: by };
  const logIndex = await appendEntry(transaction, partitionId, { kind: 'POLICY', ...entry });
  await transaction.query(
    sql`update data.change_policy set log_index = ${logIndex}
      where partition_id = ${partitionId} and version = ${version}`,
    'change-policy-log',
  );
}
