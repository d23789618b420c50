-- compatible-from: 0013
-- no-transaction
create index concurrently member_uncounted_across_partitions on data.member_period (user_id, partition_id)
  where counted <> (removed_date is null);
