-- compatible-from: 0013
-- no-transaction
create index concurrently partition_uncounted on data.partition (partition_id) where not counted;
