import { raw } from 'sql-template-tag';
import type { Database } from '@annals/kit/database/database';

/** Five hundred rows of each list, each as large as a row can be. */
export interface LargestRows {
  /** A user in thirty units, with hundreds of identities and sessions, and the maximum number of factors. */
  userId: string;
  unitId: string;
  applicationId: string;
  /** A webhook with attempts. */
  eventWebhookId: string;
}

const rows = 500;
const depth = 10;
const at = `timestamptz '2026-01-01'`;
/** Four bytes in UTF-8, for the largest size of a text. */
const wide = (length: number) => `repeat('𝕏', ${length})`;
const kinds = { user: 1, unit: 2, provider: 3, application: 4, token: 5, other: 6 };
const idOf = (n: string, kind: keyof typeof kinds) =>
  `('01890a5d-ac96-774b-8${kinds[kind]}00-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const idText = (n: number, kind: keyof typeof kinds) =>
  `01890a5d-ac96-774b-8${kinds[kind]}00-${n.toString(16).padStart(12, '0')}`;
const each = `from generate_series(1, ${rows}) n`;
const first = idOf('1', 'user');

export async function insertLargestRows(database: Database): Promise<LargestRows> {
  await database.exclusively('largest-rows', async (connection) => {
    for (const statement of everyStatement()) await connection.query(raw(statement));
  });
  return {
    userId: idText(1, 'user'),
    unitId: idText(1, 'unit'),
    applicationId: idText(1, 'application'),
    eventWebhookId: idText(1, 'other'),
  };
}

function users(): string[] {
  return [
    `insert into authentication.user_account (id, username, email, name, search_text, status, lang, created)
     select ${idOf('n', 'user')}, 'fat' || n || ${wide(300)}, 'fat' || n || '@example.org', 'fat' || n || ${wide(190)},
       'fat' || n, 'INVITED', 'en', ${at} ${each}`,
    `insert into authentication.user_account_version (user_id, version, changed, username, email, name, status, lang, search_text)
     select id, 1, created, username, email, name, status, lang, search_text from authentication.user_account u
     where not exists (select from authentication.user_account_version v where v.user_id = u.id)`,
    `insert into authentication.invitation (id, user_id, created, failure, parameters)
     select ${idOf('n', 'other')}, ${idOf('n', 'user')}, ${at},
       jsonb_build_object('message', ${wide(2000)}, 'messageCode', 'foreign', 'parameters', jsonb_build_object('text', ${wide(2000)})), '{}' ${each}`,
  ];
}

/** In chains of ten, each below the previous one. */
function units(): string[] {
  return [
    `insert into authentication.organizational_unit (id, name, parent_id, created)
     select ${idOf('n', 'unit')}, ${wide(190)} || n, case when n % ${depth} = 1 then null else ${idOf('n - 1', 'unit')} end, ${at}
     ${each}`,
    `insert into authentication.organizational_unit_version
       (unit_id, version, changed, name, parent_id, second_factor_required, email_domains)
     select id, 1, created, name, parent_id, false,
       (select array_agg(repeat('x', 240) || d || '.org') from generate_series(1, 50) d)
     from authentication.organizational_unit`,
    `insert into authentication.organizational_unit_path (ancestor_id, descendant_id, depth)
     select ${idOf('a', 'unit')}, ${idOf('d', 'unit')}, d - a
     from generate_series(1, ${rows}) a, generate_series(1, ${rows}) d
     where (a - 1) / ${depth} = (d - 1) / ${depth} and d >= a`,
    `insert into authentication.email_domain (domain, unit_id, token, claimed, verified, method)
     select repeat('x', 240) || n || '-' || d || '.org', ${idOf('n', 'unit')}, repeat('0', 64), ${at}, ${at}, 'DNS'
     ${each}, generate_series(1, 50) d`,
    `insert into authentication.organizational_unit_role_period (unit_id, role, granted_at)
     select ${idOf('n', 'unit')}, 'USER', ${at} ${each} where n % ${depth} = 1`,
  ];
}

const memberships = () => [
  `insert into authentication.organizational_unit_member_period (unit_id, user_id, assigned_at)
   select ${idOf('u', 'unit')}, ${idOf('n', 'user')}, ${at} ${each}, generate_series(1, 30) u`,
];

function sessionsAndFactors(): string[] {
  return [
    `insert into authentication.session (id, user_id, created, last_seen, expires_absolute, user_agent, address)
     select ${idOf('n', 'other')}, ${first}, ${at}, timestamptz '2026-03-01', timestamptz '2026-12-01', ${wide(500)}, '' ${each}`,
    `insert into authentication.second_factor (id, user_id, kind, name, created, confirmed, totp_secret)
     select ${idOf('n', 'other')}, ${first}, 'TOTP', ${wide(100)}, ${at}, true, 'x' from generate_series(1, 20) n`,
    `insert into authentication.trusted_device (id, user_id, hash, factor, created, last_used, expires, user_agent, address)
     select ${idOf('n', 'other')}, ${first}, sha256(int4send(n)), 'RECOVERY_CODE', ${at}, ${at}, timestamptz '2026-12-01', ${wide(300)}, ${wide(45)} from generate_series(1, 20) n`,
  ];
}

function providers(): string[] {
  return [
    `insert into authentication.identity_provider (id, name, enabled, button_label, issuer, client_id, client_authentication,
       scopes, endpoints, claim_map, group_roles, trust_email, trust_second_factor, provisioning, new_user_roles, created)
     select ${idOf('n', 'provider')}, ${wide(190)} || n, true, ${wide(100)}, 'https://id.example.org/' || n, ${wide(500)}, 'none',
       '{openid}', '{}', '{"subject":"sub","email":"email","name":"name","groups":null}', given.groups, false, false, 'NONE', '{}', ${at}
     ${each}, (
       select jsonb_object_agg(repeat('x', 195) || g, 'USER') as groups from generate_series(1, 450) g) given`,
    `insert into authentication.user_identity (id, provider_id, issuer, subject, user_id, email, linked)
     select ${idOf('n', 'other')}, ${idOf('n', 'provider')}, '', ${wide(255)}, ${first}, repeat('x', 254), ${at} ${each}`,
  ];
}

function applications(): string[] {
  return [
    `insert into authentication.application (id, name, description, roles, created)
     select ${idOf('n', 'application')}, ${wide(190)} || n, ${wide(2000)},
       (select array_agg('R' || repeat('X', 60) || r) from generate_series(1, 20) r), ${at} ${each}`,
    `insert into authentication.api_token (id, hash, prefix, description, application_id, scopes, partition_ids, created)
     select ${idOf('n', 'token')}, sha256(n::text::bytea), 'x', ${wide(200)}, ${idOf('1', 'application')}, '{read,write,admin}',
       (select array_agg(${idOf('p', 'other')}) from generate_series(1, 100) p), ${at} ${each}`,
  ];
}

const events = () => [
  `insert into authentication.event (seq, at, action, subject, before, after, hash, user_id)
   select head.seq + n, ${at}, 'identityProvider.changed', 'user/' || ${first}, given.setting, given.setting, '', ${first}
   ${each}, authentication.event_head head, (select json_build_object('x', repeat('x', 100000)) as setting offset 0) given`,
  `update authentication.event_head set seq = seq + ${rows}`,
];

const eventWebhooks = () => [
  `insert into authentication.event_webhook (id, user_id, url, description, actions, secret, next_index, enabled, disabled_reason,
     disabled_date, due, created_date, changed_date)
   select ${idOf('n', 'other')}, ${first}, 'https://example.org/' || repeat('x', 1980), ${wide(200)},
     (select array_agg(text 'identityProvider.domainVerified') from generate_series(1, 80)), '', 1, false, 'SENDER_LEFT', ${at}, ${at},
     ${at}, ${at} ${each}`,
  `insert into authentication.event_webhook_attempt (webhook_id, id, kind, message_id, event_type, log_index, number,
     attempt_date, duration_ms, url, status, content_type, response_body, delivered)
   select ${idOf('1', 'other')}, ${idOf('n', 'token')}, 'DELIVERY', repeat('x', 60), 'user.created', n, 1, ${at}, 1,
     'https://example.org/' || repeat('x', 1980), 500, repeat('x', 200), repeat('x', 2048), false ${each}`,
];

const everyStatement = () => [
  ...users(),
  ...units(),
  ...memberships(),
  ...sessionsAndFactors(),
  ...providers(),
  ...applications(),
  ...events(),
  ...eventWebhooks(),
  `insert into authentication.role (name, description, permissions, scope, built_in)
   select 'ROLE_' || n, ${wide(500)}, '{users:read,users:write}', 'unit', false from generate_series(1, 490) n`,
  'analyze',
];
