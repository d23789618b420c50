import { domainOf } from '@annals/contracts/email-address';
import sql from 'sql-template-tag';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, conflict, forbidden } from '@annals/kit/problem';
import { insertUser, mayHaveAccount } from '../accounts/insert-user.ts';
import { findLookAlike } from '../accounts/look-alikes.sql.ts';
import { isNameTaken } from '../accounts/sign-in-names.sql.ts';
import { unlimitedScope } from '../authority/scope.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { signInKey } from '../context/normalize.ts';
import type { ServiceContext, SignUpRule } from '../context/service-context.ts';
import type { SignUp } from '../one-time-links/one-time-links.sql.ts';

const role = 'USER';

/**
 * Creates the user who signed up and confirmed the email, in the unit with that email domain.
 * @throws Problem 409 if the account was created in the meantime, 403 if sign-up was disabled
 */
export async function insertSignedUpUser(
  context: ServiceContext,
  transaction: Queryable,
  { email, name, lang }: SignUp,
  source: AuditSource,
): Promise<string> {
  if (!mayHaveAccount(context.signUp, email)) throw forbidden(say('signUpClosedMeanwhile'));
  if (await isNameTaken(transaction, signInKey(email)))
    throw conflict('email_taken', say('accountExists'));
  // Without the other name, which a stranger must not learn.
  if ((await findLookAlike(transaction, unlimitedScope, email)) !== undefined)
    throw conflict('username_looks_alike', say('emailAlike'));
  const unitId = await selectUnitOfDomain(transaction, domainOf(email));
  const organizationalUnitIds = unitId === undefined ? [] : [unitId];
  return insertUser(
    transaction,
    { email, name, roles: [role], organizationalUnitIds, status: 'ACTIVE', lang },
    { id: null, at: context.clock(), source },
  );
}

/** @throws Problem 403 if sign-up is disabled, 400 for an email of another domain, which reveals nothing about users */
export function requireMayHaveAccount(rule: SignUpRule, email: string): void {
  if (rule === 'off') throw forbidden(say('signUpClosed'));
  if (rule === 'open' || mayHaveAccount(rule, email)) return;
  const domains = new Intl.ListFormat('en', { type: 'disjunction' }).format(rule);
  throw badRequest(say('signUpDomain'), [
    { path: 'body.email', ...say('useEmailOf', { domains }) },
  ]);
}

/** The organizational unit that the domain is verified for: users with such an email belong to it. */
async function selectUnitOfDomain(
  database: Queryable,
  domain: string,
): Promise<string | undefined> {
  const [unit] = await database.query<{ id: string }>(sql`
    select unit_id as id from authentication.email_domain
    where domain = ${domain} and unit_id is not null and verified is not null
    for key share`);
  return unit?.id;
}
