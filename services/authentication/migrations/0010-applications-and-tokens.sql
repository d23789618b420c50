create table authentication.application (
  id uuid primary key,
  unit_id uuid references authentication.organizational_unit,
  name text collate "und-x-icu" not null,
  description text,
  roles text[] not null,
  created timestamptz not null,
  created_by uuid,
  deleted timestamptz,
  version integer not null default 1
);
create unique index application_by_name on authentication.application (name, id) where deleted is null;
create index application_of_unit on authentication.application (unit_id) where deleted is null;

-- What an application was at a moment: each change leaves a row here, the first one included.
create table authentication.application_version (
  application_id uuid not null references authentication.application,
  version integer not null,
  changed timestamptz not null,
  changed_by uuid,
  name text collate "und-x-icu" not null,
  -- a unit may be deleted after an application has left it, so there is no foreign key
  unit_id uuid,
  roles text[] not null,
  deleted boolean not null default false,
  primary key (application_id, version)
);

-- Tokens are kept as SHA-256 only.
create table authentication.api_token (
  id uuid primary key,
  hash bytea not null unique,
  prefix text not null,
  description text collate "und-x-icu" not null,
  user_id uuid references authentication.user_account on delete cascade,
  application_id uuid references authentication.application,
  scopes text[] not null,
  -- null: all that the owner may open
  partition_ids uuid[],
  created timestamptz not null,
  created_by uuid,
  expires timestamptz,
  revoked timestamptz,
  last_used timestamptz,
  last_used_address text,
  check ((user_id is null) <> (application_id is null))
);
create index api_token_of_user on authentication.api_token (user_id) where revoked is null;
create index api_token_of_application on authentication.api_token (application_id);
create index api_token_by_creation on authentication.api_token (created desc, id desc) where revoked is null;
create index api_token_by_expiry on authentication.api_token (expires, id) where revoked is null;
