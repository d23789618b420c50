import { sayIssue } from '@annals/contracts/input-messages';
import * as z from 'zod/mini';
import { id } from '@annals/contracts/fields';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import { createUser } from '@annals/contracts/users';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest } from '@annals/kit/problem';
import { selectUnitsNamed } from '../accounts/user-rights.sql.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import type { CallingActor } from '../context/actor.ts';
import { signInKey } from '../context/normalize.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { refusal, type Result } from './bulk-results.ts';
import { readInvitations, several, type CsvRow } from './invitation-csv.ts';
import { inviteUser, type InvitationRequest } from './invite-user.ts';
import { simulate } from './user-change.ts';

/** Invites everybody in the file, each in its own transaction. @throws Problem 400 for an invalid file */
export async function inviteEach(
  context: ServiceContext,
  actor: CallingActor,
  { csv, dryRun }: { csv: string; dryRun: boolean },
): Promise<Result[]> {
  const firstLines = new Map<string, number>();
  const results: Result[] = [];
  const inTransaction = <T>(work: (transaction: Queryable) => Promise<T>) =>
    dryRun ? simulate(context, work) : context.database.transaction(work);
  for (const line of readInvitations(csv)) {
    const { row, email } = line;
    const first = firstLines.get(signInKey(email));
    if (first === undefined) firstLines.set(signInKey(email), row);
    const outcome =
      first === undefined
        ? await inTransaction((transaction) => inviteLine(context, transaction, actor, line)).then(
            (userId): Partial<Result> & Pick<Result, 'outcome'> => {
              return { outcome: 'DONE', ...(dryRun ? {} : { userId }) };
            },
            refusal,
          )
        : { outcome: 'REFUSED' as const, code: 'doubled', ...say('emailInLine', { first }) };
    results.push({ row, email, ...outcome });
  }
  return results;
}

async function inviteLine(
  context: ServiceContext,
  transaction: Queryable,
  actor: CallingActor,
  line: CsvRow,
): Promise<string> {
  if (line.isTooLong) throw badRequest(say('csvFields'));
  const organizationalUnitIds = await unitsOf(transaction, actor, line.organizationalUnits);
  const { email, name, roles, lang } = line;
  const checked = z.safeParse(createUser.body, {
    email,
    roles,
    organizationalUnitIds,
    ...(name === '' ? {} : { name }),
    ...(lang === '' ? {} : { lang }),
  });
  if (!checked.success) throw badRequest(sayIssues(checked.error));
  const invitation: InvitationRequest = checked.data;
  return inviteUser(context, transaction, actor, invitation);
}

const sayIssues = ({ issues }: z.core.$ZodError): ServiceMessage =>
  say('listed', {
    fields: issues.map((issue) => {
      const column = String(issue.path[0]);
      const problem = sayIssue(issue);
      return {
        path: '',
        ...(column === 'email'
          ? problem
          : column === 'lang'
            ? say('languageForm')
            : say('fieldNotValid', { column, problem })),
      };
    }),
  });

/**
 * Units by id, or by a name that is unique in the scope. Names may contain what stands between several, so that a name
 * that exists wins.
 */
async function unitsOf(
  transaction: Queryable,
  { caller }: CallingActor,
  cell: string,
): Promise<string[]> {
  const scope = scopeOf(caller, 'users:write');
  const find = (name: string): Promise<string[]> | string[] =>
    z.safeParse(id, name).success ? [name] : selectUnitsNamed(transaction, scope, name);
  const unique = (name: string, [unit, another]: readonly string[]): string => {
    if (unit === undefined) throw badRequest(say('noUnitNamed', { unit: name }));
    if (another !== undefined) throw badRequest(say('severalUnitsNamed', { unit: name }));
    return unit;
  };
  const names = several(cell);
  const whole = names.length > 1 ? await find(cell) : [];
  if (whole.length > 0) return [unique(cell, whole)];
  const ids: string[] = [];
  for (const name of names) {
    const found = await find(name);
    const parts = several(name, /[,|\n]/);
    if (found.length > 0 || parts.length < 2) ids.push(unique(name, found));
    else for (const part of parts) ids.push(unique(part, await find(part)));
  }
  return ids;
}
