-- By which key imports know a timeline: an export asks for each of its rows.
create index timeline_key_timeline on data.timeline_key (partition_id, timeline_id);
