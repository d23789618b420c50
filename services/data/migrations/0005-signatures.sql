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
  -- 32 random bytes that the salts of its versions are made from, so that what they will be can be signed before; null
  -- once it is committed, so that nobody guesses an erased value with it
  add column salt_key bytea,
  -- of its entry in the log of the partition
  add column log_index bigint;
update data.change_set
set salt_key = decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
where state <> 'COMMITTED';

-- Of a create: the timeline that it will start, as version 7 of RFC 9562.
alter table data.change_set_operation add column new_timeline_id uuid;
update data.change_set_operation o
set new_timeline_id = (lpad(to_hex((extract(epoch from o.edited_date) * 1000)::bigint), 12, '0') || '7'
  || substr(drawn.digits, 14, 3) || substr(drawn.digits, 17))::uuid
from (select partition_id, change_set_id, id, replace(gen_random_uuid()::text, '-', '') as digits
  from data.change_set_operation) drawn
where o.operation = 'create' and o.seq is null
  and drawn.partition_id = o.partition_id and drawn.change_set_id = o.change_set_id and drawn.id = o.id;

-- {jws, key} of an approval that was signed.
alter table data.change_set_review add column signature jsonb;
