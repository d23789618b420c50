-- compatible-from: 0013
-- no-transaction
create index concurrently partition_bucket_across_partitions
  on data.partition (get_byte(uuid_send(partition_id), 15), partition_id);
