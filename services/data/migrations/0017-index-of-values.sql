-- The same value in a form that PostgreSQL takes into the expressions of indexes and statements as it is. jsonb_build_object is
-- not immutable: a function of it was prepared anew by each statement that writes.
create or replace function data.in_partition(partition_id uuid, object_data jsonb) returns jsonb
  language sql immutable parallel safe
  as $$ select jsonb_set('{}', array[partition_id::text], object_data) $$;
