-- The authentication service. A table whose name ends in _version has a row for each change of its thing, the creation
-- included: what it was at a time. A table whose name ends in _period says who had what, and when; a row that is not
-- removed holds now, and the view without the ending shows just those.

-- ── Users ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- One, two and three letters in a row of a text, so that "contains" finds its rows by an index. Array indexes are in
-- every PostgreSQL, the extension for trigrams is not. The cost keeps the planner from evaluating it row by row.
create function authentication.grams_of(searched text) returns text[]
  language sql immutable strict parallel safe cost 10000 as $$
  select array(select distinct substr(searched, i, n)
    from generate_series(1, 3) n, generate_series(1, length(searched) - n + 1) i)
$$;

create table authentication.user_account (
  id uuid primary key,
  username text collate "und-x-icu" not null,
  email text collate "und-x-icu",
  name text collate "und-x-icu" not null,
  -- folded name, user name and email, one per line: what "contains" looks at
  search_text text collate "C" not null,
  status text not null check (status in ('INVITED', 'ACTIVE', 'DISABLED')),
  lang text not null,
  created timestamptz not null,
  last_sign_in timestamptz,
  -- when sign-in is slowed down after many failures: until when
  locked_until timestamptz,
  -- When the user showed access to the mailbox: with a link or a code that was sent there and nowhere else. Null for an
  -- account that was set up with a copied link.
  email_proven timestamptz,
  -- from when the user has no access any more: guests, for example auditors
  access_ends timestamptz,
  version integer not null default 1,
  -- whether the user is told of change sets by email
  change_set_mails boolean not null default true
);
create index user_account_by_name on authentication.user_account (name, id);
create index user_account_by_email on authentication.user_account (coalesce(email, ''), id);
create index user_account_by_created on authentication.user_account (created, id);
create index user_account_by_last_sign_in on authentication.user_account (coalesce(last_sign_in, '-infinity'), id);
create index user_account_by_status on authentication.user_account (status, name, id);
create index user_account_ending on authentication.user_account (access_ends)
  where access_ends is not null and status <> 'DISABLED';
create index user_account_locked on authentication.user_account (locked_until) where locked_until is not null;
create index user_account_never_signed_in on authentication.user_account (name, id) where last_sign_in is null;
create index user_account_by_grams on authentication.user_account
  using gin (authentication.grams_of(search_text)) with (fastupdate = off);

create table authentication.user_account_version (
  user_id uuid not null references authentication.user_account on delete cascade,
  version integer not null,
  changed timestamptz not null,
  username text collate "und-x-icu" not null,
  email text collate "und-x-icu",
  name text collate "und-x-icu" not null,
  status text not null,
  lang text not null,
  access_ends timestamptz,
  -- as in user_account, so that the past is searched as the present is
  search_text text collate "C" not null,
  primary key (user_id, version)
);

-- User names and emails share one space, because either may be typed to sign in. Normalized by the service, so that
-- uniqueness does not depend on the collation library of the database.
create table authentication.sign_in_name (
  key text collate "C" primary key,
  user_id uuid not null references authentication.user_account on delete cascade,
  is_username boolean not null,
  is_email boolean not null,
  check (is_username or is_email)
);
create index sign_in_name_of_user on authentication.sign_in_name (user_id);

-- Names of users whom an administrator of a unit invited or renamed, while somebody outside that administrator's scope
-- signs in with them: the administrator is not told, and the user gets the name when it is free.
create table authentication.unclaimed_sign_in_name (
  user_id uuid not null references authentication.user_account on delete cascade,
  key text collate "C" not null,
  is_username boolean not null,
  is_email boolean not null,
  primary key (user_id, key),
  check (is_username or is_email)
);
create index unclaimed_sign_in_name_by_key on authentication.unclaimed_sign_in_name (key);

-- What a user name looks like (UTS 39): users who share one have names that are easily taken for each other.
create table authentication.username_skeleton (
  user_id uuid not null references authentication.user_account on delete cascade,
  skeleton text collate "C" not null,
  primary key (user_id, skeleton)
);
create index username_skeleton_by_skeleton on authentication.username_skeleton (skeleton, user_id);

create table authentication.password (
  user_id uuid primary key references authentication.user_account on delete cascade,
  hash text not null,
  changed timestamptz not null
);

-- ── Roles ───────────────────────────────────────────────────────────────────────────────────────────────────────────

