import { conflict, forbidden } from '@annals/kit/problem';
import type { Queryable } from '@annals/kit/database/database';
import type { Origin } from '../context/actor.ts';
import type { SignUp } from '../one-time-links/one-time-links.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { normalizeForSearch } from '../context/normalize.ts';
import { domainOf, mayHaveAccount } from '../accounts/sign-up-rule.ts';
import { selectUnitOfDomain, someoneHasName } from './sign-up.sql.ts';
import { insertUser } from '../accounts/insert-user.ts';

const role = 'USER';

/**
 * Makes the user who signed up and has shown that the email is theirs, in the unit that has its domain.
 * @throws Problem 409 when the account came into being meanwhile, 403 when signing up was closed
 */
export async function insertSignedUpUser(
  context: ServiceContext,
  transaction: Queryable,
  { email, name, lang }: SignUp,
  origin: Origin,
): Promise<string> {
  if (!mayHaveAccount(context.signUp, email))
    throw forbidden('Sign-up was closed in the meantime. Ask an administrator to invite you.');
  if (await someoneHasName(transaction, normalizeForSearch(email)))
    throw conflict(
      'email_taken',
      'There is already an account with this email. Sign in, or request a new password.',
    );
  const unitId = await selectUnitOfDomain(transaction, domainOf(email));
  const organizationalUnitIds = unitId === undefined ? [] : [unitId];
  return insertUser(
    context,
    transaction,
    { email, name, roles: [role], organizationalUnitIds, status: 'ACTIVE', lang },
    origin,
  );
}
