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
