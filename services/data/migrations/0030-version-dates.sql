-- compatible-from: 0013
-- no-transaction
create index concurrently version_date_across_partitions on data.version (modification_date, partition_id);
