-- Earlier versions would set a password with any link that has a user. They must be stopped first, so there is no
-- compatible-from.

-- REVOCATION: a link that revokes API tokens
alter table authentication.one_time_link drop constraint one_time_link_purpose_check;
alter table authentication.one_time_link add constraint one_time_link_purpose_check
  check (purpose in ('SETUP', 'INVITATION', 'RESET', 'SIGNUP', 'REVOCATION'));

-- The API token of the call that issued this one; null if it was issued in a session.
alter table authentication.api_token add column issued_with uuid;
create index api_token_by_issuer on authentication.api_token (created_by);
create index api_token_by_issuing_token on authentication.api_token (issued_with) where issued_with is not null;
