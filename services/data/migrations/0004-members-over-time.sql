-- Who was a member with which role, and when. A row that was not removed is what holds now.
create table data.member_period (
  partition_id uuid not null references data.partition,
  user_id uuid not null,
  role text not null check (role in ('READER', 'EDITOR', 'OWNER')),
  -- when the user joined, which a change of the role leaves as it is
  since_date timestamptz not null,
  given_date timestamptz not null,
  -- null: not known, from before this was kept
  given_user_id uuid,
  removed_date timestamptz,
  removed_user_id uuid
);

insert into data.member_period (partition_id, user_id, role, since_date, given_date)
select partition_id, user_id, role, since_date, since_date from data.member;
drop table data.member;

create unique index member_now on data.member_period (partition_id, user_id) where removed_date is null;
-- The members of a partition in the order they joined, now and as of a moment.
create index member_period_in_order on data.member_period (partition_id, since_date, user_id);
create index member_owner on data.member_period (partition_id, user_id) where removed_date is null and role = 'OWNER';
create index member_period_by_user on data.member_period (partition_id, user_id, given_date);
create index member_across_partitions on data.member_period (user_id, partition_id) where removed_date is null;

create view data.member as
  select partition_id, user_id, role, since_date from data.member_period where removed_date is null;
