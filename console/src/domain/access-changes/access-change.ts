import type { AuditEvent } from '@annals/contracts/events';
import { type MemberRole, memberRoles } from '@annals/contracts/permissions';
import type { AccessReason } from '@annals/contracts/user-administration';
import type { OrganizationalUnit, Role, User } from '../../platform/api/things.ts';
import { isArray, isObject, sameJson } from '../../platform/json-values/json-values.ts';
import { directRoles, hasUnreadRoles } from '../users/role-grants.ts';
import { areUnitsTold } from '../users/told-units.ts';

export interface NamedUnit {
  id: string;
  name?: string | undefined;
}

/** The access change of a single user. */
export interface UserAccessChange {
  kind: 'user';
  id: string;
  rolesAdded?: string[];
  rolesRemoved?: string[];
  unitsAdded?: readonly NamedUnit[];
  unitsRemoved?: readonly NamedUnit[];
  /** Whether the account was disabled or enabled. */
  disabled?: boolean;
  /** Everything was removed at once; sessions, tokens and the like cannot be restored. */
  offboarded?: OffboardingLosses;
  /** The time of the change, if known: a later grant of the same thing is another change. */
  at?: string;
}

/** What cannot be restored after an offboarding. */
export interface OffboardingLosses {
  sessions: number;
  tokens: string[];
  /** The names of the providers with linked accounts. */
  identities: string[];
  factors: number;
  invitation: boolean;
  /** Who took over open work, which they keep. */
  handedOver?: { to: string; invitations: number };
}

/** The access change of all members of a unit. */
export interface UnitAccessChange {
  kind: 'unit';
  id: string;
  rolesAdded?: string[];
  rolesRemoved?: string[];
}

/** The definition of a role before and after; only changed fields. */
export interface RoleDefinitionChange {
  kind: 'role';
  id: string;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}

/** The member role of a user or an application in a partition, before and after; null for none. */
export interface MemberChange {
  kind: 'member';
  id: string;
  partition: { id: string; name: string };
  before: MemberRole | null;
  after: MemberRole | null;
  at: string;
}

/** An API token that was created. */
export interface TokenIssue {
  kind: 'token';
  id: string;
  owner: { kind: 'user' | 'application'; id: string };
  description: string;
}

/** A change of access that can be undone with calls of the same kind. */
export type AccessChange =
  | UserAccessChange
  | UnitAccessChange
  | RoleDefinitionChange
  | MemberChange
  | TokenIssue;

/** The change that an event records; undefined if it is none, or if the user cannot see all of it. */
export function accessChangeOf(event: AuditEvent): AccessChange | undefined {
  const [kind, id] = event.subject?.split('/') ?? [];
  if (id === undefined) return undefined;
  const before = event.before ?? {};
  const after = event.after ?? {};
  const user = { kind: 'user', id, at: event.at } as const;
  switch (event.action) {
    case 'user.roleAdded':
    case 'user.roleRemoved': {
      const [held, holds] = [stringsOf(before['roles']), stringsOf(after['roles'])];
      return {
        ...user,
        rolesAdded: holds.filter((role) => !held.includes(role)),
        rolesRemoved: held.filter((role) => !holds.includes(role)),
      };
    }
    case 'user.unitAssigned':
      return withUnit(after['organizationalUnit'], (unit) => ({ ...user, unitsAdded: [unit] }));
    case 'user.unitUnassigned':
      return withUnit(before['organizationalUnit'], (unit) => ({ ...user, unitsRemoved: [unit] }));
    case 'user.statusChanged': {
      if (after['status'] === 'DISABLED') return { ...user, disabled: true };
      return before['status'] === 'DISABLED' ? { ...user, disabled: false } : undefined;
    }
    case 'user.offboarded':
      return { ...user, ...offboarding(before, after) };
    case 'unit.roleAdded':
    case 'unit.roleRemoved': {
      if (kind !== 'unit') return undefined;
      const [added, removed] = [stringsOf([after['role']]), stringsOf([before['role']])];
      return { kind, id, rolesAdded: added, rolesRemoved: removed };
    }
    case 'role.changed':
      return event.before && event.after ? { kind: 'role', id, before, after } : undefined;
    case 'member.added':
    case 'member.changed':
    case 'member.removed':
      return memberChange(event, before, after);
    case 'token.created': {
      const { ownerId, ownerKind, description } = after;
      if (kind !== 'token' || typeof ownerId !== 'string' || ownerId === '') return undefined;
      const owner = {
        kind: ownerKind === 'APPLICATION' ? 'application' : 'user',
        id: ownerId,
      } as const;
      return { kind, id, owner, description: typeof description === 'string' ? description : '' };
    }
    default:
      return undefined;
  }
}

function memberChange(
  { action, at }: AuditEvent,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): MemberChange | undefined {
  const { partition, userId } = after;
  if (!isObject(partition) || typeof userId !== 'string' || userId === '') return undefined;
  const { id, name } = partition;
  if (typeof id !== 'string' || id === '') return undefined;
  const change = {
    kind: 'member',
    id: userId,
    partition: { id, name: typeof name === 'string' ? name : '' },
    before: roleIn(before),
    after: action === 'member.removed' ? null : roleIn(after),
    at,
  } as const;
  // Nothing can be said about a role that this console does not know.
  return change.before === change.after ? undefined : change;
}

