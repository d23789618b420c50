import { uuidv7 } from 'uuidv7';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, conflict } from '@annals/kit/problem';
import { appendEvent } from '../audit/audit-log.sql.ts';
import { unlimited, type Scope } from '../authority/scope.sql.ts';
import type { Origin } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { normalizeForSearch } from '../context/normalize.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { insertUserRow } from './accounts.sql.ts';
import { readableName } from './readable-text.ts';
import { searchTextOf } from './search-text.ts';
import { takeSignInName } from './sign-in-names.sql.ts';
import { insertMembership, insertUserRoles } from './user-rights.sql.ts';

const defaultLang = 'en';

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
    scope?: Scope | undefined;
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
  const { scope = unlimited } = user;
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
    `There is a user with the email ${email} already. Search for that user, or enter another email.`,
  );
