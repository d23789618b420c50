-- compatible-from: 0013
-- no-transaction
create index concurrently partition_created_across_partitions on data.partition (created_date, partition_id);
