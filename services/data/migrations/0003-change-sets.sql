-- ── Rules of changes ────────────────────────────────────────────────────────────────────────────────────────────────

-- The rules by which objects of a partition are changed, over time; the newest hold.
create table data.change_policy (
  partition_id uuid not null references data.partition,
  version integer not null,
  -- [{types, approvals, approvers: {roles, userIds}, reasonRequired}]; types null: all that no other rule names
  rules jsonb not null,
  break_glass boolean not null,
  changed_date timestamptz not null,
  changed_user_id uuid not null,
  primary key (partition_id, version)
);

-- What every append has to keep of the newest rules, [{types, approvals, reasonRequired}]; null: nothing.
alter table data.partition_head add column change_rules jsonb;

-- ── Change sets ─────────────────────────────────────────────────────────────────────────────────────────────────────

create table data.change_set (
  partition_id uuid not null references data.partition,
  id uuid not null,
  title text not null,
  description text,
  -- of its versions; null: the title
  reason text,
  state text not null default 'DRAFT' check (
    state in ('DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED', 'COMMITTED', 'WITHDRAWN')),
  -- of what is reviewed
  revision integer not null default 1,
  auto_commit boolean not null default false,
  version integer not null default 1,
  author_id uuid not null,
  created_date timestamptz not null,
  changed_date timestamptz not null,
  submitted_date timestamptz,
  -- the committed set that this one takes back
  revert_of uuid,
  committed_date timestamptz,
  committed_user_id uuid,
  first_seq bigint,
  last_seq bigint,
  -- with the last approval
  automatic boolean not null default false,
  break_glass_reason text,
  -- what the policy asked when it was committed, as the contract has it
  requirements jsonb,
  primary key (partition_id, id),
  check ((state = 'COMMITTED') = (committed_date is not null and committed_user_id is not null
    and first_seq is not null and last_seq is not null and requirements is not null))
);
create index change_set_changed on data.change_set (partition_id, changed_date desc, id desc);
create index change_set_revert_of on data.change_set (partition_id, revert_of) where revert_of is not null;
-- What waits for somebody, in all partitions.
create index change_set_open_across_partitions on data.change_set (state, changed_date desc)
  where state in ('IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED');
create index change_set_break_glass_across_partitions on data.change_set (committed_date)
  where break_glass_reason is not null;

create table data.change_set_contributor (
  partition_id uuid not null,
  change_set_id uuid not null,
  user_id uuid not null,
  -- may edit now
  current boolean not null,
  -- has edited an operation, and so never approves the set
  edited boolean not null default false,
  primary key (partition_id, change_set_id, user_id),
  foreign key (partition_id, change_set_id) references data.change_set on delete cascade
);

create table data.change_set_operation (
  partition_id uuid not null,
  change_set_id uuid not null,
  -- chosen by the client
  id uuid not null,
  position integer not null,
  operation text not null check (operation in ('create', 'newVersion', 'end', 'restore')),
  local_name text,
  type text not null collate "C",
  timeline_id uuid,
  -- of a restore: the version that comes back
  object_id uuid,
  predecessor_id uuid,
  -- null for an end or a restore, and once the set is committed: the versions have them
  object_data jsonb,
  refs jsonb,
  bytes integer not null,
  edited_date timestamptz not null,
  edited_user_id uuid not null,
  -- of the version that it became
  seq bigint,
  primary key (partition_id, change_set_id, id),
  unique (partition_id, change_set_id, position),
  foreign key (partition_id, change_set_id) references data.change_set on delete cascade
);
create unique index change_set_operation_timeline
  on data.change_set_operation (partition_id, timeline_id, change_set_id);
create unique index change_set_operation_local_name
  on data.change_set_operation (partition_id, change_set_id, local_name);

create table data.change_set_review (
  partition_id uuid not null,
  change_set_id uuid not null,
  number integer not null,
  user_id uuid not null,
  decision text not null check (decision in ('APPROVED', 'CHANGES_REQUESTED')),
  comment text,
  review_date timestamptz not null,
  revision integer not null,
  -- whether it counted when the set was committed
  counted boolean,
  primary key (partition_id, change_set_id, number),
  foreign key (partition_id, change_set_id) references data.change_set on delete cascade
);

create table data.change_set_comment (
  partition_id uuid not null,
  change_set_id uuid not null,
  id uuid not null,
  text text not null,
  operation_id uuid,
  path text,
  user_id uuid not null,
  comment_date timestamptz not null,
  revision integer not null,
  resolved_date timestamptz,
  resolved_user_id uuid,
  primary key (partition_id, change_set_id, id),
  foreign key (partition_id, change_set_id) references data.change_set on delete cascade
);