create table authentication.role (
  name text collate "C" primary key,
  description text not null,
  permissions text[] not null,
  scope text not null check (scope in ('all', 'unit')),
  built_in boolean not null,
  second_factor_required boolean not null default false,
  -- how long users without a second factor may continue after the role starts to require one
  second_factor_grace_hours integer not null default 168 check (second_factor_grace_hours between 0 and 2160),
  version integer not null default 1
);

create table authentication.role_version (
  name text collate "C" not null,
  version integer not null,
  changed timestamptz not null,
  description text not null,
  permissions text[] not null,
  scope text not null,
  second_factor_required boolean not null,
  second_factor_grace_hours integer not null default 168,
  deleted boolean not null default false,
  primary key (name, version)
);

insert into authentication.role (name, description, permissions, scope, built_in) values
  ('AUDIT_LOG_READER', 'Reads the audit log', '{events:read}', 'all', true),
  ('AUDITOR', 'Reads everything, changes nothing',
    '{users:read,organizational-units:read,identity-providers:read,tokens:read,applications:read,events:read,operations:read,data-users:read,alias-urls:read,partitions:read-all}',
    'all', true),
  ('GLOBAL_MASTER', 'May do everything',
    '{users:read,users:write,roles:write,organizational-units:read,organizational-units:write,identity-providers:read,identity-providers:write,tokens:read,tokens:write,applications:read,applications:write,events:read,operations:read,data-users:read,alias-urls:read,alias-urls:write,partitions:create,partitions:read-all,partitions:write-all,partitions:write}',
    'all', true),
  ('ORG_ADMIN', 'Administers the users of the own organizational units and the units below',
    '{users:read,users:write,organizational-units:read,organizational-units:write,identity-providers:read,identity-providers:write,tokens:read,tokens:write,applications:read,applications:write,events:read,alias-urls:read,alias-urls:write,partitions:write}',
    'unit', true),
  ('UNIT_AUDITOR', 'Reads the users, applications and events of the own organizational units and the units below',
    '{users:read,organizational-units:read,identity-providers:read,tokens:read,applications:read,events:read}',
    'unit', true),
  ('USER', 'Works in the partitions it is a member of', '{partitions:write}', 'all', true);

-- What they allow holds for all of the past.
insert into authentication.role_version (name, version, changed, description, permissions, scope, second_factor_required)
select name, version, '-infinity', description, permissions, scope, second_factor_required from authentication.role;

create table authentication.user_role_period (
  user_id uuid not null references authentication.user_account on delete cascade,
  role text collate "C" not null,
  -- a user or an application, so there is no foreign key
  granted_by uuid,
  granted_at timestamptz not null,
  removed_by uuid,
  removed_at timestamptz
);
create unique index user_role_now on authentication.user_role_period (user_id, role) where removed_at is null;
create index user_role_now_by_role on authentication.user_role_period (role, user_id) where removed_at is null;
create index user_role_period_by_user on authentication.user_role_period (user_id, granted_at);
create index user_role_period_by_role on authentication.user_role_period (role, granted_at);

create view authentication.user_role as
  select user_id, role, granted_by, granted_at from authentication.user_role_period where removed_at is null;

-- ── Organizational units ────────────────────────────────────────────────────────────────────────────────────────────

create table authentication.organizational_unit (
  id uuid primary key,
  name text collate "und-x-icu" not null,
  parent_id uuid references authentication.organizational_unit,
  created timestamptz not null default now(),
  second_factor_required boolean not null default false,
  -- as of a role
  second_factor_grace_hours integer not null default 168 check (second_factor_grace_hours between 0 and 2160),
  version integer not null default 1
);
create index organizational_unit_by_name on authentication.organizational_unit (name, id);
create index organizational_unit_by_parent on authentication.organizational_unit (parent_id);
-- Two units with one name below the same unit could not be told apart.
create unique index organizational_unit_sibling_name
  on authentication.organizational_unit (parent_id, lower(normalize(name, nfkc))) nulls not distinct;

create table authentication.organizational_unit_version (
  unit_id uuid not null,
  version integer not null,
  changed timestamptz not null,
  name text collate "und-x-icu" not null,
  parent_id uuid,
  second_factor_required boolean not null,
  second_factor_grace_hours integer not null default 168,
  email_domains text[] not null,
  -- the last version of a unit that was deleted
  deleted boolean not null default false,
  primary key (unit_id, version)
);
create index organizational_unit_version_by_change on authentication.organizational_unit_version (changed);

