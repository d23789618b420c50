-- What is to be sent, not the mail itself: the text and its one-time link are made when it goes out, so that no secret
-- lies here.
create table authentication.mail (
  id uuid primary key,
  kind text not null,
  -- as typed by whoever asked; whether there is such a user is found out when the mail goes out
  recipient text not null,
  user_id uuid references authentication.user_account on delete cascade,
  parameters jsonb not null,
  lang text not null,
  created timestamptz not null,
  attempts integer not null default 0,
  next_attempt timestamptz not null,
  failure text
);
create index mail_by_next_attempt on authentication.mail (next_attempt);
create index mail_of_user on authentication.mail (user_id, kind);

-- How many mails were asked for lately. The key is the SHA-256 of the recipient as typed or of the address that asks, so
-- that a recipient nobody knows looks like all others.
create table authentication.mail_request (
  key bytea primary key,
  requests integer not null,
  since timestamptz not null
);
create index mail_request_by_begin on authentication.mail_request (since);

create table authentication.invitation (
  id uuid primary key,
  user_id uuid not null references authentication.user_account on delete cascade,
  invited_by uuid,
  created timestamptz not null,
  sent timestamptz,
  opened timestamptz,
  accepted timestamptz,
  withdrawn timestamptz,
  expires timestamptz,
  failure text,
  -- the specification's mailTemplateParameters as they were given, for sending it again
  parameters jsonb not null
);
create unique index invitation_of_user on authentication.invitation (user_id);
create index invitation_by_creation on authentication.invitation (created desc, id desc);
create index invitation_open on authentication.invitation (created desc, id desc)
  where accepted is null and withdrawn is null;

alter table authentication.one_time_link
  drop constraint one_time_link_check,
  drop constraint one_time_link_purpose_check,
  -- SIGNUP: email, name and language of the user that comes into being when the link is used
  add column sign_up jsonb,
  add constraint one_time_link_purpose_check check (purpose in ('SETUP', 'INVITATION', 'RESET', 'SIGNUP')),
  add constraint one_time_link_user_check check ((user_id is null) = (purpose in ('SETUP', 'SIGNUP'))),
  add constraint one_time_link_sign_up_check check ((sign_up is not null) = (purpose = 'SIGNUP'));
