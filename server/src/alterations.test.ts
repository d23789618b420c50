import { createHash } from 'node:crypto';
import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { extendReadsLog } from '@annals/data/read-records/reads-log';
import { verifySnapshot } from '@annals/data/verification/verify-partitions';
import type { Queryable } from '@annals/kit/database/database';
import { storedEvents } from './embedded-verification.ts';
import { testLocations } from './testing/database-locations.ts';
import { ServicesUnderTest, password } from './testing/services-under-test.ts';

const serviceLog = `'00000000-0000-0000-0000-000000000000'`;
const eventsLog = `'00000000-0000-0000-0000-000000000001'`;
const readsLog = `'00000000-0000-0000-0000-000000000002'`;
const stranger = `'01890a5d-ac96-774b-bcce-b302099a8057'`;

/** The name of what was altered, the statements, and the finding that names the place. */
type Alteration = readonly [what: string, statements: string | readonly string[], finding: RegExp];

const newestEvent = 'seq = (select max(seq) from authentication.event)';
const ofAction = (action: string) =>
  `seq = (select min(seq) from authentication.event where action = '${action}')`;
const batch = 'batch_id = (select batch_id from data.read_batch order by batch_id limit 1)';

const alterations: readonly Alteration[] = [
  // Events: times, orders, what they say, and where they are.
  [
    'an event an hour earlier',
    `update authentication.event set at = at - interval '1 hour' where seq = 5`,
    /^EVENT_LOG CHAIN Event 5: /,
  ],
  [
    'all events an hour earlier, as by a clock that went back',
    `update authentication.event set at = at - interval '1 hour'`,
    /^EVENT_LOG CHAIN Event 1: /,
  ],
  [
    'an event a microsecond later',
    `update authentication.event set at = at + interval '1 microsecond' where seq = 6`,
    /^EVENT_LOG CHAIN Event 6: /,
  ],
  [
    'an event by another user',
    `update authentication.event set actor_id = ${stranger} where ${ofAction('partition.created')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'an event by nobody',
    `update authentication.event set actor_id = null where ${ofAction('partition.created')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'an event without its credential',
    `update authentication.event set credential = null where ${ofAction('member.added')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'an event without its address',
    `update authentication.event set address = null where ${ofAction('member.added')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'an event without the user whom it concerns',
    `update authentication.event set user_id = null where ${ofAction('member.added')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'an event of another kind',
    `update authentication.event set action = 'member.removed' where ${ofAction('member.added')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'before and after of an event, swapped',
    `update authentication.event set before = after, after = before where ${ofAction('member.changed')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'a space in the values of an event',
    `update authentication.event set after = (after::text || ' ')::json where ${ofAction('member.added')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'the ids of two events, swapped',
    [
      `update authentication.event set id = ${stranger} where seq = 3`,
      `update authentication.event set id = (select id from authentication.event where seq = 3) where false`,
    ],
    /^EVENT_LOG CHAIN Event 3: /,
  ],
  [
    'the newest event, deleted',
    `delete from authentication.event where ${newestEvent}`,
    /^EVENT_LOG CHAIN Event \d+: The entry is missing/,
  ],
  [
    'the newest event, deleted with the end of the chain',
    [
      `delete from authentication.event where ${newestEvent}`,
      `update authentication.event_head set seq = seq - 1, hash = (select hash from authentication.event order by seq desc limit 1)`,
    ],
    /^EVENT_LOG /,
  ],
  [
    'all events, deleted',
    `delete from authentication.event`,
    /^EVENT_LOG CHAIN Event 1: The entry is missing/,
  ],
  [
    'all events and the end of the chain, deleted',
    [
      `delete from authentication.event`,
      `update authentication.event_head set seq = 0, hash = sha256('annals events')`,
    ],
    /^EVENT_LOG (ROOT|HISTORY) /,
  ],
  [
    'an event after the end of the chain',
    `insert into authentication.event (seq, id, at, action, subject, hash) select seq + 1, gen_random_uuid(), at, 'user.created', subject, hash from authentication.event where ${newestEvent}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'an event before the first one',
    `insert into authentication.event (seq, id, at, action, subject, hash) select 0, gen_random_uuid(), at, 'user.created', subject, hash from authentication.event where ${newestEvent}`,
    /^EVENT_LOG CHAIN Event 0: /,
  ],
  [
    'an event with a negative number',
    `insert into authentication.event (seq, id, at, action, subject, hash) select -7, gen_random_uuid(), at, 'user.created', subject, hash from authentication.event where ${newestEvent}`,
    /^EVENT_LOG CHAIN Event -7: /,
  ],
  [
    'a gap in the numbers of events',
    `update authentication.event set seq = seq + 1000 where seq > 6`,
    /^EVENT_LOG CHAIN Event 7: The entry is missing/,
  ],
  [
    'the number at the end of the chain',
    `update authentication.event_head set seq = seq + 1`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'the hash at the end of the chain',
    `update authentication.event_head set hash = sha256('x')`,
    /^EVENT_LOG CHAIN Event \d+: The chain does not end/,
  ],
  [
    'the words by which an event is found',
    `update authentication.event set search_text = '' where ${ofAction('member.added')}`,
    /^EVENT_LOG DERIVED Event \d+/,
  ],
  [
    'another word by which an event is found',
    `update authentication.event set search_text = search_text || ' innocent' where seq = 4`,
    /^EVENT_LOG DERIVED Event 4/,
  ],

  // The log of events, and its places in that of the service.
  [
    'the log of events, shorter',
    `update data.log_head set size = size - 1 where partition_id = ${eventsLog}`,
    /^EVENT_LOG (ROOT|DERIVED) /,
  ],
  [
    'the log of events, empty',
    `update data.log_head set size = 0, frontier = '', anchored_size = 0 where partition_id = ${eventsLog}`,
    /^EVENT_LOG ROOT /,
  ],
  [
    'the log of events, without head',
    `delete from data.log_head where partition_id = ${eventsLog}`,
    /^EVENT_LOG ROOT /,
  ],
  [
    'the logs of events and of reads, swapped',
    [
      `update data.log_head set partition_id = ${stranger} where partition_id = ${eventsLog}`,
      `update data.log_head set partition_id = ${eventsLog} where partition_id = ${readsLog}`,
      `update data.log_head set partition_id = ${readsLog} where partition_id = ${stranger}`,
    ],
    /^EVENT_LOG ROOT /,
  ],
  [
    'the checkpoints of events and of reads, swapped',
    [
      `update data.anchor set partition_id = ${stranger} where partition_id = ${eventsLog}`,
      `update data.anchor set partition_id = ${eventsLog} where partition_id = ${readsLog}`,
      `update data.anchor set partition_id = ${readsLog} where partition_id = ${stranger}`,
    ],
    /^(EVENT_LOG|READ_LOG|SERVICE_LOG) /,
  ],
  [
    'a checkpoint of events, deleted',
    `delete from data.anchor where partition_id = ${eventsLog} and size = (select min(size) from data.anchor where partition_id = ${eventsLog})`,
    /^SERVICE_LOG INCLUSION /,
  ],
  [
    'a checkpoint of events, altered',
    `update data.anchor set root = sha256('x') where partition_id = ${eventsLog} and size = (select max(size) from data.anchor where partition_id = ${eventsLog})`,
    /^EVENT_LOG ROOT /,
  ],
  [
    'a checkpoint of events, of another size',
    `update data.anchor set size = size + 1 where partition_id = ${eventsLog} and size = (select max(size) from data.anchor where partition_id = ${eventsLog})`,
    /^EVENT_LOG ROOT /,
  ],
  [
    'a checkpoint of another service',
    `insert into data.anchor (partition_id, size, root, log_index, anchored_date) select ${stranger}, 5, sha256('x'), max(log_index) + 1, now() from data.anchor`,
    /^SERVICE_LOG ROOT /,
  ],
  [
    'the log of the service, shorter',
    [`delete from data.anchor where log_index = (select max(log_index) from data.anchor)`],
    /^SERVICE_LOG (ROOT|HISTORY) /,
  ],
  [
    'the log of the service, empty',
    [
      `delete from data.anchor`,
      `update data.log_head set size = 0, frontier = '' where partition_id = ${serviceLog}`,
      `update data.log_head set anchored_size = 0`,
    ],
    /^SERVICE_LOG HISTORY /,
  ],
  [
    'two entries of the log of the service, swapped',
    [
      `update data.anchor set log_index = -1 where log_index = 1`,
      `update data.anchor set log_index = 1 where log_index = 0`,
      `update data.anchor set log_index = 0 where log_index = -1`,
    ],
    /^SERVICE_LOG (ROOT|HISTORY) /,
  ],

  // The key.
  [
    'another key',
    `update data.log_key set public_key = sha256('x'), seed = sha256('y')`,
    /^SERVICE_LOG SIGNATURE /,
  ],
  [
    'the logs under another name',
    `update data.log_key set name = 'elsewhere'`,
    /^refused .*is not a log of this verification/,
  ],

  // Records of reads.
  [
    'a batch of reads, deleted',
    `delete from data.read_batch where ${batch}`,
    /^READ_LOG CHAIN Batch /,
  ],
  ['all batches of reads, deleted', `delete from data.read_batch`, /^READ_LOG CHAIN Batch /],
  [
    'a batch of reads in another partition',
    `update data.read_batch set partition_id = (select partition_id from data.partition where partition_name = 'Other') where ${batch}`,
    /^READ_LOG /,
  ],
  [
    'a batch of reads under another id',
    `update data.read_batch set batch_id = ${stranger} where ${batch}`,
    /^READ_LOG /,
  ],
  [
    'an entry of reads, deleted',
    `delete from data.read_entry where log_index = 0`,
    /^READ_LOG INCLUSION Entry 0 /,
  ],
  [
    'the newest entry of reads, deleted',
    `delete from data.read_entry where log_index = (select max(log_index) from data.read_entry)`,
    /^READ_LOG /,
  ],
  [
    'an entry of reads of another batch',
    `update data.read_entry set batch_id = ${stranger} where log_index = 0`,
    /^READ_LOG /,
  ],
  [
    'an entry of reads after the last one',
    `insert into data.read_entry select partition_id, log_index + 1, batch_id, root, counts from data.read_entry where log_index = (select max(log_index) from data.read_entry)`,
    /^READ_LOG ROOT /,
  ],
  [
    'a batch of long ago that nobody logged',
    `insert into data.read_batch select partition_id, '01800000-0000-7000-8000-000000000000', first_date - interval '1 year', last_date - interval '1 year', user_ids, timeline_ids, has_whole, records, null from data.read_batch where ${batch}`,
    /^READ_LOG /,
  ],
  [
    'a batch that names no entry any more, so that its numbers are compared with none',
    `update data.read_batch set log_index = null where ${batch}`,
    /^READ_LOG INCLUSION Batch .* names no entry and does not wait for one\.$/,
  ],
  [
    'a batch that waits for the log with the digest of other reads',
    [
      `insert into data.read_log_queue select partition_id, batch_id, sha256('other'), sha256('other') from data.read_batch where ${batch}`,
      `update data.read_batch set log_index = null, records = replace(records, '"GET /', '"PUT /') where ${batch}`,
    ],
    /^READ_LOG CHAIN Batch /,
  ],
  [
    'a batch that waits for the log again, of another day',
    `update data.read_batch set log_index = null, first_date = first_date - interval '1 day' where ${batch}`,
    /^READ_LOG /,
  ],

  // Which reads are recorded, and for how long.
  [
    'recording, not durable',
    `update data.read_recording set durable = not durable`,
    /^PARTITION DERIVED .*reads are recorded from/,
  ],
  [
    'recording, a shorter term',
    `update data.read_recording set kept_days = 1`,
    /^PARTITION DERIVED .*reads are recorded from/,
  ],
  [
    'recording, a microsecond later',
    `update data.read_recording set from_date = from_date + interval '1 microsecond'`,
    /^PARTITION DERIVED .*reads are recorded from/,
  ],
  [
    'recording, switched off in between',
    `insert into data.read_recording select partition_id, from_date + interval '1 second', 'NOTHING', durable, kept_days, changed_date, changed_user_id from data.read_recording order by from_date limit 1`,
    /^PARTITION DERIVED .*reads are recorded from/,
  ],
  [
    'recording, switched off, with an event that is never sent',
    [
      `insert into data.read_recording select partition_id, '2030-01-01T00:00:00Z', 'NOTHING', durable, kept_days, changed_date, changed_user_id from data.read_recording order by from_date limit 1`,
      `insert into data.outbox (partition_id, id, kind, destination, user_id, created, details, due) select partition_id, gen_random_uuid(), 'readRecording.changed', 'AUDIT', changed_user_id, now(), jsonb_build_object('after', jsonb_build_object('recordedReads', 'NOTHING', 'durable', durable, 'keptDays', kept_days, 'effectiveDate', '2030-01-01T00:00:00.000000Z')), 'infinity' from data.read_recording order by from_date limit 1`,
    ],
    /^PARTITION DERIVED .*reads are recorded from/,
  ],

  // Members.
  [
    'a member since earlier',
    `update data.member_period set since_date = since_date - interval '1 day' where role = 'READER'`,
    /^PARTITION DERIVED The user .* joined on/,
  ],
  [
    'a member given by another user',
    `update data.member_period set given_user_id = ${stranger} where role = 'READER'`,
    /^PARTITION DERIVED /,
  ],
  [
    'a member in another partition',
    `update data.member_period set partition_id = (select partition_id from data.partition where partition_name = 'Other') where role = 'READER'`,
    /^PARTITION DERIVED /,
  ],
  [
    'the end of a membership, deleted',
    `update data.member_period set removed_date = null, removed_user_id = null where ctid = (select ctid from data.member_period order by removed_date desc nulls last limit 1)`,
    /^PARTITION DERIVED /,
  ],
  [
    'a member with an event that is never sent',
    [
      `insert into data.member_period (partition_id, user_id, role, since_date, given_date, given_user_id) select partition_id, ${stranger}, 'OWNER', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', ${stranger} from data.partition where partition_name = 'Patients'`,
      `insert into data.outbox (partition_id, id, kind, destination, user_id, created, details, due) select partition_id, gen_random_uuid(), 'member.added', 'AUDIT', ${stranger}, now(), jsonb_build_object('after', jsonb_build_object('userId', ${stranger}::text, 'role', 'OWNER', 'effectiveDate', '2026-01-01T00:00:00.000000Z')), now() + interval '2 days' from data.partition where partition_name = 'Patients'`,
    ],
    /^PARTITION DERIVED the user .* was given the role OWNER/,
  ],

  // Samples.
  [
    'a sample of an auditor, deleted',
    [`delete from data.audit_sample_item`, `delete from data.audit_sample`],
    /^PARTITION DERIVED .*sample/,
  ],
  [
    'another commitment of a sample',
    `update data.audit_sample set commitment = 'x'`,
    /^PARTITION DERIVED .*sample/,
  ],
  [
    'a sample that nobody announced',
    `insert into data.audit_sample select partition_id, ${stranger}, user_id, announced_date, first_index, log_size, log_root, entry_count, commitment from data.audit_sample`,
    /^PARTITION DERIVED .*sample/,
  ],
  [
    'a sample by another auditor',
    `update data.audit_sample set user_id = ${stranger}`,
    /^PARTITION DERIVED .*sample/,
  ],
  [
    'another number of a sample',
    `update data.audit_sample set number = '123456789012345678901234567890'`,
    /^PARTITION DERIVED .*sample/,
  ],
  [
    'another entry of a sample',
    `update data.audit_sample_item set log_index = log_index + 1 where position = 1`,
    /^PARTITION DERIVED .*sample/,
  ],

  // Users.
  [
    'a user who gave themselves a role',
    `insert into authentication.user_role_period (user_id, role, granted_by, granted_at) select id, 'GLOBAL_MASTER', null, now() from authentication.user_account where email = 'ada@example.org'`,
    /^ACCESS DERIVED user\/.* was given role\/GLOBAL_MASTER/,
  ],
  [
    'a role of long ago, taken since',
    `insert into authentication.user_role_period (user_id, role, granted_at, removed_at) select id, 'GLOBAL_MASTER', '2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z' from authentication.user_account where email = 'ada@example.org'`,
    /^ACCESS DERIVED user\/.* was given role\/GLOBAL_MASTER/,
  ],
  [
    'a role that was taken, given again',
    `update authentication.user_role_period set removed_at = null, removed_by = null where role = 'USER'`,
    /^ACCESS DERIVED According to the audit log, role\/USER was taken/,
  ],
  [
    'a role that was given, deleted',
    `delete from authentication.user_role_period where role = 'AUDITOR'`,
    /^ACCESS DERIVED According to the audit log, user\/.* was given role\/AUDITOR/,
  ],
  [
    'a role by another user',
    `update authentication.user_role_period set granted_by = ${stranger} where role = 'AUDITOR'`,
    /^ACCESS DERIVED user\/.* was given role\/AUDITOR/,
  ],
  [
    'a role a microsecond earlier',
    `update authentication.user_role_period set granted_at = granted_at - interval '1 microsecond' where role = 'AUDITOR'`,
    /^ACCESS DERIVED user\/.* was given role\/AUDITOR/,
  ],
  [
    'a user whom nobody created',
    [
      `insert into authentication.user_account (id, username, email, name, search_text, status, lang, created) values (${stranger}, 'eve@example.org', 'eve@example.org', 'Eve', '', 'ACTIVE', 'en', '2020-01-01T00:00:00Z')`,
      `insert into authentication.user_role_period (user_id, role, granted_at) values (${stranger}, 'GLOBAL_MASTER', '2020-01-01T00:00:00Z')`,
    ],
    /^ACCESS DERIVED user\/.* was given role\/GLOBAL_MASTER/,
  ],
  [
    'a user, deleted',
    `delete from authentication.user_account where email = 'ben@example.org'`,
    /^ACCESS DERIVED According to the audit log, user\/.* was created/,
  ],
  [
    'a disabled user, enabled',
    `update authentication.user_account set status = 'ACTIVE' where status = 'DISABLED'`,
    /^ACCESS DERIVED the status of user\/.* is "ACTIVE"/,
  ],
  [
    'the end of an access, deleted',
    `update authentication.user_account set access_ends = null`,
    /^ACCESS DERIVED the accessEndsDate of user\/.* is null/,
  ],
  [
    'the email to which links are sent',
    `update authentication.user_account set email = 'eve@example.org' where email = 'ada@example.org'`,
    /^ACCESS DERIVED the email of user\//,
  ],

  [
    'an account at a provider that signs in',
    `insert into authentication.user_identity (id, provider_id, issuer, subject, user_id, linked) select ${stranger}, p.id, p.issuer, 'eve', u.id, now() from authentication.identity_provider p cross join authentication.user_account u where u.email = 'master@example.org'`,
    /^ACCESS DERIVED user\/.* signs in as "eve"/,
  ],
  [
    'a second factor that nobody set up',
    `insert into authentication.second_factor (id, user_id, kind, name, created, confirmed, totp_secret) select ${stranger}, id, 'TOTP', '', now(), true, 'x' from authentication.user_account where email = 'master@example.org'`,
    /^ACCESS DERIVED user\/.* has the second factor /,
  ],

  // Definitions of roles.
  [
    'a built-in role that allows more',
    `update authentication.role set permissions = permissions || '{users:write}' where name = 'USER'`,
    /^ACCESS DERIVED the permissions of role\/USER is /,
  ],
  [
    'a role of ours that allows more',
    `update authentication.role set permissions = permissions || '{roles:write}' where name = 'HELPER'`,
    /^ACCESS DERIVED the permissions of role\/HELPER is /,
  ],
  [
    'what a role allowed in the past',
    `update authentication.role_version set permissions = permissions || '{roles:write}' where name = 'HELPER'`,
    /^ACCESS DERIVED role\/HELPER was from /,
  ],
  [
    'a role that nobody defined',
    `insert into authentication.role (name, description, permissions, scope, built_in) values ('EVIL', '', '{roles:write}', 'all', false)`,
    /^ACCESS DERIVED the permissions of role\/EVIL is /,
  ],
  [
    'a role, deleted',
    [
      `delete from authentication.role where name = 'HELPER'`,
      `delete from authentication.role_version where name = 'HELPER'`,
    ],
    /^ACCESS DERIVED According to the audit log, role\/HELPER was created/,
  ],
  [
    'a second factor that a role no longer requires',
    `update authentication.role set second_factor_required = false`,
    /^ACCESS DERIVED the secondFactorRequired of role\/AUDITOR is false/,
  ],

  [
    'a sign-in rule that demands less',
    `update authentication.sign_in_rule set idle_minutes = null`,
    /^ACCESS DERIVED the idleMinutes of the sign-in rule of role\/HELPER is null/,
  ],
  [
    'a sign-in rule, deleted',
    `delete from authentication.sign_in_rule`,
    /^ACCESS DERIVED According to the audit log, the idleMinutes of the sign-in rule of role\/HELPER/,
  ],

  // Units.
  [
    'a role of a unit',
    `insert into authentication.organizational_unit_role_period (unit_id, role, granted_at) select id, 'AUDITOR', now() from authentication.organizational_unit where name = 'Ward'`,
    /^ACCESS DERIVED unit\/.* was given role\/AUDITOR/,
  ],
  [
    'a member of a unit',
    `insert into authentication.organizational_unit_member_period (unit_id, user_id, assigned_at) select unit.id, u.id, now() from authentication.organizational_unit unit cross join authentication.user_account u where unit.name = 'Ward' and u.email = 'ben@example.org'`,
    /^ACCESS DERIVED user\/.* was given unit\//,
  ],
  [
    'a unit below another one',
    `update authentication.organizational_unit set parent_id = (select id from authentication.organizational_unit where name = 'Hospital') where name = 'Elsewhere'`,
    /^ACCESS DERIVED the parentId of unit\//,
  ],
  [
    'a unit that counts as one below another one',
    `insert into authentication.organizational_unit_path select a.id, b.id, 1 from authentication.organizational_unit a cross join authentication.organizational_unit b where a.name = 'Hospital' and b.name = 'Elsewhere'`,
    /^ACCESS DERIVED The unit .* counts as one below/,
  ],
  [
    'what a unit was in the past',
    `update authentication.organizational_unit_version set email_domains = '{example.com}' where name = 'Elsewhere'`,
    /^ACCESS DERIVED unit\/.* was from /,
  ],
  [
    'a unit that nobody created',
    `insert into authentication.organizational_unit (id, name) values (${stranger}, 'Nowhere')`,
    /^ACCESS DERIVED the name of unit\/.* is "Nowhere"/,
  ],

  // Applications, API tokens and identity providers.
  [
    'an application with another role',
    `update authentication.application set roles = '{GLOBAL_MASTER}'`,
    /^ACCESS DERIVED the roles of application\//,
  ],
  [
    'a deleted application that is there again',
    `update authentication.application set deleted = null`,
    /^ACCESS DERIVED the name of application\/.* is "Old export"/,
  ],
  [
    'an API token with more scopes',
    `update authentication.api_token set scopes = '{read,write,admin}'`,
    /^ACCESS DERIVED the scopes of token\//,
  ],
  [
    'an API token of another user',
    `update authentication.api_token set user_id = (select id from authentication.user_account where email = 'ben@example.org') where user_id is not null`,
    /^ACCESS DERIVED the ownerId of token\//,
  ],
  [
    'an API token that never expires',
    `update authentication.api_token set expires = null`,
    /^ACCESS DERIVED the expiresDate of token\/.* is null/,
  ],
  [
    'a revoked API token that works again',
    `update authentication.api_token set revoked = null`,
    /^ACCESS DERIVED the revoked of token\/.* is false/,
  ],
  [
    'an API token that nobody issued',
    `insert into authentication.api_token (id, hash, prefix, description, user_id, scopes, created) select ${stranger}, sha256('x'), 'x', '', user_id, '{admin}', created from authentication.api_token where user_id is not null limit 1`,
    /^ACCESS DERIVED the scopes of token\/.* is \["admin"\]/,
  ],
  [
    'an identity provider elsewhere',
    `update authentication.identity_provider set issuer = 'https://evil.example.com'`,
    /^ACCESS DERIVED the issuer of identityProvider\//,
  ],
  [
    'an identity provider that gives a role to a group',
    `update authentication.identity_provider set group_roles = '{"staff":"ORG_ADMIN"}'`,
    /^ACCESS DERIVED the groupRoles of identityProvider\//,
  ],
  [
    'an identity provider of no event',
    `insert into authentication.identity_provider (id, name, enabled, button_label, issuer, client_id, client_authentication, scopes, endpoints, claim_map, group_roles, trust_email, trust_second_factor, provisioning, new_user_roles, created) select ${stranger}, 'Other', true, '', issuer, client_id, client_authentication, scopes, endpoints, claim_map, group_roles, trust_email, trust_second_factor, provisioning, new_user_roles, created from authentication.identity_provider limit 1`,
    /^ACCESS DERIVED the issuer of identityProvider\//,
  ],

  // Names, settings and webhooks of partitions.
  [
    'another name of a partition',
    `update data.partition set partition_name = 'Nobody' where partition_name = 'Patients'`,
    /^PARTITION DERIVED The settings of the partition are /,
  ],
  [
    'another name of a partition, with its version',
    [
      `update data.partition set partition_name = 'Nobody' where partition_name = 'Patients'`,
      `update data.partition_version set partition_name = 'Nobody' where partition_name = 'Patients'`,
    ],
    /^PARTITION DERIVED the partition was created by .* with .*Nobody/,
  ],
  [
    'what a partition was in the past',
    `update data.partition_version set retention_days = 1 where version = 2`,
    /^PARTITION DERIVED settings were changed by /,
  ],
  [
    'a change of settings by another user',
    `update data.partition_version set changed_user_id = ${stranger} where version = 2`,
    /^PARTITION DERIVED settings were changed by /,
  ],
  [
    'a version of settings, deleted',
    `delete from data.partition_version where version = 2`,
    /^PARTITION DERIVED According to the audit log, settings were changed by /,
  ],
  [
    'an archived partition that takes writes',
    `update data.partition_head set archived = false`,
    /^PARTITION DERIVED The partition is archived, but takes writes/,
  ],
  [
    'a partition that nobody archived',
    [
      `update data.partition_version set archived_date = now() where partition_name = 'Other'`,
      `update data.partition_head h set archived = true from data.partition p where p.partition_id = h.partition_id and p.partition_name = 'Other'`,
      `update data.partition set archived_date = now() where partition_name = 'Other'`,
      `insert into data.partition_version select partition_id, 2, partition_name, description, retention_days, null, now(), changed_user_id from data.partition_version where partition_name = 'Other'`,
      `update data.partition set archived_date = null where partition_name = 'Other'`,
    ],
    /^PARTITION DERIVED the partition was unarchived by /,
  ],
  [
    'a webhook that sends elsewhere',
    `update data.webhook set url = 'https://evil.example.com/x'`,
    /^PARTITION DERIVED the webhook .* sends to https:\/\/evil\.example\.com,/,
  ],
  [
    'a webhook that nobody created',
    `insert into data.webhook (partition_id, id, user_id, url, description, event_types, include_data, include_proof, secret, next_index, due, created_date, changed_date) select partition_id, ${stranger}, user_id, url, description, event_types, include_data, include_proof, secret, next_index, due, created_date, changed_date from data.webhook`,
    /^PARTITION DERIVED the webhook .* was created, which no event/,
  ],
  [
    'a webhook, deleted',
    `delete from data.webhook`,
    /^PARTITION DERIVED According to the audit log, the webhook .* was created/,
  ],

  // Versions, policies and whole partitions.
  ['the policy of a partition', `update data.change_policy set rules = '[]'`, /^PARTITION /],
  ['the policy that holds, deleted', `delete from data.change_policy`, /^PARTITION /],
  [
    'the policy for who writes',
    `update data.partition_head set change_rules = '[]'`,
    /^PARTITION DERIVED /,
  ],
  [
    'a version a day earlier',
    `update data.version set modification_date = modification_date - interval '1 day' where seq = 1`,
    /^PARTITION VERSION /,
  ],
  [
    'the newest version, deleted',
    `delete from data.version where seq = (select max(seq) from data.version)`,
    /^PARTITION /,
  ],
  [
    'a whole partition, deleted',
    [
      ...[
        'version',
        'head',
        'head_search',
        'edge',
        'writer',
        'type_schema',
        'object_type',
        'log_head',
        'log_tile',
        'log_entry',
        'erasure',
      ].map(
        (table) =>
          `delete from data.${table} where partition_id = (select partition_id from data.partition where partition_name = 'Other')`,
      ),
      `alter table data.partition disable trigger all`,
      `delete from data.member_period where partition_id = (select partition_id from data.partition where partition_name = 'Other')`,
      `delete from data.partition where partition_name = 'Other'`,
    ],
    /^STRAY_ROWS DERIVED The table data.anchor has rows of/,
  ],
];

describe.each(testLocations)(
  'what somebody alters who can write to the database, $kind',
  ({ make }) => {
    let place: Awaited<ReturnType<typeof make>>;
    let under: ServicesUnderTest;
    /** The checkpoint of the service. */
    let earlier: string;

    beforeAll(async () => {
      place = await make();
      under = await ServicesUnderTest.start(place.variables);
      const token = await under.createAndSignIn('master@example.org', 'GLOBAL_MASTER', 'USER');
      const call = (method: string, path: string, data?: object) =>
        under.succeed(method, path, { service: 'data', token, data });
      const makePartition = async (partitionName: string) => {
        const { id } = await call('POST', '/v1/partitions', { partitionName });
        return `/v1/partitions/${String(id)}`;
      };
      const partition = await makePartition('Patients');
      const other = await makePartition('Other');
      await call('PATCH', partition, { description: 'All of them', retentionDays: 3650 });
      const archive = await makePartition('Archive');
      await call('POST', `${archive}/archive`);
      await call('POST', `${partition}/webhooks`, {
        url: 'https://example.org/hook',
        eventTypes: ['values.erased'],
      });
      const [ada, ben] = await Promise.all(
        ['ada@example.org', 'ben@example.org'].map(async (email) =>
          under.services.authentication.createUser({ email, roles: ['USER'], password }),
        ),
      );
      for (const role of ['EDITOR', 'READER'])
        await call('PUT', `${partition}/users/${ada?.userId}`, { role });
      await call('PUT', `${partition}/users/${ben?.userId}`, { role: 'EDITOR' });
      await call('DELETE', `${partition}/users/${ben?.userId}`);
      await call('PUT', `${partition}/read-recording`, { scope: 'OBJECTS', durable: true });
      await call('POST', `${other}/objects`, { type: 'PATIENT', objectData: { name: 'Ben' } });
      const object = await call('POST', `${partition}/objects`, {
        type: 'PATIENT',
        objectData: { name: 'Ada', age: 64 },
      });
      await call('POST', `${partition}/objects`, {
        timelineId: object['timelineId'],
        predecessorId: object['id'],
        objectData: { name: 'Ada', age: 65 },
      });
      for (let n = 0; n < 3; n += 1)
        await call('GET', `${partition}/objects/${String(object['id'])}`);
      await call('POST', `${partition}/objects/search`, { query: 'Ada' });
      const rule = {
        types: ['INVOICE'],
        approvals: 1,
        approvers: { roles: ['OWNER'], userIds: [] },
        reasonRequired: false,
        signatureRequired: false,
      };
      await call('PUT', `${partition}/change-policy`, { rules: [rule], breakGlass: false });
      const number = '314159265358979323846264338327';
      const { id: sampleId } = await call('POST', `${partition}/samples`, {
        count: 2,
        commitment: createHash('sha256').update(number).digest('base64'),
      });
      await vi.waitFor(
        async () => {
          const drawn = await under.call('POST', `${partition}/samples/${String(sampleId)}/draw`, {
            service: 'data',
            token,
            data: { number },
          });
          if (drawn.status !== 200) throw new Error('Not recorded yet.');
        },
        { timeout: 30_000, interval: 20 },
      );
      await makeAccess(under, token, { adaId: String(ada?.userId), benId: String(ben?.userId) });
      for (let n = 0; n < 2; n += 1) {
        await extendReadsLog(under.services.database);
        await under.succeed('GET', '/v1/events/proof', { token });
        const { checkpoint } = await call('GET', '/v1/log/checkpoint');
        earlier = String(checkpoint);
        await under.signIn('ada@example.org', password);
      }
      await vi.waitFor(
        async () => {
          // Also what mails report once they are sent.
          const [left] = await under.services.database.query<{ count: number }>(
            raw(`select (select count(*) from data.outbox where destination = 'AUDIT')::integer
              + (select count(*) from authentication.mail)::integer as count`),
          );
          if (left?.count !== 0) throw new Error('Not reported yet.');
        },
        { timeout: 30_000 },
      );
      await extendReadsLog(under.services.database);
      await under.succeed('GET', '/v1/events/proof', { token });
      await call('GET', '/v1/log/checkpoint');
    });
    afterAll(async () => {
      await under.close();
      await place.remove();
    });

    const findingsIn = async (snapshot: Queryable): Promise<string[]> => {
      const findings: string[] = [];
      await verifySnapshot(
        snapshot,
        { partition: 'all', keys: [], checkpoints: [earlier], events: storedEvents },
        {
          onFinding: ({ kind }, { code, message }) => findings.push(`${kind} ${code} ${message}`),
          onProgress: () => undefined,
          onVerified: () => undefined,
        },
      ).catch((error: unknown) => findings.push(`refused ${String(error)}`));
      return findings;
    };

    class RolledBack extends Error {}

    it('is nothing at first', async () => {
      expect(await findingsIn(under.services.database)).toEqual([]);
    });

    it.each(alterations)('is found: %s', async (_, statements, finding) => {
      let findings: string[] = [];
      await under.services.database
        .transaction(async (transaction) => {
          await transaction.query(
            raw('alter table authentication.event disable trigger event_is_append_only'),
          );
          for (const statement of [statements].flat()) await transaction.query(raw(statement));
          findings = await findingsIn(transaction);
          throw new RolledBack();
        })
        .catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error;
        });
      expect(findings).toContainEqual(expect.stringMatching(finding));
    });
  },
);

/** What decides who may do what, of each kind, with something that was taken back of each. */
async function makeAccess(
  under: ServicesUnderTest,
  token: string,
  { adaId, benId }: { adaId: string; benId: string },
): Promise<void> {
  const call = (method: string, path: string, data?: object) =>
    under.succeed(method, path, { token, data });
  await call('PUT', `/v1/users/${adaId}/roles?role=AUDITOR`);
  await call('DELETE', `/v1/users/${adaId}/roles?role=AUDITOR`);
  await call('PUT', `/v1/users/${adaId}/roles?role=AUDITOR`);
  await call('POST', '/v1/users', {
    email: 'guest@example.org',
    accessEndsDate: '2090-01-01T00:00:00Z',
  });
  const gone = await call('POST', '/v1/users', { email: 'gone@example.org', roles: ['USER'] });
  await call('POST', `/v1/users/${String(gone['id'])}/offboarding`);

  const role = { name: 'HELPER', description: 'Helps', permissions: ['users:read'], scope: 'unit' };
  await call('POST', '/v1/roles', role);
  await call('PATCH', '/v1/roles/HELPER', { description: 'Helps all' });
  await call('PATCH', '/v1/roles/AUDITOR', { secondFactorRequired: true });

  const demands = {
    idleMinutes: 30,
    absoluteMinutes: null,
    maxSessions: null,
    passkeyRequired: false,
    trustedDeviceDays: null,
    peopleNetworks: null,
    tokenNetworks: null,
    applicationNetworks: ['10.0.0.0/8'],
    freshProofFor: [],
  };
  await call('POST', '/v1/sign-in-rules', {
    ...demands,
    role: 'HELPER',
    organizationalUnitId: null,
  });

  const makeUnit = async (name: string, parent = '') =>
    String((await call('POST', `/v1/organizational-units?name=${name}${parent}`))['id']);
  const hospital = await makeUnit('Hospital');
  const ward = await makeUnit('Ward', `&parentId=${hospital}`);
  await makeUnit('Elsewhere');
  await call('PUT', `/v1/organizational-units/${hospital}/roles?role=HELPER`);
  await call('PUT', `/v1/users/${benId}/organizational-unit?organizationalUnitId=${hospital}`);
  await call('PUT', `/v1/users/${adaId}/organizational-unit?organizationalUnitId=${ward}`);

  await call('POST', '/v1/applications', { name: 'Export', roles: ['USER'] });
  const old = await call('POST', '/v1/applications', { name: 'Old export', roles: ['USER'] });
  await call('DELETE', `/v1/applications/${String(old['id'])}`);
  const wanted = { scopes: ['read'], expiresDate: '2027-01-01T00:00:00Z' };
  await call('POST', '/v1/tokens', { ...wanted, description: 'Mine' });
  const revoked = await call('POST', '/v1/tokens', { ...wanted, description: 'Old' });
  await call('DELETE', `/v1/tokens/${String(revoked['id'])}`);
  await call('POST', '/v1/identity-providers', {
    name: 'Partner',
    issuer: 'https://login.example.org',
    clientId: 'annals',
    enabled: false,
  });
}
