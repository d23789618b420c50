-- Why a version was written, and with which change set; both null for most. A reason counts in data.version.bytes, and
-- is a value of the version's Merkle tree; the change set stands in the tree's header.
alter table data.version add column reason text, add column change_set_id uuid;

-- The versions that a search by reason looks at. Others are not in it, and their writers do not pay for it.
create index version_reason_seq on data.version (partition_id, seq desc) where reason is not null;

-- The reason of all rows of an imported file that have none of their own.
alter table data.job add column reason text;
