import sql from 'sql-template-tag';

/** The domains that a unit or an identity provider has shown to be its own. */
const ownDomains = sql`(select domain from authentication.email_domain where verified is not null)`;

/**
 * Whether the email of `authentication.user_account u` is of none of these domains; null without an email, and while
 * there are no such domains. The key of an email has its domain in the same form.
 */
export const externalEmail = sql`(select case when exists ${ownDomains}
    then split_part(n.key, '@', 2) not in ${ownDomains} end
  from (select key from authentication.sign_in_name where user_id = u.id and is_email
    union all select key from authentication.unclaimed_sign_in_name where user_id = u.id and is_email) n limit 1)`;

/** Whether the sign-in of `authentication.user_account u` takes a second factor. */
export const hasSecondFactor = sql`exists (
  select from authentication.second_factor f where f.user_id = u.id and f.confirmed)`;
