-- compatible-from: 0013
-- no-transaction
-- An inequality of the two would be true of all rows for the planner.
create index concurrently member_uncounted_across_partitions on data.member_period (user_id, partition_id)
  where (counted and removed_date is not null) or (not counted and removed_date is null);
