export const backfillName = '9001-upgraded';

const partitionOf = (key: string) =>
  `coalesce(nullif(split_part(${key}::text, ' ', 1), ''), '00000000-0000-0000-0000-000000000000')::uuid`;
const sequenceOf = (key: string) =>
  `coalesce(nullif(split_part(${key}::text, ' ', 2), ''), '0')::bigint`;

/**
 * Adds a column to the versions, fills it and creates an index on it. Servers of the previous version keep
 * writing; their rows get the default value. The column counts how often a row is filled. A batch covers one
 * partition and names it: with "(partition_id, seq) <= (…)", PostgreSQL 15 reads the index up to the end of the
 * partition each time.
 */
export const expandMigrations = (compatibleFrom: string): Record<string, string> => ({
  '9001-upgraded.sql': `-- compatible-from: ${compatibleFrom}
alter table data.version add column upgraded integer;
alter table data.version alter column upgraded set default 0;`,
  [`${backfillName}.backfill.sql`]: `-- table: data.version
    select max(partition_id::text || ' ' || lpad(seq::text, 19, '0')) as up_to, count(*) as count
    from (
      select partition_id from data.version
      where (partition_id, seq) > (${partitionOf('$1')}, ${sequenceOf('$1')})
      order by partition_id, seq limit 1) next
    cross join lateral (
      select seq from data.version
      where partition_id = next.partition_id
        and seq > case when next.partition_id = ${partitionOf('$1')} then ${sequenceOf('$1')} else 0 end
      order by seq limit $2) batch;
    update data.version set upgraded = coalesce(upgraded, 0) + 1
    where partition_id = ${partitionOf('$2')} and seq <= ${sequenceOf('$2')}
      and seq > case when ${partitionOf('$1')} = ${partitionOf('$2')} then ${sequenceOf('$1')} else 0 end;`,
  '9002-upgraded-index.sql': `-- compatible-from: ${compatibleFrom}
-- no-transaction
create index concurrently version_upgraded on data.version (partition_id, upgraded)`,
});

/** The migrations of the version after that: only servers that know the column may run beside them. */
export const contractMigrations: Record<string, string> = {
  '9003-upgraded-known.sql': `-- compatible-from: 9002
-- after-backfill: ${backfillName}
alter table data.version add constraint version_upgraded_known check (upgraded is not null) not valid;`,
  '9004-upgraded-valid.sql': `-- compatible-from: 9002
alter table data.version validate constraint version_upgraded_known;`,
  '9005-upgraded-required.sql': `-- compatible-from: 9002
alter table data.version alter column upgraded set not null;`,
};
