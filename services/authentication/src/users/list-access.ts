import type { AccessHolder, AccessLevel } from '@annals/contracts/user-administration';
import {
  accessLevelOf,
  allowWriting,
  givesAllPartitions,
} from '@annals/contracts/partition-access';
import type { Caller } from '@annals/kit/caller';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { decodeCursor, encodeCursor, isId } from '@annals/kit/lists/paging';
import { selectTokensOfPartition, type PartitionToken } from '../api-tokens/api-tokens.sql.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import type { FindMembers, ServiceContext } from '../context/service-context.ts';
import * as access from './access.sql.ts';
import { accessOf, type Access } from './access.ts';
import { namesOf, requireKnownPartition, rolesOfApplication } from './explain-access.ts';

type Member = Awaited<ReturnType<FindMembers>>[number];
type Names = Awaited<ReturnType<typeof namesOf>>;

interface AccessQuery {
  partitionId: string;
  asOf?: string | undefined;
  cursor?: string | undefined;
  pageSize: number;
}

const list = 'access';

/**
 * One page of those who can open a partition, by their ids: its members, and the users and applications in scope whose
 * roles open every partition. Each with all that gives them access. A member out of scope is listed with the membership
 * alone, as the members of the partition are.
 * @throws Problem 404 for a partition that the caller may not open
 */
export async function listAccess(context: ServiceContext, caller: Caller, query: AccessQuery) {
  const { partitionId, cursor, pageSize } = query;
  await requireKnownPartition(context, caller, partitionId);
  const asOf = databaseMoment(query.asOf);
  const knownSince = await findKnownSince(context, caller, partitionId, asOf);
  if (knownSince) return { data: [], hasMore: false, nextCursor: null, knownSince };
  const after = decodeCursor(list, cursor, [isId])?.map(String)[0];
  const range = { after, limit: pageSize + 1 };
  const members = new Map(
    (await context.findMembers(partitionId, asOf, range)).map((member) => [member.userId, member]),
  );
  const meanings = await access.selectRoleMeanings(context.database, asOf);
  const opening = meanings.filter(
    (role) =>
      givesAllPartitions(role, 'partitions:read-all') ||
      givesAllPartitions(role, 'partitions:write-all'),
  );
  const visible = await access.selectAccessHolders(
    context.database,
    { users: scopeOf(caller, 'users:read'), applications: scopeOf(caller, 'applications:read') },
    { roles: opening.map(({ role }) => role), memberIds: [...members.keys()] },
    { asOf, ...range },
  );
  const accounts = new Map(visible.map((account) => [account.id, account]));
  const ids = [...new Set([...members.keys(), ...accounts.keys()])].toSorted();
  const page = ids.slice(0, pageSize);
  const last = page.at(-1);
  const hasMore = ids.length > page.length;
  return {
    data: await holdersOf(
      context,
      caller,
      { partitionId, asOf, meanings },
      page,
      members,
      accounts,
    ),
    hasMore,
    nextCursor: hasMore && last !== undefined ? encodeCursor(list, last) : null,
  };
}

/** Since when access is recorded, if that is later than the moment. The data service compares, to the microsecond. */
async function findKnownSince(
  { findMembership }: ServiceContext,
  { userId }: Caller,
  partitionId: string,
  asOf: string | undefined,
) {
  if (asOf === undefined) return undefined;
  return (await findMembership(userId, partitionId, asOf))?.accessKnownSince;
}

async function holdersOf(
  context: ServiceContext,
  caller: Caller,
  asked: {
    partitionId: string;
    asOf: string | undefined;
    meanings: readonly access.RoleMeaning[];
  },
  ids: readonly string[],
  members: ReadonlyMap<string, Member>,
  accounts: ReadonlyMap<string, access.AccessHolderRow>,
): Promise<AccessHolder[]> {
  const people = ids.flatMap((id) => accounts.get(id) ?? []);
  const roles = await rolesOf(context, asked, people);
  const tokens = await tokensOf(context, caller, asked, people);
  const nameOf = await namesOf(context, caller, [
    ...[...members.values()].map(({ byId }) => ({ byId })),
    ...[...tokens.values()].flat().map(({ createdById }) => ({ byId: createdById })),
    ...[...roles.values()].flat().map(({ byId, unitId, unitName }) => ({
      byId,
      unit: unitId === null ? null : { id: unitId, name: unitName ?? '' },
    })),
  ]);
  return ids.flatMap((id): AccessHolder[] => {
    const member = members.get(id);
    const account = accounts.get(id);
    if (account === undefined || account.status === null)
      return member ? [membershipOnly(member)] : [];
    const { kind, name, username, lastSignInDate } = account;
    const grants = grantsOf(
      { id, status: account.status, roles: roles.get(id) ?? [], member },
      tokens.get(id) ?? [],
      nameOf,
      asked.asOf === undefined ? { signIn: lastSignInDate } : undefined,
    );
    return grants.length === 0 ? [] : [{ id, kind, name, username, membershipOnly: false, grants }];
  });
}

