import type { ProviderTrial } from '@annals/contracts/sign-in';
import type { Queryable } from '@annals/kit/database/database';
import { toTimestamp } from '../context/clock.ts';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { decide } from './decide.ts';
import { existingRoles } from './identities.sql.ts';
import { rolesOfGroups, type Claims, type ProviderPerson } from './provider-claims.ts';
import type { ProviderRow } from './providers.sql.ts';
import { refusals } from './refusals.ts';

/** What a sign-in would do: shown to the administrator who tries, and done to nobody. */
export async function tryOut(
  { clock }: ServiceContext,
  transaction: Queryable,
  tried: {
    provider: ProviderRow;
    person: ProviderPerson;
    claims: Claims;
    actorId: string | null;
  },
  source: AuditSource,
): Promise<{ trial: ProviderTrial }> {
  const { provider, person, claims, actorId } = tried;
  const decision = await decide(transaction, provider, person, toTimestamp(clock()));
  const fromGroups = rolesOfGroups(person.groups, provider.groupRoles);
  const given =
    decision.outcome === 'CREATE' ? [...provider.newUserRoles, ...fromGroups] : fromGroups;
  const { subject, email, emailVerified, name } = person;
  const reason = decision.outcome === 'REFUSE' ? refusals[decision.reason] : undefined;
  const trial: ProviderTrial = {
    identityProviderId: provider.id,
    claims,
    user: {
      subject,
      email,
      emailVerified,
      name,
      roles: await existingRoles(transaction, given),
    },
    outcome: decision.outcome,
    ...(reason === undefined ? {} : { reason }),
  };
  await audit.record(
    transaction,
    { id: actorId, at: clock(), source },
    'identityProvider.tested',
    `identityProvider/${provider.id}`,
    {
      after: {
        outcome: decision.outcome,
        ...(decision.outcome === 'REFUSE' ? { reason: decision.reason } : {}),
      },
    },
  );
  return { trial };
}
