-- Who claims an email domain: an identity provider or an organizational unit. A claim counts for nothing until it is
-- verified, so a domain may be claimed by several and verified for one provider and one unit only.
create table authentication.email_domain (
  domain text collate "C" not null,
  provider_id uuid references authentication.identity_provider on delete cascade,
  unit_id uuid references authentication.organizational_unit on delete cascade,
  -- what the TXT record of the domain has to say; not a secret
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

-- Domains that stand already stay verified when a global master set them, and where the provider is of no unit, which
-- only a global master sets up. All others wait for the DNS record or for an approval.
with held (domain, provider_id, unit_id, subject, of_no_unit) as (
  select d.domain, d.provider_id, null::uuid, 'identityProvider/' || d.provider_id, p.unit_id is null
  from authentication.identity_provider_domain d join authentication.identity_provider p on p.id = d.provider_id
  union all
  select domain, null, unit_id, 'unit/' || unit_id, false from authentication.organizational_unit_domain),
approved as (
  select held.*, (select max(e.at) from authentication.event e
    where e.subject = held.subject
      and e.action in ('identityProvider.created', 'identityProvider.changed', 'unit.changed')
      -- text with characters that PostgreSQL does not read (a NUL, half of a pair) counts for nothing
      and case when strpos(e.after::text, '\u') = 0 then (e.after -> 'emailDomains')::jsonb ? held.domain end
      and exists (select from authentication.user_role_period r
        where r.user_id = e.actor_id and r.role = 'GLOBAL_MASTER' and r.granted_at <= e.at
          and (r.removed_at is null or r.removed_at > e.at))) as at
  from held)
insert into authentication.email_domain (domain, provider_id, unit_id, token, claimed, verified, method)
select domain, provider_id, unit_id,
  replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), clock_timestamp(),
  case when of_no_unit or at is not null then coalesce(at, clock_timestamp()) end,
  case when of_no_unit or at is not null then 'APPROVAL' end
from approved;

drop table authentication.identity_provider_domain;
drop table authentication.organizational_unit_domain;

-- When the person showed that they read the mailbox of the account: with a link or a code that went there alone. An
-- account that somebody set up with a copied link has no such moment.
alter table authentication.user_account add column email_proven timestamptz;
-- The link went out in a mail and was shown to nobody else.
alter table authentication.one_time_link add column mailed boolean not null default false;
-- A link to a provider is made in the session that began it, and in no other.
alter table authentication.provider_authorization add column session_id uuid;

-- Somebody whom a provider vouches for by email and who has yet to show that the account with this email is theirs.
create table authentication.identity_confirmation (
  hash bytea primary key,
  user_id uuid not null references authentication.user_account on delete cascade,
  provider_id uuid not null references authentication.identity_provider on delete cascade,
  -- of the provider: what was vouched for under other settings does not count under these
  provider_version integer not null,
  subject text collate "C" not null,
  email text not null,
  groups text[] not null,
  created timestamptz not null,
  expires timestamptz not null,
  -- of the code in the mail; none before the mail goes out
  code_hash bytea,
  attempts integer not null default 0
);
create unique index identity_confirmation_of_subject on authentication.identity_confirmation (provider_id, subject);
create index identity_confirmation_of_user on authentication.identity_confirmation (user_id);
create index identity_confirmation_by_expiry on authentication.identity_confirmation (expires);

-- Accounts whose mailbox was shown to be read before this was written down: by a link that is only ever mailed, or by an
-- invitation of which no copy was made. A later change of the email undoes it.
update authentication.user_account u set email_proven = proof.at
from (
  select e.user_id, max(e.at) as at from authentication.event e
  where e.action = 'link.used' and (e.after ->> 'purpose' in ('RESET', 'SIGNUP')
    or e.after ->> 'purpose' = 'INVITATION' and not exists (
      select from authentication.event made
      where made.user_id = e.user_id and made.action = 'link.made' and made.seq < e.seq))
  group by e.user_id) proof
where u.id = proof.user_id and u.email is not null and not exists (
  select from authentication.event renamed
  where renamed.user_id = u.id and renamed.action = 'user.changed' and strpos(renamed.after::text, '"email"') > 0
    and renamed.at > proof.at);