-- Each unit with itself and with all units above it, so that "the unit and those below" is one step.
create table authentication.organizational_unit_path (
  ancestor_id uuid not null references authentication.organizational_unit on delete cascade,
  descendant_id uuid not null references authentication.organizational_unit on delete cascade,
  depth integer not null,
  primary key (ancestor_id, descendant_id)
);
create index organizational_unit_path_up on authentication.organizational_unit_path (descendant_id, depth);

create table authentication.organizational_unit_member_period (
  unit_id uuid not null,
  user_id uuid not null references authentication.user_account on delete cascade,
  assigned_by uuid,
  assigned_at timestamptz not null,
  removed_by uuid,
  removed_at timestamptz
);
create unique index organizational_unit_member_now
  on authentication.organizational_unit_member_period (user_id, unit_id) where removed_at is null;
create index organizational_unit_member_now_by_unit
  on authentication.organizational_unit_member_period (unit_id, user_id) where removed_at is null;
create index organizational_unit_member_period_by_user
  on authentication.organizational_unit_member_period (user_id, assigned_at);
create index organizational_unit_member_period_by_unit
  on authentication.organizational_unit_member_period (unit_id, assigned_at);

create view authentication.organizational_unit_member as
  select unit_id, user_id, assigned_by, assigned_at
  from authentication.organizational_unit_member_period where removed_at is null;

-- Roles of all members of a unit and of the units below.
create table authentication.organizational_unit_role_period (
  unit_id uuid not null,
  role text collate "C" not null check (role <> 'GLOBAL_MASTER'),
  granted_by uuid,
  granted_at timestamptz not null,
  removed_by uuid,
  removed_at timestamptz
);
create unique index organizational_unit_role_now
  on authentication.organizational_unit_role_period (unit_id, role) where removed_at is null;
create index organizational_unit_role_period_by_role on authentication.organizational_unit_role_period (role, granted_at);

create view authentication.organizational_unit_role as
  select unit_id, role, granted_by, granted_at
  from authentication.organizational_unit_role_period where removed_at is null;

-- All roles of a user: the direct ones, and those of the units the user is in or below.
create view authentication.effective_role as
  select user_id, role, null::uuid as unit_id, granted_by, granted_at from authentication.user_role
  union all
  select m.user_id, r.role, r.unit_id, r.granted_by, greatest(r.granted_at, m.assigned_at)
  from authentication.organizational_unit_member m
  join authentication.organizational_unit_path p on p.descendant_id = m.unit_id
  join authentication.organizational_unit_role r on r.unit_id = p.ancestor_id;

-- A period outlives its role, so it cannot have a foreign key; still, nobody is given a role that does not exist.
create function authentication.require_role() returns trigger language plpgsql as $$
begin
  perform from authentication.role where name = new.role for key share;
  if not found then
    raise exception 'There is no role %.', new.role using errcode = 'foreign_key_violation', constraint = 'role_exists';
  end if;
  return new;
end
$$;
create trigger role_exists before insert on authentication.user_role_period
  for each row execute function authentication.require_role();
create trigger role_exists before insert on authentication.organizational_unit_role_period
  for each row execute function authentication.require_role();

-- ── Sessions ────────────────────────────────────────────────────────────────────────────────────────────────────────

create table authentication.session (
  id uuid primary key,
  user_id uuid not null references authentication.user_account on delete cascade,
  created timestamptz not null,
  last_seen timestamptz not null,
  expires_absolute timestamptz not null,
  ended timestamptz,
  -- when its user last authenticated before it began; null if the identity provider did not say
  proved timestamptz,
  reauthenticated timestamptz,
  user_agent text not null,
  address text not null
);
create index session_of_user on authentication.session (user_id) where ended is null;
create index session_by_end on authentication.session (expires_absolute);

-- Tokens are stored as SHA-256 only, so that a copy of the database signs nobody in.
create table authentication.refresh_token (
  hash bytea primary key,
  -- access tokens name the refresh token that they were issued with, and end with it
  id uuid not null default gen_random_uuid(),
  session_id uuid not null references authentication.session on delete cascade,
  parent bytea,
  issued timestamptz not null,
  used timestamptz
);
create unique index refresh_token_by_id on authentication.refresh_token (id);
create index refresh_token_of_session on authentication.refresh_token (session_id);
create index refresh_token_by_parent on authentication.refresh_token (parent);

