-- The newest data once more, for filters on its paths, and who wrote it.
alter table data.head_search add column object_data jsonb, add column modification_user_id uuid;
update data.head_search s set object_data = v.object_data, modification_user_id = v.modification_user_id
from data.version v where v.partition_id = s.partition_id and v.seq = s.seq;
alter table data.head_search
  alter column object_data set not null,
  alter column modification_user_id set not null;
create index head_search_user_seq on data.head_search (partition_id, modification_user_id, seq desc);
do $$ begin
  alter table data.head_search alter column object_data set compression lz4, alter column tsv set compression lz4;
exception when feature_not_supported then null;
end $$;

-- Below the partition's id, so that an index of paths and values has those of each partition apart.
create function data.in_partition(partition_id uuid, object_data jsonb) returns jsonb
  language sql immutable strict parallel safe
  as $$ select jsonb_build_object(partition_id::text, object_data) $$;
create index head_search_data_across_partitions on data.head_search
  using gin (data.in_partition(partition_id, object_data) jsonb_path_ops);
