import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { RuleRow } from '../context/service-context.ts';

export interface WholeRule extends RuleRow {
  organizationalUnit: { id: string; name: string } | null;
  changedDate: string;
  version: number;
}

export type Demands = Omit<RuleRow, 'id' | 'role' | 'unitId'>;

const columns = sql`r.id, r.role, r.unit_id as "unitId", r.idle_minutes as "idleMinutes",
  r.absolute_minutes as "absoluteMinutes", r.max_sessions as "maxSessions", r.passkey_required as "passkeyRequired",
  r.trusted_device_days as "trustedDeviceDays",
  r.people_networks as "peopleNetworks", r.token_networks as "tokenNetworks",
  r.application_networks as "applicationNetworks", r.fresh_proof_for as "freshProofFor"`;

export function selectRules(database: Queryable): Promise<RuleRow[]> {
  return database.query<RuleRow>(
    sql`select ${columns} from authentication.sign_in_rule r order by r.id`,
    'authentication.signInRules',
  );
}

const whole = sql`
  select ${columns}, r.changed as "changedDate", r.version,
    case when unit.id is null then null else jsonb_build_object('id', unit.id, 'name', unit.name) end as "organizationalUnit"
  from authentication.sign_in_rule r left join authentication.organizational_unit unit on unit.id = r.unit_id`;

/** Rules for everyone first, then those of roles, then those of units. */
export function selectWholeRules(database: Queryable): Promise<WholeRule[]> {
  return database.query<WholeRule>(sql`
    ${whole} order by r.unit_id is not null, r.role is not null, r.role, unit.name, r.id`);
}

export async function selectWholeRule(
  database: Queryable,
  ruleId: string,
): Promise<WholeRule | undefined> {
  const [rule] = await database.query<WholeRule>(sql`${whole} where r.id = ${ruleId}`);
  return rule;
}

/** Changes of rules run one after the other, so that each is checked against the others. */
export async function lockRules(transaction: Queryable): Promise<void> {
  await transaction.query(
    sql`select pg_advisory_xact_lock(hashtextextended('annals sign-in rules', 0))`,
  );
}

/** False if there is a rule for the role or the unit. */
export async function insertRule(
  transaction: Queryable,
  rule: RuleRow & { changed: string },
): Promise<boolean> {
  const { id, role, unitId, changed } = rule;
  const rows = await transaction.query(sql`
    insert into authentication.sign_in_rule (id, role, unit_id, idle_minutes, absolute_minutes, max_sessions,
      passkey_required, trusted_device_days, people_networks, token_networks, application_networks, fresh_proof_for, changed)
    values (${id}, ${role}, ${unitId}, ${demandValues(rule)}, ${changed})
    on conflict (role, unit_id) do nothing returning 1 as done`);
  return rows.length === 1;
}

export async function updateRule(
  transaction: Queryable,
  ruleId: string,
  demands: Demands,
  changed: string,
): Promise<void> {
  await transaction.query(sql`
    update authentication.sign_in_rule
    set (idle_minutes, absolute_minutes, max_sessions, passkey_required, trusted_device_days, people_networks, token_networks,
      application_networks, fresh_proof_for, changed, version) = (${demandValues(demands)}, ${changed}, version + 1)
    where id = ${ruleId}`);
}

function demandValues(demands: Demands): Sql {
  const { idleMinutes, absoluteMinutes, maxSessions, passkeyRequired, trustedDeviceDays } = demands;
  const { peopleNetworks, tokenNetworks, applicationNetworks, freshProofFor } = demands;
  return sql`${idleMinutes}::integer, ${absoluteMinutes}::integer, ${maxSessions}::integer, ${passkeyRequired}::boolean,
    ${trustedDeviceDays}::integer,
    ${peopleNetworks}::text[], ${tokenNetworks}::text[], ${applicationNetworks}::text[], ${freshProofFor}::text[]`;
}

export async function deleteRule(transaction: Queryable, ruleId: string): Promise<void> {
  await transaction.query(sql`delete from authentication.sign_in_rule where id = ${ruleId}`);
}

/** Returns the number of deleted rules. */
export async function deleteRules(transaction: Queryable): Promise<number> {
  const rows = await transaction.query(
    sql`delete from authentication.sign_in_rule returning 1 as done`,
  );
  return rows.length;
}