-- From which networks and with which programs a user has signed in: anything else is a new device.
create table authentication.known_device (
  user_id uuid not null references authentication.user_account on delete cascade,
  -- an IPv4 address, or the first 64 bits of an IPv6 address, within which a device changes its address at will
  network text collate "C" not null,
  -- without version numbers, so that an update makes no new device
  program text collate "C" not null,
  last_sign_in timestamptz not null,
  primary key (user_id, network, program)
);
create index known_device_by_last_sign_in on authentication.known_device (last_sign_in);

-- Browsers that need no second factor for a while, because one was given there.
create table authentication.trusted_device (
  id uuid primary key,
  user_id uuid not null references authentication.user_account on delete cascade,
  -- SHA-256 of the secret in the browser's cookie
  hash bytea not null,
  -- the second factor that was given
  factor text not null check (factor in ('TOTP', 'PASSKEY', 'RECOVERY_CODE')),
  created timestamptz not null,
  last_used timestamptz not null,
  expires timestamptz not null,
  user_agent text not null,
  address text not null
);
create unique index trusted_device_by_hash on authentication.trusted_device (hash);
create index trusted_device_of_user on authentication.trusted_device (user_id);
create index trusted_device_by_expiry on authentication.trusted_device (expires);

create table authentication.sign_in_delay (
  -- SHA-256 of the name typed or of the address, so that names nobody has look like all others
  key bytea primary key,
  -- of a delay for a name at one address: the key of the delay for the name at all addresses
  name_key bytea,
  failures integer not null,
  last_failure timestamptz not null,
  not_before timestamptz not null
);
create index sign_in_delay_of_name on authentication.sign_in_delay (name_key) where name_key is not null;
create index sign_in_delay_by_failure on authentication.sign_in_delay (last_failure);

create table authentication.signing_key (
  kid text collate "C" primary key,
  private_jwk jsonb not null,
  created timestamptz not null,
  retired timestamptz
);

-- Rules of sessions and sign-in. Who is concerned by several gets the strictest of each demand; null demands nothing.
create table authentication.sign_in_rule (
  id uuid primary key,
  -- who holds the role, or is in the unit or below, or, with neither, everyone
  role text collate "C" references authentication.role on delete cascade,
  unit_id uuid references authentication.organizational_unit on delete cascade,
  idle_minutes integer check (idle_minutes between 10 and 1440),
  absolute_minutes integer check (absolute_minutes between 15 and 43200),
  max_sessions integer check (max_sessions between 1 and 100),
  passkey_required boolean not null,
  -- for how long a device needs no second factor after one; 0: never
  trusted_device_days integer check (trusted_device_days between 0 and 90),
  -- in CIDR notation
  people_networks text[],
  token_networks text[],
  application_networks text[],
  fresh_proof_for text[] not null,
  changed timestamptz not null,
  version integer not null default 1,
  check (role is null or unit_id is null)
);
create unique index sign_in_rule_of_subject on authentication.sign_in_rule (role, unit_id) nulls not distinct;

-- ── Links, invitations and mail ─────────────────────────────────────────────────────────────────────────────────────

create table authentication.one_time_link (
  hash bytea primary key,
  -- null for SETUP and SIGNUP: the user is created when the link is used
  user_id uuid references authentication.user_account on delete cascade,
  -- REVOCATION: it revokes API tokens
  purpose text not null,
  -- SIGNUP: email, name and language of the user
  sign_up jsonb,
  -- the link was sent in a mail and shown to nobody else
  mailed boolean not null default false,
  created timestamptz not null,
  expires timestamptz not null,
  used timestamptz,
  constraint one_time_link_purpose_check
    check (purpose in ('SETUP', 'INVITATION', 'RESET', 'SIGNUP', 'REVOCATION')),
  constraint one_time_link_user_check check ((user_id is null) = (purpose in ('SETUP', 'SIGNUP'))),
  constraint one_time_link_sign_up_check check ((sign_up is not null) = (purpose = 'SIGNUP'))
);
create index one_time_link_of_user on authentication.one_time_link (user_id);
create index one_time_link_by_expiry on authentication.one_time_link (expires);

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
  -- as {message, messageCode, parameters}
  failure jsonb,
  -- the specification's mailTemplateParameters as they were given, for sending it again
  parameters jsonb not null
);
create unique index invitation_of_user on authentication.invitation (user_id);
create index invitation_by_creation on authentication.invitation (created desc, id desc);
create index invitation_open on authentication.invitation (created desc, id desc)
  where accepted is null and withdrawn is null;

