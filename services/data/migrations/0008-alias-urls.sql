-- An alias is one for the whole service; what it leads to may lie in a partition.
create table data.alias_url (
  alias text collate "C" primary key,
  target_kind text not null check (target_kind in ('OBJECT', 'TIMELINE', 'URL')),
  target_partition_id uuid,
  target_id uuid,
  target_url text,
  deactivated_date timestamptz,
  deactivated_user_id uuid,
  expiry_date timestamptz,
  visits bigint not null default 0,
  last_visit_date timestamptz,
  created_date timestamptz not null,
  created_user_id uuid not null,
  changed_date timestamptz not null,
  changed_user_id uuid not null,
  version integer not null default 1,
  check ((target_kind = 'URL') = (target_url is not null)),
  check ((target_kind = 'URL') = (target_partition_id is null and target_id is null))
);
create index alias_url_created on data.alias_url (created_date, alias);
create index alias_url_visits on data.alias_url (visits, alias);