async function rolesOf(
  { database }: ServiceContext,
  { asOf, meanings }: { asOf: string | undefined; meanings: readonly access.RoleMeaning[] },
  accounts: readonly access.AccessHolderRow[],
): Promise<Map<string, access.HeldRole[]>> {
  const idsOf = (wanted: access.AccessSubject['kind']) =>
    accounts.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const held = await access.selectHeldRoles(database, idsOf('USER'), asOf);
  const ofUsers = groupedBy(held, ({ userId }) => userId);
  const versions = groupedBy(
    await access.selectApplicationVersions(database, idsOf('APPLICATION'), asOf),
    ({ applicationId }) => applicationId,
  );
  return new Map<string, access.HeldRole[]>([
    ...ofUsers,
    ...[...versions].map(([id, each]) => [id, rolesOfApplication(each, meanings)] as const),
  ]);
}

async function tokensOf(
  { database, clock, apiTokenUses }: ServiceContext,
  caller: Caller,
  { partitionId, asOf }: { partitionId: string; asOf: string | undefined },
  accounts: readonly access.AccessHolderRow[],
): Promise<Map<string, PartitionToken[]>> {
  await apiTokenUses.write();
  const ids = accounts.map(({ id }) => id);
  const scope = scopeOf(caller, 'tokens:read');
  const moment = asOf ?? toTimestamp(clock());
  const tokens = await selectTokensOfPartition(database, scope, ids, partitionId, moment);
  return groupedBy(tokens, ({ ownerId }) => ownerId);
}

/** As in the list of members, which does not say who granted it. */
const membershipOnly = (member: Member) => ({
  id: member.userId,
  kind: 'USER' as const,
  name: member.name,
  username: member.username,
  membershipOnly: true,
  grants: [memberGrant(member, () => ({}), { mayWrite: true, lastUsedDate: null })],
});

/**
 * Everything that gives the holder access; nothing if they may not sign in.
 * @param now undefined for the past, for which the last use is not stored
 */
function grantsOf(
  holder: {
    id: string;
    status: string;
    roles: readonly access.HeldRole[];
    member: Member | undefined;
  },
  tokens: readonly PartitionToken[],
  nameOf: Names,
  now: { signIn: string | null } | undefined,
) {
  const { id, status, roles, member } = holder;
  const { role, reasons } = accessOf({
    status,
    roles,
    member: member ?? { role: null, sinceDate: null },
  });
  if (role === null) return [];
  const mayWrite = allowWriting(roles);
  const lastUsedDate = now?.signIn ?? null;
  return [
    ...(member ? [memberGrant(member, nameOf, { mayWrite, lastUsedDate })] : []),
    ...reasons
      .filter(({ kind, grants }) => kind === 'ROLE' && grants)
      .map((reason) => roleGrant(id, reason, nameOf, { mayWrite, lastUsedDate })),
    ...tokens.flatMap((token) => {
      const level = levelOfToken(token.scopes, accessLevelOf(role, mayWrite));
      return level === undefined ? [] : [tokenGrant(id, token, level, nameOf, now !== undefined)];
    }),
  ];
}

const memberGrant = (
  { userId, role, sinceDate, removedDate, byId }: Member,
  nameOf: Names,
  { mayWrite, lastUsedDate }: { mayWrite: boolean; lastUsedDate: string | null },
) => ({
  kind: 'MEMBER' as const,
  level: accessLevelOf(role, mayWrite),
  role,
  ...nameOf(userId, { byId }),
  sinceDate,
  untilDate: removedDate,
  lastUsedDate,
});

const roleGrant = (
  holderId: string,
  reason: Access['reasons'][number],
  nameOf: Names,
  { mayWrite, lastUsedDate }: { mayWrite: boolean; lastUsedDate: string | null },
) => ({
  kind: 'ROLE' as const,
  level: accessLevelOf(reason.permission === 'partitions:write-all' ? 'OWNER' : 'READER', mayWrite),
  role: reason.role,
  inherited: reason.unit != null,
  ...nameOf(holderId, reason),
  sinceDate: reason.sinceDate ?? null,
  untilDate: reason.untilDate ?? null,
  lastUsedDate,
});

const tokenGrant = (
  ownerId: string,
  token: PartitionToken,
  level: AccessLevel,
  nameOf: Names,
  isNow: boolean,
) => ({
  kind: 'TOKEN' as const,
  level,
  description: token.description,
  prefix: token.prefix,
  scopes: token.scopes,
  partitionCount: token.partitionIds?.length ?? null,
  ...nameOf(ownerId, { byId: token.createdById }),
  sinceDate: token.createdDate,
  untilDate: token.untilDate,
  lastUsedDate: isNow ? token.lastUsedDate : null,
});

/** The level of the owner's access that the token's scopes allow; undefined for none. */
function levelOfToken(
  scopes: PartitionToken['scopes'],
  level: AccessLevel,
): AccessLevel | undefined {
  if (level === 'OWN' && scopes.includes('admin')) return 'OWN';
  if (level !== 'READ' && scopes.includes('write')) return 'WRITE';
  return scopes.includes('read') ? 'READ' : undefined;
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
