import { domainOf } from '@annals/contracts/email-address';
import { uuidv7 } from 'uuidv7';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, conflict } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import { unlimitedScope, type Scope } from '../authority/scope.sql.ts';
import type { Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { signInKey } from '../context/normalize.ts';
import type { SignUpRule } from '../context/service-context.ts';
import { insertUserRow } from './accounts.sql.ts';
import { readableName } from './readable-text.ts';
import { searchTextOf } from '../search/search-text.ts';
import { takeSignInName } from './sign-in-names.sql.ts';
import { insertMembership, insertUserRoles } from './user-rights.sql.ts';

const defaultLang = 'en';

/**
 * Inserts the rows of a user, whose user name is initially the email, and returns the id. The caller has checked that
 * the actor may grant the roles and assign the units.
 * @throws Problem 400 for an unknown role, 409 when somebody in the actor's scope has the email
 */
export async function insertUser(
  transaction: Queryable,
  user: {
    email: string;
    name?: string | undefined;
    roles: readonly string[];
    status: 'INVITED' | 'ACTIVE';
    organizationalUnitIds?: readonly string[] | undefined;
    lang?: string | undefined;
    accessEndsDate?: string | undefined;
    /** The users that the actor may see; undefined: all. */
    scope?: Scope | undefined;
  },
  actor: Actor,
): Promise<string> {
  const { email, status, lang = defaultLang } = user;
  const name = readableName(user.name ?? '') || email;
  const roles = [...new Set(user.roles)];
  const unitIds = [...new Set(user.organizationalUnitIds)];
  const id = uuidv7();
  const created = toTimestamp(actor.at);
  const searchText = searchTextOf({ name, username: email, email });
  const accessEnds = user.accessEndsDate ?? null;
  const row = { id, username: email, email, name, searchText, status, lang, accessEnds, created };
  await insertUserRow(transaction, row);
  const signInName = { key: signInKey(email), isUsername: true, isEmail: true };
  const { scope = unlimitedScope } = user;
  if ((await takeSignInName(transaction, scope, id, signInName)) === 'taken')
    throw emailTaken(email);
  const granted = await insertUserRoles(transaction, id, roles, actor);
  const missing = roles.filter((role) => !granted.includes(role));
  if (missing.length > 0)
    throw badRequest(say('noSuchRole', { unknown: missing.join(', ') }), [
      { path: 'body.roles', ...say('unknownRole') },
    ]);
  for (const unitId of unitIds) await insertMembership(transaction, id, unitId, actor);
  await audit.record(transaction, actor, 'user.created', `user/${id}`, {
    after: {
      email,
      name,
      roles,
      status,
      ...(unitIds.length > 0 ? { organizationalUnitIds: unitIds } : {}),
      ...(accessEnds === null ? {} : { accessEndsDate: accessEnds }),
    },
  });
  return id;
}

/** For callers who may see that user. */
export const emailTaken = (email: string) => conflict('email_taken', say('emailOfUser', { email }));

/** Whether this email may sign up. */
export function mayHaveAccount(rule: SignUpRule, email: string): boolean {
  if (rule === 'off') return false;
  return rule === 'open' || rule.includes(domainOf(email));
}
