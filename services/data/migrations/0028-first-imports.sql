-- compatible-from: 0013
-- no-transaction
-- What was imported may be older than its partition.
create index concurrently version_first_import_across_partitions on data.version (modification_date, partition_id)
  where seq = 1 and imported_date is not null;