-- The outbox. It holds what is to be sent and not the mail itself: the text and its one-time link are made when it is
-- sent, so that no secret is stored here.
create table authentication.mail (
  id uuid primary key,
  kind text not null,
  -- as typed by whoever asked; whether there is such a user is found out when the mail is sent
  recipient text not null,
  user_id uuid references authentication.user_account on delete cascade,
  parameters jsonb not null,
  lang text not null,
  created timestamptz not null,
  attempts integer not null default 0,
  next_attempt timestamptz not null,
  -- as {message, messageCode, parameters}
  failure jsonb
);
create index mail_by_next_attempt on authentication.mail (next_attempt);
create index mail_of_user on authentication.mail (user_id, kind);

-- How many mails were requested lately. The key is the SHA-256 of the recipient as typed or of the address that asks, so
-- that an unknown recipient looks like all others.
create table authentication.mail_request (
  key bytea primary key,
  requests integer not null,
  since timestamptz not null
);
create index mail_request_by_begin on authentication.mail_request (since);

-- ── Second factors ──────────────────────────────────────────────────────────────────────────────────────────────────

create table authentication.second_factor (
  id uuid primary key,
  user_id uuid not null references authentication.user_account on delete cascade,
  kind text not null check (kind in ('TOTP', 'PASSKEY')),
  name text not null,
  created timestamptz not null,
  last_used timestamptz,
  -- TOTP: false until the first code is entered
  confirmed boolean not null,
  totp_secret text,
  -- the time step of the last code accepted, so that no code is accepted twice
  totp_step bigint,
  credential_id bytea unique,
  public_key bytea,
  sign_count bigint,
  transports text[],
  -- PASSKEY: whether the authenticator has verified its user together with another factor (WebAuthn level 3, uvInitialized);
  -- only then it signs in alone
  verifies_user boolean not null default false,
  check ((kind = 'TOTP') = (totp_secret is not null)),
  check ((kind = 'PASSKEY') = (credential_id is not null))
);
create index second_factor_of_user on authentication.second_factor (user_id);

create table authentication.recovery_code (
  user_id uuid not null references authentication.user_account on delete cascade,
  hash bytea not null,
  used timestamptz,
  primary key (user_id, hash)
);

-- Sign-ins that wait for the second factor, and challenges of passkeys that are being set up or sign in alone.
create table authentication.second_factor_challenge (
  hash bytea primary key,
  -- null for PASSKEY_SIGN_IN: the passkey says who signs in
  user_id uuid references authentication.user_account on delete cascade,
  purpose text not null check (purpose in ('SIGN_IN', 'REGISTER_PASSKEY', 'PASSKEY_SIGN_IN', 'REAUTHENTICATION')),
  -- of the passkey, base64url
  passkey_challenge text,
  -- of a TOTP that is set up during the sign-in
  totp_secret text,
  attempts integer not null default 0,
  created timestamptz not null,
  expires timestamptz not null,
  used timestamptz,
  check ((user_id is null) = (purpose = 'PASSKEY_SIGN_IN'))
);
create index second_factor_challenge_by_expiry on authentication.second_factor_challenge (expires);
create index second_factor_challenge_of_user on authentication.second_factor_challenge (user_id);

-- Users who have to set up a second factor and have none. From `due` on their sessions and API tokens are refused.
create table authentication.second_factor_deadline (
  user_id uuid primary key references authentication.user_account on delete cascade,
  since timestamptz not null,
  due timestamptz not null,
  -- when the sessions that were open at `due` were ended
  enforced timestamptz
);
create index second_factor_deadline_by_due on authentication.second_factor_deadline (due) where enforced is null;

-- ── Identity providers and email domains ────────────────────────────────────────────────────────────────────────────

