-- compatible-from: 0013
-- no-transaction
create index concurrently member_bucket_across_partitions
  on data.member_period (user_id, get_byte(uuid_send(partition_id), 15), partition_id) where removed_date is null;
