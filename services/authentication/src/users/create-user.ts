import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { emailAddress } from '@annals/contracts/fields';
import { badRequest, conflict } from '@annals/kit/problem';
import type { Queryable } from '@annals/kit/database/database';
import type { Sight } from '../authority/sight.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import { appendEvent } from '../events/events.sql.ts';
import { operator, type Origin } from '../events/origin.ts';
import { makeLink } from '../one-time-links/one-time-links.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { faultOf } from '../passwords/password-rules.ts';
import { upsertPassword } from '../passwords/passwords.sql.ts';
import { insertUserRow, takeSignInName } from './create-user.sql.ts';
import { normalizeForSearch } from '../context/normalize.ts';
import { readableName } from './readable-text.ts';
import { searchTextOf } from './search-text.ts';
import { insertMembership, insertUserRoles } from './user-rights.sql.ts';

const defaultLang = 'en';
const everybody: Sight = { readerId: '', reach: 'all' };

export interface UserToCreate {
  email: string;
  name?: string | undefined;
  roles: readonly string[];
  /** Without one the user is invited, and sets it with the link. */
  password?: string | undefined;
}

/**
 * Makes a user on behalf of the operator.
 * @throws Problem 400 for an email, role or password that will not do, 409 when the email is taken
 */
export async function createUser(
  context: ServiceContext,
  { email, name, roles, password }: UserToCreate,
): Promise<{ userId: string; link?: string }> {
  const address = z.safeParse(emailAddress, email);
  if (!address.success) {
    const message = `"${email}" is no email address. Give one like ada@example.org.`;
    throw badRequest(message, [{ path: 'body.email', message }]);
  }
  const fault =
    password === undefined
      ? undefined
      : faultOf(password, { productName: context.productName, email, name });
  if (fault !== undefined) throw badRequest(fault, [{ path: 'body.password', message: fault }]);
  const hash = password === undefined ? undefined : await context.passwordHashes.hash(password);
  return context.database.transaction(async (transaction) => {
    const status = hash === undefined ? 'INVITED' : 'ACTIVE';
    const userId = await insertUser(context, transaction, { email, name, roles, status }, operator);
    if (hash === undefined)
      return {
        userId,
        link: await makeLink(context, transaction, { userId, purpose: 'INVITATION' }, operator),
      };
    const at = context.clock();
    await upsertPassword(transaction, { userId, hash, changed: toTimestamp(at) });
    await appendEvent(
      transaction,
      { action: 'password.set', at, actorId: null, subject: `user/${userId}` },
      operator,
    );
    return { userId };
  });
}

/**
 * Makes the rows of a user, whose user name is the email at first, and gives the id. Whoever calls has found out that
 * the actor may grant the roles and fill the units.
 * @throws Problem 400 for an unknown role, 409 when somebody in the actor's scope has the email
 */
export async function insertUser(
  { clock }: Pick<ServiceContext, 'clock'>,
  transaction: Queryable,
  user: {
    email: string;
    name?: string | undefined;
    roles: readonly string[];
    status: 'INVITED' | 'ACTIVE';
    organizationalUnitIds?: readonly string[] | undefined;
    lang?: string | undefined;
    /** Whom the actor may see; everybody when it is left out. */
    scope?: Sight | undefined;
  },
  origin: Origin,
  actorId: string | null = null,
): Promise<string> {
  const { email, status, lang = defaultLang } = user;
  const name = readableName(user.name ?? '') || email;
  const roles = [...new Set(user.roles)];
  const unitIds = [...new Set(user.organizationalUnitIds)];
  const id = uuidv7();
  const at = clock();
  const doing = { by: actorId, at: toTimestamp(at) };
  const searchText = searchTextOf({ name, username: email, email });
  const row = { id, username: email, email, name, searchText, status, lang, created: doing.at };
  await insertUserRow(transaction, row);
  const signInName = { key: normalizeForSearch(email), isUsername: true, isEmail: true };
  const { scope = everybody } = user;
  if ((await takeSignInName(transaction, scope, id, signInName)) === 'taken')
    throw emailTaken(email);
  const granted = await insertUserRoles(transaction, id, roles, doing);
  const missing = roles.filter((role) => !granted.includes(role));
  if (missing.length > 0)
    throw badRequest(`There is no role ${missing.join(', ')}.`, [
      { path: 'body.roles', message: 'Unknown role.' },
    ]);
  for (const unitId of unitIds) await insertMembership(transaction, id, unitId, doing);
  await appendEvent(
    transaction,
    {
      action: 'user.created',
      at,
      actorId,
      subject: `user/${id}`,
      after: {
        email,
        name,
        roles,
        status,
        ...(unitIds.length > 0 ? { organizationalUnitIds: unitIds } : {}),
      },
    },
    origin,
  );
  return id;
}

/** For callers who may see that user. */
export const emailTaken = (email: string) =>
  conflict(
    'email_taken',
    `There is a user with the email ${email} already. Look for that user, or give another email.`,
  );
