import sql from 'sql-template-tag';
import type { ProviderTrial } from '@annals/contracts/sign-in';
import type { Queryable } from '@annals/kit/database/database';
import { selectUnitsOf } from '../accounts/user-rights.sql.ts';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { ClaimReading, Claims } from './claim-values.ts';
import { selectDirectRoles } from './grants.sql.ts';
import { existingRoles, selectProfile } from './identities.sql.ts';
import { rolesOfGroups, type ProviderPerson } from './provider-claims.ts';
import type { ProviderRow } from './providers.sql.ts';
import { refusals } from './refusals.ts';
import { settle } from './sign-in-at-provider.ts';
import { decide, type Decision } from './sign-in-decision.ts';
import { synchronizeUser } from './synchronize-user.ts';

interface Tried {
  provider: ProviderRow;
  person: ProviderPerson;
  claims: Claims;
  authTime: string | null;
  /** The administrator who tests. */
  actorId: string | null;
}

const maxValuesShown = 200;

/** Returns what a sign-in would do, for the testing administrator, without any effect. */
export async function trySignIn(
  context: ServiceContext,
  transaction: Queryable,
  { provider, person, claims, authTime, actorId }: Tried,
  source: AuditSource,
): Promise<{ trial: ProviderTrial }> {
  const at = context.clock();
  const decision = await decide(transaction, provider, person, toTimestamp(at));
  const groups = person.groups?.state === 'READ' ? person.groups.values : [];
  const fromGroups = rolesOfGroups(groups, provider.groupRoles);
  const given =
    decision.outcome === 'CREATE' ? [...provider.newUserRoles, ...fromGroups] : fromGroups;
  const { subject, email, emailVerified, name, language } = person;
  const reason = decision.outcome === 'REFUSE' ? refusals[decision.reason] : undefined;
  const changes = await undone(transaction, () =>
    changesOf(context, transaction, { provider, person }, decision, source),
  );
  const trial: ProviderTrial = {
    identityProviderId: provider.id,
    claims,
    authenticatedDate: authTime,
    user: {
      subject,
      email,
      emailVerified,
      name,
      language,
      roles: await existingRoles(transaction, given),
    },
    mapping: [
      ...mappingOf('groups', provider.claimMap.groups, person.groups),
      ...mappingOf('units', provider.claimMap.units, person.units),
    ],
    ...(changes && { changes }),
    outcome: decision.outcome,
    ...(reason === undefined ? {} : { reason }),
  };
  await audit.record(
    transaction,
    { id: actorId, at, source },
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

function mappingOf(attribute: string, claim: string | null, reading: ClaimReading | null) {
  if (claim === null || reading === null) return [];
  const values = reading.state === 'READ' ? reading.values.slice(0, maxValuesShown) : [];
  return [{ attribute, claim, state: reading.state, found: reading.found, values }];
}

/** Does the work and undoes it, so that what is shown is what a real sign-in does. */
async function undone<Value>(transaction: Queryable, work: () => Promise<Value>): Promise<Value> {
  await transaction.query(sql`savepoint tried`);
  const value = await work();
  await transaction.query(sql`rollback to savepoint tried`);
  return value;
}

/** Undefined for a sign-in that is refused. */
async function changesOf(
  context: ServiceContext,
  transaction: Queryable,
  vouched: { provider: ProviderRow; person: ProviderPerson },
  decision: Decision,
  source: AuditSource,
): Promise<ProviderTrial['changes']> {
  if (decision.outcome === 'REFUSE') return undefined;
  const userId = decision.outcome === 'CREATE' ? undefined : decision.user.userId;
  const before = userId === undefined ? nobody : await stateOf(transaction, userId);
  // Once it is confirmed, the account is linked.
  const settled =
    decision.outcome === 'CONFIRM' ? ({ outcome: 'LINK', user: decision.user } as const) : decision;
  const account = await settle(context, transaction, vouched, settled, source);
  const { unread } = await synchronizeUser(
    transaction,
    { ...vouched, identity: account, isFirst: account.isFirst },
    { id: null, at: context.clock(), source },
  );
  const after = await stateOf(transaction, account.userId);
  const attributes = (['name', 'email', 'lang'] as const)
    .filter((each) => before.profile[each] !== after.profile[each])
    .map((each) => ({
      attribute: each === 'lang' ? 'language' : each,
      before: before.profile[each],
      after: after.profile[each],
    }));
  const has = (units: State['units'], id: string) => units.some((unit) => unit.id === id);
  return {
    rolesGained: after.roles.filter((role) => !before.roles.includes(role)),
    rolesLost: before.roles.filter((role) => !after.roles.includes(role)),
    unitsGained: after.units.filter(({ id }) => !has(before.units, id)),
    unitsLost: before.units.filter(({ id }) => !has(after.units, id)),
    attributes,
    unread,
  };
}

interface State {
  roles: string[];
  units: { id: string; name: string }[];
  profile: { name: string | null; email: string | null; lang: string | null };
}

const nobody: State = { roles: [], units: [], profile: { name: null, email: null, lang: null } };

async function stateOf(transaction: Queryable, userId: string): Promise<State> {
  return {
    roles: await selectDirectRoles(transaction, userId),
    units: await selectUnitsOf(transaction, userId),
    profile: await selectProfile(transaction, userId),
  };
}