const roleIn = ({ role }: Record<string, unknown>): MemberRole | null =>
  memberRoles.find((each) => each === role) ?? null;

function offboarding(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Omit<UserAccessChange, 'kind' | 'id'> {
  const losses: OffboardingLosses = {
    sessions: countOf(after['endedSessions']),
    tokens: fieldsOf(after['revokedTokens'], 'description'),
    identities: fieldsOf(after['unlinkedIdentities'], 'identityProviderName'),
    factors: countOf(after['removedFactors']),
    invitation: after['invitationWithdrawn'] === true,
    ...successorIn(after),
  };
  return {
    rolesRemoved: stringsOf(before['roles']),
    unitsRemoved: listOf(before['organizationalUnits']).flatMap((each) => unitOf(each) ?? []),
    // Users who were disabled before stay disabled.
    ...(before['status'] !== 'DISABLED' && { disabled: true }),
    offboarded: losses,
  };
}

function successorIn(after: Record<string, unknown>): Pick<OffboardingLosses, 'handedOver'> {
  const { successor } = after;
  if (!isObject(successor)) return {};
  const { name } = successor;
  const invitations = countOf(after['handedOverInvitations']);
  return { handedOver: { to: typeof name === 'string' ? name : '', invitations } };
}

/** Whether the effect of a change still stands; also true if the service does not report it. */
export function isUserChangeInEffect(change: UserAccessChange, user: User): boolean {
  const { rolesAdded = [], rolesRemoved = [], unitsAdded = [], unitsRemoved = [], at } = change;
  if (change.disabled !== undefined && user.status !== undefined)
    return (user.status === 'DISABLED') === change.disabled;
  const held = user.roles && !hasUnreadRoles(user) ? directRoles(user) : undefined;
  const isGrant = (role: string) =>
    at === undefined ||
    user.roleGrants === undefined ||
    user.roleGrants.some(
      (grant) =>
        grant.role === role &&
        !grant.organizationalUnit &&
        isAt(grant.grantedDate ?? undefined, at),
    );
  const units = areUnitsTold(user) ? user.organizationalUnits : undefined;
  return (
    (held === undefined ||
      (rolesAdded.every((role) => held.includes(role) && isGrant(role)) &&
        rolesRemoved.every((role) => !held.includes(role)))) &&
    (units === undefined ||
      (unitsAdded.every(({ id }) =>
        units.some((unit) => unit.id === id && (at === undefined || isAt(unit.assignedDate, at))),
      ) &&
        unitsRemoved.every(({ id }) => !units.some((unit) => unit.id === id))))
  );
}

/** Like isUserChangeInEffect, for the roles of a unit. */
export function isUnitChangeInEffect(
  { rolesAdded = [], rolesRemoved = [] }: UnitAccessChange,
  { roles }: OrganizationalUnit,
): boolean {
  return (
    roles === undefined ||
    (rolesAdded.every((role) => roles.includes(role)) &&
      rolesRemoved.every((role) => !roles.includes(role)))
  );
}

/** Like isUserChangeInEffect, for the definition of a role. */
export function isRoleChangeInEffect({ after }: RoleDefinitionChange, role: Role): boolean {
  return Object.entries(after).every(([field, value]) =>
    sameJson(sortLists(role[field]), sortLists(value)),
  );
}

/** Like isUserChangeInEffect, for a membership, whose reasons the service tells. */
export function isMemberChangeInEffect(
  { before, after, at }: MemberChange,
  reasons: readonly AccessReason[],
): boolean {
  const member = reasons.find(({ kind, role }) => kind === 'MEMBER' && role !== undefined);
  // Whoever was removed and added again later was added by another change.
  const isLater = (since: string | undefined) =>
    since !== undefined && Date.parse(since) > Date.parse(at);
  return (member?.role ?? null) === after && !(before === null && isLater(member?.sinceDate));
}

const sortLists = (value: unknown): unknown =>
  isArray(value) && value.every((each) => typeof each === 'string') ? value.toSorted() : value;

const isAt = (moment: string | undefined, at: string): boolean =>
  moment === undefined || Date.parse(moment) === Date.parse(at);

const listOf = (value: unknown): readonly unknown[] => (isArray(value) ? value : []);

const stringsOf = (value: unknown): string[] =>
  listOf(value).filter((each): each is string => typeof each === 'string');

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

const fieldsOf = (value: unknown, field: string): string[] =>
  stringsOf(listOf(value).map((each) => (isObject(each) ? each[field] : undefined)));

/** A unit outside the user's scope has an empty id. */
function unitOf(value: unknown): NamedUnit | undefined {
  if (!isObject(value)) return undefined;
  const { id, name } = value;
  if (typeof id !== 'string' || id === '') return undefined;
  return { id, name: typeof name === 'string' ? name : undefined };
}

function withUnit(
  value: unknown,
  change: (unit: NamedUnit) => AccessChange,
): AccessChange | undefined {
  const unit = unitOf(value);
  return unit && change(unit);
}
