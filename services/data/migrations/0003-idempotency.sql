-- Answers to writes that carried an Idempotency-Key. A write outside any partition has the nil UUID for partition_id.
create table data.idempotency (
  partition_id uuid not null,
  user_id uuid not null,
  key text not null collate "C",
  request_hash bytea not null,
  answer text not null,
  created_date timestamptz not null default clock_timestamp(),
  primary key (partition_id, user_id, key)
);
create index idempotency_age_across_partitions on data.idempotency (created_date);
