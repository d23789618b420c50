-- What is still to be reported to the service that keeps the audit log and sends the emails, written together with what
-- it reports. Stays empty where nobody takes reports.
create table data.outbox (
  partition_id uuid not null references data.partition,
  id uuid not null,
  kind text not null,
  destination text not null check (destination in ('AUDIT', 'MAIL')),
  -- null: the rules of the partition
  change_set_id uuid,
  user_id uuid not null,
  created timestamptz not null,
  -- what the audit log is told besides
  details jsonb,
  -- not before: a mail waits for what follows within a minute, and whatever is being reported for its outcome
  due timestamptz not null,
  primary key (partition_id, id),
  foreign key (partition_id, change_set_id) references data.change_set on delete cascade
);
create index outbox_of_change_set on data.outbox (partition_id, change_set_id);
create index outbox_due_across_partitions on data.outbox (due);
