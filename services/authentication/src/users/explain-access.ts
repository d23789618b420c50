import { mayTouchPartition, type Caller } from '@annals/kit/caller';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { notFound } from '@annals/kit/problem';
import { scopeOf } from '../authority/scope.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import * as access from './access.sql.ts';
import { accessOf, type Access } from './access.ts';

/**
 * The access of a user or an application to a partition, with the reasons; without a partition, what their roles allow
 * in general.
 * @throws Problem 404 for a user out of scope, and for a partition that the caller cannot open
 */
export async function explainAccess(
  context: ServiceContext,
  caller: Caller,
  userId: string,
  { partitionId, asOf: given }: { partitionId?: string | undefined; asOf?: string | undefined },
) {
  const { database } = context;
  const asOf = databaseMoment(given);
  const subject = await access.findAccessSubject(
    database,
    { users: scopeOf(caller, 'users:read'), applications: scopeOf(caller, 'applications:read') },
    userId,
  );
  if (!subject) throw notFound('user');
  const member =
    partitionId === undefined
      ? undefined
      : await membershipIn(context, caller, subject.id, partitionId, asOf);
  if (member?.accessKnownSince)
    return {
      mayRead: false,
      mayWrite: false,
      role: null,
      partitionName: member.partitionName,
      reasons: [],
      knownSince: member.accessKnownSince,
    };
  const basis = await basisOf(context, subject, asOf);
  const { reasons, mayWriteAsMember, ...answer } = accessOf({ ...basis, member });
  return {
    ...answer,
    ...(member ? { partitionName: member.partitionName } : { mayWriteAsMember }),
    reasons: await nameUnits(context, caller, subject.id, reasons),
  };
}

/** @throws Problem 404 for a partition that the caller may not open */
async function membershipIn(
  context: ServiceContext,
  caller: Caller,
  subjectId: string,
  partitionId: string,
  asOf: string | undefined,
) {
  await requireKnownPartition(context, caller, partitionId);
  const member = await context.findMembership(subjectId, partitionId, asOf);
  if (!member) throw notFound('partition');
  return member;
}

/** @throws Problem 404 for a partition that the caller may not open */
export async function requireKnownPartition(
  { findMembership }: ServiceContext,
  caller: Caller,
  partitionId: string,
): Promise<void> {
  const opensAll =
    caller.scope('partitions:read-all') === 'all' || caller.scope('partitions:write-all') === 'all';
  const own = await findMembership(caller.userId, partitionId, undefined);
  const opens = own !== undefined && (own.role !== null || opensAll);
  if (!opens || !mayTouchPartition(caller, partitionId)) throw notFound('partition');
}

async function basisOf(
  { database }: ServiceContext,
  { id, kind }: access.AccessSubject,
  asOf: string | undefined,
): Promise<{ status: string | undefined; roles: access.HeldRole[] }> {
  if (kind === 'APPLICATION') {
    const versions = await access.selectApplicationVersions(database, [id], asOf);
    if (versions.at(-1)?.deleted !== false) throw notFound('user');
    const meanings = await access.selectRoleMeanings(database, asOf);
    return { status: undefined, roles: rolesOfApplication(versions, meanings) };
  }
  const status = await access.selectStatus(database, id, asOf);
  if (status === undefined) throw notFound('user');
  return { status, roles: await access.selectHeldRoles(database, [id], asOf) };
}

/** The roles of an application's newest version, each since the version that added it. */
export function rolesOfApplication(
  versions: readonly access.ApplicationVersion[],
  meanings: readonly access.RoleMeaning[],
): access.HeldRole[] {
  return meanings.flatMap((meaning) => {
    const lacking = versions.findLastIndex(({ roles }) => !roles.includes(meaning.role));
    const bringing = versions[lacking + 1];
    if (!bringing) return [];
    const { changed, changedById } = bringing;
    return [{ ...meaning, unitId: null, unitName: null, sinceDate: changed, byId: changedById }];
  });
}

/** The reasons with names, and without units and users that the caller may not see. */
async function nameUnits(
  context: ServiceContext,
  caller: Caller,
  subjectId: string,
  reasons: Access['reasons'],
) {
  const nameOf = await namesOf(context, caller, reasons);
  return reasons.map(({ byId, unit, ...reason }) => ({
    ...reason,
    ...nameOf(subjectId, { byId, unit }),
  }));
}

interface Granted {
  byId?: string | null | undefined;
  unit?: { id: string; name: string } | null | undefined;
}

/** Who granted each one and through which unit, as far as the caller may see them. */
export async function namesOf(
  { database }: ServiceContext,
  caller: Caller,
  grants: readonly Granted[],
) {
  const scope = scopeOf(caller, 'users:read');
  const ids = grants.flatMap(({ byId }) => byId ?? []);
  const names = new Map(
    (await access.selectNames(database, scope, ids)).map(({ id, name }) => [id, { id, name }]),
  );
  const units = await access.selectUnitsInScope(
    database,
    scope,
    grants.flatMap(({ unit }) => unit?.id ?? []),
  );
  const seesUnit = (holderId: string, id: string) => holderId === caller.userId || units.has(id);
  return (holderId: string, { byId, unit }: Granted) => ({
    ...(byId !== undefined && { by: names.get(byId ?? '') ?? null }),
    ...(unit !== undefined && {
      organizationalUnit: unit && seesUnit(holderId, unit.id) ? unit : null,
    }),
  });
}
