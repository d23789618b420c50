-- The newest data once more, for filters on its paths.
alter table data.head_search add column object_data jsonb;
update data.head_search s set object_data = v.object_data
from data.version v where v.partition_id = s.partition_id and v.seq = s.seq;
alter table data.head_search alter column object_data set not null;
create index head_search_data_across_partitions on data.head_search using gin (object_data jsonb_path_ops);
