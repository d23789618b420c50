create table authentication.identity_provider (
  id uuid primary key,
  unit_id uuid references authentication.organizational_unit,
  name text collate "und-x-icu" not null,
  enabled boolean not null,
  button_label text not null,
  issuer text not null,
  client_id text not null,
  client_secret text,
  client_authentication text not null check (client_authentication in ('client_secret_basic', 'client_secret_post', 'none')),
  scopes text[] not null,
  endpoints jsonb not null,
  claim_map jsonb not null,
  group_roles jsonb not null,
  trust_email boolean not null,
  trust_second_factor boolean not null,
  provisioning text not null check (provisioning in ('NONE', 'EXISTING', 'CREATE')),
  new_user_roles text[] not null,
  new_user_unit_id uuid references authentication.organizational_unit,
  created timestamptz not null,
  last_sign_in timestamptz,
  version integer not null default 1
);
create index identity_provider_by_name on authentication.identity_provider (name, id);
create index identity_provider_of_unit on authentication.identity_provider (unit_id);

-- A domain belongs to one provider: who signs in with an email of it is led there.
create table authentication.identity_provider_domain (
  domain text collate "C" primary key,
  provider_id uuid not null references authentication.identity_provider on delete cascade
);
create index identity_provider_domain_of_provider on authentication.identity_provider_domain (provider_id);

create table authentication.user_identity (
  id uuid primary key,
  provider_id uuid not null references authentication.identity_provider on delete cascade,
  -- of the moment of linking: a subject is unique within its issuer alone, so what was linked sleeps under another one
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id uuid not null references authentication.user_account on delete cascade,
  email text,
  linked timestamptz not null,
  last_sign_in timestamptz,
  unique (provider_id, issuer, subject)
);
create index user_identity_of_user on authentication.user_identity (user_id);

-- Direct roles that came from the groups of an identity, to be taken back when the groups no longer give them.
create table authentication.user_identity_role (
  identity_id uuid not null references authentication.user_identity on delete cascade,
  role text collate "C" not null check (role <> 'GLOBAL_MASTER'),
  primary key (identity_id, role)
);

-- A browser on its way to a provider and back.
create table authentication.provider_authorization (
  state_hash bytea primary key,
  provider_id uuid not null references authentication.identity_provider on delete cascade,
  purpose text not null check (purpose in ('SIGN_IN', 'LINK', 'TEST')),
  -- who links or tests
  user_id uuid references authentication.user_account on delete cascade,
  nonce text not null,
  code_verifier text not null,
  created timestamptz not null,
  expires timestamptz not null,
  check ((user_id is null) = (purpose = 'SIGN_IN'))
);
create index provider_authorization_by_expiry on authentication.provider_authorization (expires);
