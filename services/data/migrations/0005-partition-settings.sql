alter table data.partition
  -- how long an ended timeline is to be kept; null for ever
  add column retention_days integer check (retention_days > 0),
  -- since when nothing can be written
  add column archived_date timestamptz,
  add column version integer not null default 1;

-- What a partition was called and how it was set, and since when. The newest row is what data.partition says.
create table data.partition_version (
  partition_id uuid not null references data.partition,
  version integer not null,
  partition_name text not null,
  description text,
  retention_days integer,
  archived_date timestamptz,
  changed_date timestamptz not null,
  changed_user_id uuid not null,
  primary key (partition_id, version)
);
insert into data.partition_version (partition_id, version, partition_name, description, changed_date, changed_user_id)
select partition_id, 1, partition_name, description, created_date, created_user_id from data.partition;

-- Here and not only in data.partition, since every append reads this row under its lock.
alter table data.partition_head
  add column archived boolean not null default false,
  -- goes up with each change of a JSON Schema of the partition
  add column schema_version bigint not null default 0;

-- The JSON Schemas of a type over time; a null one says that there is none any more. As json, which keeps the order in
-- which the properties were written: forms show them so.
create table data.type_schema (
  partition_id uuid not null references data.partition,
  type text not null collate "C",
  version integer not null,
  json_schema json,
  changed_date timestamptz not null,
  changed_user_id uuid not null,
  primary key (partition_id, type, version)
);
