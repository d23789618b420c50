-- The paths of erased values are read with a version, and may be longer than its data: they count for its size too.
update data.version
set bytes = octet_length(object_data::text) + octet_length(refs::text) + octet_length(erased::text)
where erased is not null;
