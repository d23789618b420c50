import type { AuditEvent } from '@annals/contracts/events';
import type { OrganizationalUnit } from '@annals/contracts/organizational-units';
import type { Role } from '@annals/contracts/roles';
import type { User } from '@annals/contracts/users';
import { isArray, isObject, sameJson } from '../json-values/json-values.ts';
import { directRoles } from '../users/role-grants.ts';

export interface NamedUnit {
  id: string;
  name?: string | undefined;
}

/** What changed of one user. */
export interface UserAccessChange {
  kind: 'user';
  id: string;
  rolesAdded?: string[];
  rolesRemoved?: string[];
  unitsAdded?: readonly NamedUnit[];
  unitsRemoved?: readonly NamedUnit[];
  /** Whether the account was disabled, or enabled again. */
  disabled?: boolean;
  /** Everything was taken at once; sessions, tokens and the like cannot come back. */
  offboarded?: OffboardingLosses;
  /** When, as far as that is known: what was given again later is another change. */
  at?: string;
}

/** What an offboarding took that nobody can give back. */
export interface OffboardingLosses {
  sessions: number;
  tokens: string[];
  /** Names of the providers at which accounts were linked. */
  identities: string[];
  factors: number;
  invitation: boolean;
  /** Who took over what others waited for, and keeps it. */
  handedOver?: { to: string; invitations: number };
}

/** What changed for all members of a unit. */
export interface UnitAccessChange {
  kind: 'unit';
  id: string;
  rolesAdded?: string[];
  rolesRemoved?: string[];
}

/** What a role allows, before and after; only the fields that changed. */
export interface RoleDefinitionChange {
  kind: 'role';
  id: string;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}

/** A change of what somebody may do, that calls of the same kind can take back. */
export type AccessChange = UserAccessChange | UnitAccessChange | RoleDefinitionChange;

/** The change that an event records; undefined for those that are none, or of which the reader does not see all. */
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
    default:
      return undefined;
  }
}

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
    // Who was disabled before stays so.
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

/** Whether what a change led to is still so; also where the service does not say. */
export function userStands(change: UserAccessChange, user: User): boolean {
  const { rolesAdded = [], rolesRemoved = [], unitsAdded = [], unitsRemoved = [], at } = change;
  if (change.disabled !== undefined && user.status !== undefined)
    return (user.status === 'DISABLED') === change.disabled;
  const held = user.roles && directRoles(user);
  const isGrant = (role: string) =>
    at === undefined ||
    user.roleGrants === undefined ||
    user.roleGrants.some(
      (grant) =>
        grant.role === role &&
        !grant.organizationalUnit &&
        isAt(grant.grantedDate ?? undefined, at),
    );
  const units = user.organizationalUnits;
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

/** The same of the roles of a unit. */
export function unitStands(
  { rolesAdded = [], rolesRemoved = [] }: UnitAccessChange,
  { roles }: OrganizationalUnit,
): boolean {
  return (
    roles === undefined ||
    (rolesAdded.every((role) => roles.includes(role)) &&
      rolesRemoved.every((role) => !roles.includes(role)))
  );
}

/** The same of what a role allows. */
export function roleStands({ after }: RoleDefinitionChange, role: Role): boolean {
  return Object.entries(after).every(([field, value]) =>
    sameJson(sorted(role[field]), sorted(value)),
  );
}

const sorted = (value: unknown): unknown =>
  isArray(value) && value.every((each) => typeof each === 'string') ? value.toSorted() : value;

const isAt = (moment: string | undefined, at: string): boolean =>
  moment === undefined || Date.parse(moment) === Date.parse(at);

const listOf = (value: unknown): readonly unknown[] => (isArray(value) ? value : []);

const stringsOf = (value: unknown): string[] =>
  listOf(value).filter((each): each is string => typeof each === 'string');

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

const fieldsOf = (value: unknown, field: string): string[] =>
  stringsOf(listOf(value).map((each) => (isObject(each) ? each[field] : undefined)));

/** One out of the reader's scope has an empty id. */
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
