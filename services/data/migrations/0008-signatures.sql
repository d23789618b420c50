-- ── Entries of the log ──────────────────────────────────────────────────────────────────────────────────────────────

-- Rules of changes and commits of change sets are entries of their own. `entry`: all of it, null for the other kinds.
alter table data.log_entry drop constraint log_entry_kind_check, add column entry jsonb;
alter table data.log_entry
  add constraint log_entry_kind_check check (kind in ('SCHEMA', 'ERASURE', 'POLICY', 'CHANGE_SET')),
  add constraint log_entry_entry_check check ((kind in ('POLICY', 'CHANGE_SET')) = (entry is not null));

-- ── Rules of changes ────────────────────────────────────────────────────────────────────────────────────────────────

-- Rules say whether only signed approvals count.
update data.change_policy set rules = coalesce((
  select jsonb_agg('{"signatureRequired": false}' || rule.value order by rule.place)
  from jsonb_array_elements(rules) with ordinality as rule (value, place)), '[]');
update data.change_set set requirements = coalesce((
  select jsonb_agg('{"signatureRequired": false}' || rule.value order by rule.place)
  from jsonb_array_elements(requirements) with ordinality as rule (value, place)), '[]')
where requirements is not null;

-- In the log of the partition; null: from before rules stood there, until the service adds it.
alter table data.change_policy add column log_index bigint;

-- ── Change sets ─────────────────────────────────────────────────────────────────────────────────────────────────────

alter table data.change_set
  -- What the salts of its versions are made from, so that what they will be can be signed before; null once it is committed, so
  -- that nobody guesses an erased value with it.
  add column salt_key bytea
    default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  -- Of its entry in the log of the partition; null until it is committed.
  add column log_index bigint,
  -- Of its operations in the order of their root, which is in that entry; 32 bytes each.
  add column leaves bytea;
update data.change_set set salt_key = null where state = 'COMMITTED';

alter table data.change_set_operation
  -- Of a create: the timeline that it starts (version 7 of RFC 9562).
  add column new_timeline_id uuid not null default (
    lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(gen_random_uuid()::text, 16, 3) || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid;

-- {jws, key} of an approval that was signed.
alter table data.change_set_review add column signature jsonb;
