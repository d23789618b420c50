-- Whether the user is told of change sets by email.
alter table authentication.user_account add column change_set_mails boolean not null default true;

-- What another service has reported, so that the same report again has no effect.
create table authentication.reported_event (
  id uuid primary key,
  reported timestamptz not null
);
create index reported_event_by_time on authentication.reported_event (reported);
