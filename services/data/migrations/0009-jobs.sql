create table data.job (
  partition_id uuid not null references data.partition,
  id uuid not null,
  kind text not null check (kind in ('IMPORT', 'COPY', 'REINDEX')),
  from_partition_id uuid,
  as_of timestamptz,
  file_name text,
  file_hash text,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  -- where the work goes on
  cursor text,
  done bigint not null default 0,
  total bigint,
  created bigint not null default 0,
  changed bigint not null default 0,
  ended bigint not null default 0,
  existing bigint not null default 0,
  refused bigint not null default 0,
  -- the first thousand, as [{row, code, message}]
  refusals jsonb not null default '[]',
  error text,
  -- the server that works on it, and until when no other takes it over
  holder uuid,
  held_until timestamptz,
  created_date timestamptz not null,
  created_user_id uuid not null,
  created_user_name text,
  changed_date timestamptz not null,
  ended_date timestamptz,
  primary key (partition_id, id)
);
create index job_id_across_partitions on data.job (id);
create index job_created_across_partitions on data.job (created_date desc, id desc);
create index job_running_across_partitions on data.job (kind, held_until) where state = 'RUNNING';
