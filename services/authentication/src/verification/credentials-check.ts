import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { Report } from '@annals/kit/verification/facts';

const maxFindings = 1_000;

/**
 * Names accounts at providers and second factors with which somebody could sign in although no event says so. Those that
 * are missing let nobody in, and are not looked for.
 */
export async function checkCredentials(database: Queryable, report: Report): Promise<void> {
  for (const { userId, providerId, subject } of await findUnrecordedIdentities(database))
    report(
      'DERIVED',
      `user/${userId} signs in as ${JSON.stringify(subject)} of identityProvider/${providerId}, which no event of the audit log says.`,
    );
  for (const { userId, id, kind } of await findUnrecordedFactors(database))
    report(
      'DERIVED',
      `user/${userId} has the second factor ${id} (${kind}), which no event of the audit log says.`,
    );
}

const findUnrecordedIdentities = (
  database: Queryable,
): Promise<{ userId: string; providerId: string; subject: string }[]> =>
  database.query(sql`
    select i.user_id as "userId", i.provider_id as "providerId", i.subject from authentication.user_identity i
    where not exists (
      select from authentication.event linked
      where linked.subject = 'user/' || i.user_id and linked.action = 'identity.linked'
        and linked.after ->> 'identityProviderId' = i.provider_id::text and linked.after ->> 'subject' = i.subject
        and not exists (
          select from authentication.event later where later.subject = linked.subject and later.seq > linked.seq
            and (later.action in ('user.offboarded', 'credentials.removed') or later.action = 'identity.unlinked'
              and later.before ->> 'identityProviderId' = i.provider_id::text
              and later.before ->> 'subject' = i.subject)))
    order by i.user_id, i.provider_id, i.subject limit ${maxFindings}`);

const findUnrecordedFactors = (
  database: Queryable,
): Promise<{ userId: string; id: string; kind: string }[]> =>
  database.query(sql`
    select f.user_id as "userId", f.id, f.kind from authentication.second_factor f
    where f.confirmed and not exists (
      select from authentication.event added
      where added.subject = 'user/' || f.user_id and added.action = 'factor.added' and added.after ->> 'id' = f.id::text
        and not exists (
          select from authentication.event later where later.subject = added.subject and later.seq > added.seq
            and (later.action in ('user.offboarded', 'credentials.removed') or later.action = 'factor.removed'
              and coalesce(later.before ->> 'id', f.id::text) = f.id::text)))
    order by f.user_id, f.id limit ${maxFindings}`);
