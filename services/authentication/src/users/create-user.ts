import * as z from 'zod/mini';
import { emailAddress } from '@annals/contracts/fields';
import { say } from '@annals/contracts/messages';
import { badField } from '@annals/kit/problem';
import { insertUser } from '../accounts/insert-user.ts';
import { refuseLookAlike } from '../accounts/look-alikes.sql.ts';
import { requireMailHost } from '../accounts/mail-host.ts';
import * as audit from '../audit/audit-log.sql.ts';
import { unlimitedScope } from '../authority/scope.sql.ts';
import { operator, operatorWith } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { makeLink } from '../one-time-links/one-time-links.ts';
import { passwordError } from '../passwords/password-rules.ts';
import { upsertPassword } from '../passwords/passwords.sql.ts';

export interface UserToCreate {
  email: string;
  name?: string | undefined;
  roles: readonly string[];
  /** Without a password the user is invited, and sets it with the link. */
  password?: string | undefined;
  /** The command by which the operator creates the user; omitted: the service does it by itself. */
  command?: string;
}

/**
 * Creates a user on behalf of the operator.
 * @throws Problem 400 for an invalid email, role or password, 409 if the email is taken
 */
export async function createUser(
  context: ServiceContext,
  { email, name, roles, password, command }: UserToCreate,
): Promise<{ userId: string; link?: string }> {
  const address = z.safeParse(emailAddress, email);
  if (!address.success) {
    throw badField('body.email', say('notAnEmail', { email }));
  }
  requireMailHost(context, email);
  const reason =
    password === undefined ? undefined : await passwordError(password, context, { email, name });
  if (reason !== undefined) throw badField('body.password', reason);
  const hash = password === undefined ? undefined : await context.passwordHashes.hash(password);
  return context.database.transaction(async (transaction) => {
    const status = hash === undefined ? 'INVITED' : 'ACTIVE';
    const source = command === undefined ? operator : operatorWith(command);
    const actor = { id: null, at: context.clock(), source };
    await refuseLookAlike(transaction, unlimitedScope, email);
    const userId = await insertUser(transaction, { email, name, roles, status }, actor);
    if (hash === undefined)
      return {
        userId,
        link: await makeLink(context, transaction, { userId, purpose: 'INVITATION' }, source),
      };
    await upsertPassword(transaction, { userId, hash, changed: toTimestamp(actor.at) });
    await audit.record(transaction, actor, 'password.set', `user/${userId}`);
    return { userId };
  });
}
