-- Large evidence is made by a job, whose file is kept for some days.
alter table data.job drop constraint job_kind_check;
alter table data.job add constraint job_kind_check check (kind in ('IMPORT', 'COPY', 'REINDEX', 'EVIDENCE'));
-- EVIDENCE: what was asked for, as {subject, objectId, query, asOf, asHeld, language}
alter table data.job add column evidence jsonb;
-- the file that is kept, and until when; null where there is none
alter table data.job add column file_bytes bigint;
alter table data.job add column expires_date timestamptz;
-- of the log when the file was begun: values that were erased at a later entry may be in it
alter table data.job add column log_size bigint;
create index job_file_across_partitions on data.job (expires_date) where file_bytes is not null;

-- A file in pieces, from 0.
create table data.job_part (
  partition_id uuid not null,
  job_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (partition_id, job_id, number),
  foreign key (partition_id, job_id) references data.job on delete cascade
);
-- It is compressed already, and what it has of erased values is not to be found among the common values either.
alter table data.job_part alter column bytes set storage external;
alter table data.job_part alter column bytes set statistics 0;
