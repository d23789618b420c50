-- compatible-from: 0013
-- Of a search that is followed: versions that refer to one of these objects, now or before the change; null: whatever they refer to.
alter table data.subscription add column refs jsonb;
