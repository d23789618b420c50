import type { Queryable } from '@annals/kit/database/database';
import type { Report } from '@annals/kit/verification/facts';
import { applicationsAsRecorded } from './applications-check.ts';
import { checkCredentials } from './credentials-check.ts';
import { providersAsRecorded } from './providers-check.ts';
import { beginsWithUsers } from './recorded-events.sql.ts';
import { rolesAsRecorded } from './roles-check.ts';
import { checkSignInRules } from './sign-in-rules-check.ts';
import { checkThings } from './stored-things.ts';
import { tokensAsRecorded } from './tokens-check.ts';
import { checkUnitPaths, unitsAsRecorded } from './units-check.ts';
import { usersAsRecorded } from './users-check.ts';

/**
 * Compares who may do what with the events of the audit log. Otherwise who writes the database could give themselves a
 * role, and take it back before anybody looks.
 */
export async function checkAccess(database: Queryable, report: Report): Promise<void> {
  const isWhole = await beginsWithUsers(database);
  for (const kind of [
    rolesAsRecorded,
    unitsAsRecorded,
    usersAsRecorded,
    applicationsAsRecorded,
    tokensAsRecorded,
    providersAsRecorded,
  ])
    await checkThings(database, kind, isWhole, report);
  await checkUnitPaths(database, report);
  if (!isWhole) return;
  await checkCredentials(database, report);
  await checkSignInRules(database, report);
}