/** Each network as its base address: 10.0.0.1/8 is none, 10.0.0.0/8 is. */
export function selectNetworks(
  database: Queryable,
  given: readonly string[],
): Promise<{ given: string; network: string }[]> {
  return database.query(sql`
    select given, network(given::inet)::text as network from unnest(${given}::text[]) given`);
}

/** The units of a user and those above. For `u.id`. */
export const unitIdsOfUser = sql`array(
  select distinct p.ancestor_id::text from authentication.organizational_unit_member m
  join authentication.organizational_unit_path p on p.descendant_id = m.unit_id where m.user_id = u.id)`;

const rolesOfUser = sql`array(select distinct role from authentication.effective_role where user_id = u.id order by role)`;

/** Whom rules concern, by roles and units. */
export async function selectConcerned(
  database: Queryable,
  userId: string,
): Promise<{ roles: string[]; unitIds: string[] } | undefined> {
  const [user] = await database.query<{ roles: string[]; unitIds: string[] }>(sql`
    select ${rolesOfUser} as roles, ${unitIdsOfUser} as "unitIds"
    from authentication.user_account u where u.id = ${userId}`);
  return user;
}

export interface ExaminedUser {
  id: string;
  name: string;
  username: string;
  roles: string[];
  unitIds: string[];
  hasPasskey: boolean;
  /** When the access of the user ends. */
  accessEnds: string | null;
  /** The user's open sessions. */
  sessions: { address: string | null; created: string; lastSeen: string }[];
  /** Where the user signed in from lately: addresses, or the first 64 bits of one. */
  networks: string[];
  /** Where the user's API tokens were last used. */
  tokenAddresses: string[];
}

/** Active users whom a rule concerns, with how they sign in; at most `count`. */
export function selectUsersToExamine(
  database: Queryable,
  { role, unitId }: Pick<RuleRow, 'role' | 'unitId'>,
  at: string,
  count: number,
): Promise<ExaminedUser[]> {
  return database.query(sql`
    select u.id, u.name, u.username, u.access_ends as "accessEnds", ${rolesOfUser} as roles, ${unitIdsOfUser} as "unitIds",
      exists (select from authentication.second_factor f where f.user_id = u.id and f.kind = 'PASSKEY') as "hasPasskey",
      coalesce((select jsonb_agg(jsonb_build_object('address', nullif(s.address, ''), 'created', s.created,
          'lastSeen', s.last_seen)) from authentication.session s
        where s.user_id = u.id and s.ended is null and s.expires_absolute > ${at}), '[]') as sessions,
      array(select d.network from authentication.known_device d
        where d.user_id = u.id and d.last_sign_in > ${at}::timestamptz - interval '30 days') as networks,
      array(select t.last_used_address from authentication.api_token t
        where t.user_id = u.id and t.revoked is null and (t.expires is null or t.expires > ${at})
          and t.last_used_address is not null) as "tokenAddresses"
    from authentication.user_account u
    where u.status = 'ACTIVE'
      and (${role}::text is null
        or exists (select from authentication.effective_role e where e.user_id = u.id and e.role = ${role}))
      and (${unitId}::uuid is null
        or exists (select from authentication.organizational_unit_member m
          join authentication.organizational_unit_path p on p.descendant_id = m.unit_id
          where m.user_id = u.id and p.ancestor_id = ${unitId}::uuid))
    order by u.name, u.id limit ${count}`);
}

/** Where the API tokens of applications that a rule concerns were last used. */
export async function selectApplicationTokenAddresses(
  database: Queryable,
  { role, unitId }: Pick<RuleRow, 'role' | 'unitId'>,
  at: string,
): Promise<string[]> {
  const rows = await database.query<{ address: string }>(sql`
    select t.last_used_address as address
    from authentication.api_token t join authentication.application a on a.id = t.application_id and a.deleted is null
    where t.revoked is null and (t.expires is null or t.expires > ${at}) and t.last_used_address is not null
      and (${role}::text is null or ${role} = any(a.roles))
      and (${unitId}::uuid is null or exists (select from authentication.organizational_unit_path p
        where p.descendant_id = a.unit_id and p.ancestor_id = ${unitId}::uuid))
    limit 10000`);
  return rows.map(({ address }) => address);
}