create table authentication.identity_provider (
  id uuid primary key,
  unit_id uuid references authentication.organizational_unit,
  name text collate "und-x-icu" not null,
  enabled boolean not null,
  button_label text not null,
  issuer text not null,
  discovery boolean not null default true,
  -- in documents and tokens, where it is not the issuer; {tenantid} stands for one of the tenants
  token_issuer text,
  tenants text[] not null default '{}',
  client_id text not null,
  client_secret text,
  -- the private key of private_key_jwt, as a JWK
  client_key jsonb,
  client_authentication text not null
    check (client_authentication in ('client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none')),
  id_token_algorithm text,
  response_mode text not null default 'query' check (response_mode in ('query', 'form_post')),
  scopes text[] not null,
  endpoints jsonb not null,
  claim_map jsonb not null,
  groups_form jsonb not null default '{"kind":"LIST","property":null,"separator":null,"absentMeansNone":false}',
  units_form jsonb not null default '{"kind":"LIST","property":null,"separator":null,"absentMeansNone":false}',
  group_roles jsonb not null,
  unit_map jsonb not null default '{}',
  synchronization jsonb not null default '{"name":"ALWAYS","email":"ALWAYS","language":"FIRST","units":"ALWAYS"}',
  sign_out_at_provider boolean not null default true,
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

-- Who claims an email domain: an identity provider or an organizational unit. A claim has no effect until it is
-- verified, so several may claim a domain, and one provider and one unit can have it verified.
create table authentication.email_domain (
  domain text collate "C" not null,
  provider_id uuid references authentication.identity_provider on delete cascade,
  unit_id uuid references authentication.organizational_unit on delete cascade,
  -- what the TXT record of the domain has to contain; not a secret
  token text not null,
  claimed timestamptz not null,
  verified timestamptz,
  method text check (method in ('DNS', 'APPROVAL')),
  verified_by uuid,
  unique (provider_id, domain),
  unique (unit_id, domain),
  check ((provider_id is null) <> (unit_id is null)),
  check ((verified is null) = (method is null))
);
create unique index email_domain_verified_for_provider on authentication.email_domain (domain)
  where verified is not null and provider_id is not null;
create unique index email_domain_verified_for_unit on authentication.email_domain (domain)
  where verified is not null and unit_id is not null;
create index email_domain_pending on authentication.email_domain (provider_id, unit_id) where verified is null;

create table authentication.user_identity (
  id uuid primary key,
  provider_id uuid not null references authentication.identity_provider on delete cascade,
  -- of the provider when the identity was linked: a subject is unique within its issuer only, so the identity is not
  -- used while the provider has another issuer
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id uuid not null references authentication.user_account on delete cascade,
  email text,
  linked timestamptz not null,
  last_sign_in timestamptz,
  -- what the last sign-in contained and could not be used; null: nothing
  unread jsonb,
  unique (provider_id, issuer, subject)
);
create index user_identity_of_user on authentication.user_identity (user_id);
create index user_identity_unread on authentication.user_identity (provider_id, last_sign_in) where unread is not null;

-- Direct roles that came from the groups of an identity, to be removed when the groups no longer give them.
create table authentication.user_identity_role (
  identity_id uuid not null references authentication.user_identity on delete cascade,
  role text collate "C" not null check (role <> 'GLOBAL_MASTER'),
  primary key (identity_id, role)
);

-- Memberships that came from a claim of an identity, to be ended when the claim no longer gives them.
create table authentication.user_identity_unit (
  identity_id uuid not null references authentication.user_identity on delete cascade,
  unit_id uuid not null references authentication.organizational_unit on delete cascade,
  primary key (identity_id, unit_id)
);
create index user_identity_unit_of_unit on authentication.user_identity_unit (unit_id);

-- Sessions that began at a provider, so that a logout at one side reaches the other.
create table authentication.provider_session (
  id uuid primary key,
  identity_id uuid not null references authentication.user_identity on delete cascade,
  -- of the session at the provider (OpenID Connect Back-Channel Logout 1.0, section 2.1), if it named one
  sid text collate "C",
  -- the provider may require it as id_token_hint when the person signs out
  id_token text not null,
  -- when the provider last authenticated the person (auth_time), if it said so
  auth_time timestamptz,
  -- it was to authenticate the person again
  fresh boolean not null,
  -- while the sign-in waits for its second factor
  challenge_hash bytea unique references authentication.second_factor_challenge on delete cascade,
  session_id uuid unique references authentication.session on delete cascade,
  check ((challenge_hash is null) <> (session_id is null))
);
create index provider_session_of_identity on authentication.provider_session (identity_id, sid);

-- Logout tokens that were received, each of which counts once.
create table authentication.provider_logout (
  provider_id uuid not null references authentication.identity_provider on delete cascade,
  jti_hash bytea not null,
  expires timestamptz not null,
  primary key (provider_id, jti_hash)
);
create index provider_logout_by_expiry on authentication.provider_logout (expires);

-- Authorization requests: browsers that were sent to a provider and are not back yet.
create table authentication.provider_authorization (
  state_hash bytea primary key,
  provider_id uuid not null references authentication.identity_provider on delete cascade,
  purpose text not null check (purpose in ('SIGN_IN', 'LINK', 'TEST')),
  -- who links or tests
  user_id uuid references authentication.user_account on delete cascade,
  -- the session that began to link; the link is made in this session only
  session_id uuid,
  -- the provider is to authenticate the person again
  fresh boolean not null,
  nonce text not null,
  code_verifier text not null,
  created timestamptz not null,
  expires timestamptz not null,
  check ((user_id is null) = (purpose = 'SIGN_IN'))
);
create index provider_authorization_by_expiry on authentication.provider_authorization (expires);

-- Identities that a provider vouches for by email, of people who have yet to show that the account with this email is
-- theirs.
create table authentication.identity_confirmation (
  hash bytea primary key,
  user_id uuid not null references authentication.user_account on delete cascade,
  provider_id uuid not null references authentication.identity_provider on delete cascade,
  -- of the provider: what it vouched for under other settings is not valid under these
  provider_version integer not null,
  subject text collate "C" not null,
  email text not null,
  -- what the provider said about the person
  person jsonb not null,
  created timestamptz not null,
  expires timestamptz not null,
  -- of the code in the mail; null until the mail is sent
  code_hash bytea,
  attempts integer not null default 0
);
create unique index identity_confirmation_of_subject on authentication.identity_confirmation (provider_id, subject);
create index identity_confirmation_of_user on authentication.identity_confirmation (user_id);
create index identity_confirmation_by_expiry on authentication.identity_confirmation (expires);

-- ── Applications and API tokens ─────────────────────────────────────────────────────────────────────────────────────

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

-- Tokens are stored as SHA-256 only.
create table authentication.api_token (
  id uuid primary key,
  hash bytea not null unique,
  prefix text not null,
  description text collate "und-x-icu" not null,
  user_id uuid references authentication.user_account on delete cascade,
  application_id uuid references authentication.application,
  scopes text[] not null,
  -- null: all partitions that the owner may open
  partition_ids uuid[],
  created timestamptz not null,
  created_by uuid,
  expires timestamptz,
  revoked timestamptz,
  last_used timestamptz,
  last_used_address text,
  -- the API token of the call that issued this one; null if it was issued in a session
  issued_with uuid,
  check ((user_id is null) <> (application_id is null))
);
create index api_token_of_user on authentication.api_token (user_id) where revoked is null;
create index api_token_of_application on authentication.api_token (application_id);
create index api_token_by_creation on authentication.api_token (created desc, id desc) where revoked is null;
create index api_token_by_expiry on authentication.api_token (expires, id) where revoked is null;
create index api_token_by_issuer on authentication.api_token (created_by);
create index api_token_by_issuing_token on authentication.api_token (issued_with) where issued_with is not null;

-- ── Audit log ───────────────────────────────────────────────────────────────────────────────────────────────────────

create table authentication.event (
  seq bigint primary key,
  -- Names an event to readers of a part of the chain: gaps between sequence numbers would tell how much happens elsewhere.
  id uuid not null default gen_random_uuid(),
  at timestamptz not null,
  action text not null,
  actor_id uuid,
  subject text,
  -- The user an event is about, be it through a session or a token: who may see the user may see the event. Set when the
  -- event is written, because sessions are removed in the end.
  user_id uuid,
  -- json, not jsonb: the text is part of the hash and must come back as it was written
  before json,
  after json,
  address text,
  request_id text,
  -- session/<id> or token/<id>: with what the actor acted
  credential text,
  -- The folded words of the event itself: values before and after, address and request. Names of users and things are
  -- looked up, because they change. Not part of the hash.
  search_text text collate "C" not null default '',
  hash bytea not null
);
create unique index event_by_id on authentication.event (id);
create index event_by_subject on authentication.event (subject, seq);
create index event_by_actor on authentication.event (actor_id, seq);
create index event_by_user on authentication.event (user_id, seq) where user_id is not null;
create index event_by_action on authentication.event (action, seq);
create index event_by_address on authentication.event (address, seq) where address is not null;
create index event_by_credential on authentication.event (credential, seq) where credential is not null;
create index event_by_time on authentication.event (at, seq);
-- With a list of what is not in it yet, which keeps the end of the chain locked for a shorter time.
create index event_by_grams on authentication.event using gin (authentication.grams_of(search_text));

create function authentication.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The table % is append-only.', tg_table_name;
end
$$;
create trigger event_is_append_only before update or delete or truncate on authentication.event
  for each statement execute function authentication.refuse_change();

-- The end of the chain. Locking this row puts the events of all servers in one order.
create table authentication.event_head (
  singleton boolean primary key default true check (singleton),
  seq bigint not null,
  hash bytea not null
);
insert into authentication.event_head (seq, hash) values (0, sha256('annals events'));

-- What another service has reported, so that the same report again has no effect.
create table authentication.reported_event (
  id uuid primary key,
  reported timestamptz not null
);
create index reported_event_by_time on authentication.reported_event (reported);

-- How far the audit log was sent to who watches it from outside (OTLP). One server at a time sends, and goes on from
-- here.
create table authentication.event_export (
  singleton boolean primary key default true check (singleton),
  -- the last event that was taken
  seq bigint not null,
  holder uuid,
  held_until timestamptz
);
insert into authentication.event_export (seq) values (0);

-- ── Webhooks of the audit log ───────────────────────────────────────────────────────────────────────────────────────

-- Where the events of the audit log are sent to. A webhook follows the chain: next_index is the first event that it has
-- not come to.
create table authentication.event_webhook (
  id uuid primary key,
  -- in whose name it is sent: who created it, or switched it on last
  user_id uuid not null,
  url text not null,
  description text not null,
  -- null: all of them
  actions text[],
  -- null: both
  outcome text check (outcome in ('SUCCESS', 'FAILURE')),
  -- encrypted; the one before signs too until its moment
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  next_index bigint not null,
  enabled boolean not null default true,
  -- null while it is enabled
  disabled_reason text check (disabled_reason in ('SWITCHED_OFF', 'GIVEN_UP', 'SENDER_LEFT')),
  disabled_date timestamptz,
  -- of the event at next_index
  failures integer not null default 0,
  failing_since timestamptz,
  -- how long the last response of the receiver took; null if it has not been tried yet
  response_ms integer,
  last_delivered timestamptz,
  -- not before
  due timestamptz not null,
  -- the process that sends now, until when at most
  holder uuid,
  held_until timestamptz,
  created_date timestamptz not null,
  changed_date timestamptz not null,
  version integer not null default 1,
  check (enabled = (disabled_reason is null) and enabled = (disabled_date is null))
);
create index event_webhook_due on authentication.event_webhook (due) where enabled;

-- What was sent, without its body: that is made again from the event.
create table authentication.event_webhook_attempt (
  webhook_id uuid not null references authentication.event_webhook on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('DELIVERY', 'RESEND', 'TEST')),
  message_id text not null,
  event_type text not null,
  -- the place of the event in the chain; null for a test
  log_index bigint,
  number integer not null,
  attempt_date timestamptz not null,
  duration_ms integer not null,
  url text not null,
  -- of the answer; null where none came
  status integer,
  content_type text,
  -- its first bytes
  response_body text,
  -- as {message, messageCode, parameters}
  error jsonb,
  delivered boolean not null,
  primary key (webhook_id, id)
);
create index event_webhook_attempt_by_age on authentication.event_webhook_attempt (attempt_date);

-- The keys by which the secrets are encrypted, where WEBHOOK_KEY gives none; the newest one encrypts.
create table authentication.event_webhook_key (
  position integer primary key,
  key bytea not null,
  created_date timestamptz not null default clock_timestamp()
);

-- ── Signatures of approvals ─────────────────────────────────────────────────────────────────────────────────────────

-- Signatures of approvals that wait to be confirmed. What was signed is kept where it was approved.
create table authentication.signature (
  id uuid primary key,
  user_id uuid not null references authentication.user_account on delete cascade,
  session_id uuid not null references authentication.session on delete cascade,
  -- RFC 8785 form of what is signed
  statement text not null,
  attempts integer not null default 0,
  created timestamptz not null,
  expires timestamptz not null,
  used timestamptz
);
create index signature_by_expiry on authentication.signature (expires);
create index signature_of_user on authentication.signature (user_id);
create index signature_of_session on authentication.signature (session_id);

-- ── Repeated requests ───────────────────────────────────────────────────────────────────────────────────────────────

-- Writes that carried an Idempotency-Key, and their answers. A write outside any partition has the nil UUID for partition_id.
-- The key is stored as a hash, and request_hash begins with the key: otherwise a password or an erased value could be found
-- out by hashing guesses. Both services have this table.
create table authentication.idempotency (
  partition_id uuid not null,
  user_id uuid not null,
  key text not null collate "C",
  request_hash bytea not null,
  -- the attempt that holds the key
  claim uuid not null,
  claimed timestamptz not null,
  -- set in the transaction of a write whose answer is stored after it
  written boolean not null default false,
  -- null until there is an answer; empty for a success without a body; of a secret answer only the id of the thing
  answer text,
  primary key (partition_id, user_id, key)
);
create index idempotency_by_age on authentication.idempotency (claimed);
