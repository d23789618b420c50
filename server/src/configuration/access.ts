import {
  accessLevelOf,
  allowWriting,
  countingMemberRole,
  givesAllPartitions,
} from '@annals/contracts/partition-access';
import type { MemberRole, Permission } from '@annals/contracts/permissions';
import { accessLevels, type AccessLevel } from '@annals/contracts/user-administration';
import { compareTexts } from './current-state.ts';
import { listNames } from './kind.ts';
import {
  applicationKey,
  typesAsText,
  unitsUp,
  userKey,
  type Configuration,
  type Principal,
  type Role,
} from './state.ts';

/** What one holder, or several in the same way, gains or loses through the changes. */
export interface AccessChange {
  holders: string[];
  /** Invited users: everything starts when they accept. */
  invited: boolean;
  direction: 'gains' | 'loses';
  /** What they may do, and why. */
  abilities: string[];
}

/** Somebody with access: a user, an application, or the users created through an identity provider or a domain. */
interface Holder {
  /** The same before and after. */
  key: string;
  label: string;
  invited?: boolean;
  principal: Principal | undefined;
  roles: readonly string[];
  /** Null: any units. */
  units: readonly string[] | null;
}

interface HeldRole extends Role {
  name: string;
  /** The unit that gives it; null for a role that is held directly. */
  unit: string | null;
}

/** An ability of a holder, for comparison. */
interface Ability {
  /** More access is a greater number. */
  level: number;
  words: string;
  /** The source. */
  through: string;
}

const everywhere = '*';
/** In a sentence; the JSON output contains all of them. */
const maxHolders = 50;

/** Who gains or loses which access between two states. */
export function accessChanges(before: Configuration, after: Configuration): AccessChange[] {
  const old = new Map(holdersOf(before).map((holder) => [holder.key, holder]));
  const fresh = new Map(holdersOf(after).map((holder) => [holder.key, holder]));
  const found = new Map<string, AccessChange>();
  for (const key of new Set([...old.keys(), ...fresh.keys()])) {
    const was = old.get(key);
    const is = fresh.get(key);
    const had = was ? abilitiesOf(before, was) : new Map<string, Ability>();
    const has = is ? abilitiesOf(after, is) : new Map<string, Ability>();
    const holder = is ?? was;
    if (!holder) continue;
    note(found, holder, 'gains', findGained(had, has, 'until now'));
    note(found, holder, 'loses', findGained(has, had, 'from now on'));
  }
  return [...found.values()];
}

/** The change as a sentence. */
export function accessSentence({ holders, invited, direction, abilities }: AccessChange): string {
  const verb = holders.length === 1 ? direction : direction === 'gains' ? 'gain' : 'lose';
  const when = invited ? 'Once they accept the invitation, ' : '';
  const labels = holders.map((label, at) => (at === 0 && !invited ? label : withinSentence(label)));
  return `${when}${listNames(labels, maxHolders)} ${verb}: ${abilities.join('; ')}.`;
}

/** A label that is not a name is capitalized only at the start of a sentence. */
const withinSentence = (label: string): string =>
  label.replace(/^(?:The application|Whoever) /, (word) => word.toLowerCase());

/** Groups holders with the same changes. */
function note(
  found: Map<string, AccessChange>,
  { label, invited = false }: Holder,
  direction: AccessChange['direction'],
  abilities: string[],
): void {
  if (abilities.length === 0) return;
  const key = JSON.stringify([invited, direction, abilities]);
  const same = found.get(key);
  if (same) same.holders.push(label);
  else found.set(key, { holders: [label], invited, direction, abilities });
}

/** What `has` allows beyond `had`, in words. */
function findGained(
  had: ReadonlyMap<string, Ability>,
  has: ReadonlyMap<string, Ability>,
  otherTime: string,
): string[] {
  const ofAll = has.get(everywhere)?.level ?? 0;
  const lessOfAll = had.get(everywhere)?.level ?? 0;
  /** Grouped by source. */
  const words = new Map<string, string[]>();
  for (const [key, ability] of has) {
    const less = had.get(key);
    if (ability.level <= (less?.level ?? 0) || isWithin(had, key)) continue;
    // A gain in every partition is not repeated for each of them.
    const isCoveredByAll = ability.level <= ofAll && (less?.level ?? 0) === lessOfAll;
    if (key.startsWith('partition ') && isCoveredByAll) continue;
    const source = ability.through + (less ? `; ${otherTime} ${less.words}` : '');
    words.set(source, [...(words.get(source) ?? []), ability.words]);
  }
  return [...words].map(([source, all]) => `may ${all.join(', ')} (${source})`);
}

/** Whether what is allowed in one unit is allowed everywhere, or in a parent unit. */
function isWithin(abilities: ReadonlyMap<string, Ability>, key: string): boolean {
  const [, permission, unit] = /^(permission \S+) (.+)$/s.exec(key) ?? [];
  if (permission === undefined || unit === undefined) return false;
  return (
    abilities.has(permission) ||
    unitsUp(unit).some((above) => abilities.has(`${permission} ${above}`))
  );
}

function holdersOf({ users, applications, identityProviders, units }: Configuration): Holder[] {
  return [
    ...[...users].flatMap(([email, user]): Holder[] => {
      if (user.status === 'DISABLED') return [];
      return [
        {
          key: userKey(email),
          label: user.name === null ? email : `${user.name} (${email})`,
          invited: user.status !== 'ACTIVE',
          principal: userKey(email),
          roles: user.roles,
          units: user.units,
        },
      ];
    }),
    ...[...applications].map(([name, { roles, unit }]) => ({
      key: applicationKey(name),
      label: `The application ${name}`,
      principal: applicationKey(name),
      roles,
      // Its unit administers it and gives it no roles, but limits the scope of its own roles.
      units: unit === null ? [] : [unit],
    })),
    ...[...identityProviders].flatMap(([name, provider]): Holder[] => {
      if (!provider.enabled) return [];
      const groups = Object.entries(provider.groupRoles).map(([group, role]): Holder => ({
        key: `group ${name} ${group}`,
        label: `Whoever is in the group ${group} of ${name}`,
        principal: undefined,
        roles: [role],
        units: null,
      }));
      const { newUserRoles: roles, newUserUnit } = provider;
      if (provider.provisioning === 'CREATE')
        groups.push({
          key: `new user ${name}`,
          label: `Whoever signs in through ${name} for the first time`,
          principal: undefined,
          roles,
          units: newUserUnit === null ? [] : [newUserUnit],
        });
      return groups;
    }),
    ...[...units].flatMap(([path, { emailDomains }]) =>
      emailDomains.map((domain) => ({
        key: `domain ${domain}`,
        label: `Whoever signs up with an email of ${domain}`,
        principal: undefined,
        roles: [],
        units: [path],
      })),
    ),
  ];
}

function abilitiesOf(configuration: Configuration, holder: Holder): Map<string, Ability> {
  const held = heldRoles(configuration, holder);
  const abilities = new Map<string, Ability>();
  const writing = held.filter((role) => allowWriting([role]));
  addPartition(abilities, everywhere, 'every partition', held, writing, null);
  const { principal } = holder;
  for (const [name, { members, changePolicy }] of configuration.partitions) {
    const member = (principal && members.get(principal)) ?? null;
    addPartition(abilities, `partition ${name}`, name, held, writing, member);
    if (principal?.startsWith('user:') && member !== null)
      for (const rule of changePolicy.rules) {
        const email = principal.slice('user:'.length);
        const byRole = rule.approvers.roles.some((role) => role === member);
        if (rule.approvals === 0 || (!byRole && !rule.approvers.users.includes(email))) continue;
        const what = typesAsText(rule, changePolicy);
        abilities.set(`approve ${name} ${rule.types?.toSorted(compareTexts).join() ?? '*'}`, {
          level: 1,
          words: `approve changes to ${what} in ${name}`,
          through: byRole ? `as ${member} there` : 'named in its policy',
        });
      }
  }
  for (const role of held)
    for (const permission of role.permissions) addPermission(abilities, permission, role, holder);
  return abilities;
}

function heldRoles({ roles, units }: Configuration, holder: Holder): HeldRole[] {
  const nameRoles = (name: string, unit: string | null): HeldRole[] => {
    const role = roles.get(name);
    return role ? [{ ...role, name, unit }] : [];
  };
  const direct = holder.roles.flatMap((name) => nameRoles(name, null));
  // The roles of units only apply to users.
  if (holder.principal?.startsWith('application:')) return direct;
  const above = new Set(holder.units?.flatMap(unitsUp));
  return [
    ...direct,
    ...[...above].flatMap((path) =>
      (units.get(path)?.roles ?? []).flatMap((name) => nameRoles(name, path)),
    ),
  ];
}

const levelLabels: Readonly<Record<AccessLevel, string>> = {
  READ: 'read',
  WRITE: 'write',
  OWN: 'write and administer',
};

function addPartition(
  abilities: Map<string, Ability>,
  key: string,
  name: string,
  held: readonly HeldRole[],
  writing: readonly HeldRole[],
  member: MemberRole | null,
): void {
  const counting = countingMemberRole(held, member);
  if (counting === null) return;
  const level = accessLevelOf(counting, writing.length > 0);
  const opening = held.find(
    (role) =>
      givesAllPartitions(role, 'partitions:write-all') ||
      (member === null && givesAllPartitions(role, 'partitions:read-all')),
  );
  const through = opening ? roleLabels(opening) : `member as ${member ?? counting}`;
  const [writer] = writing;
  const isWritingToo = level !== 'READ' && writer && writer !== opening;
  abilities.set(key, {
    level: accessLevels.indexOf(level) + 1,
    words: `${levelLabels[level]} ${name}`,
    through: isWritingToo ? `${through}, ${roleLabels(writer)}` : through,
  });
}

const roleLabels = ({ name, unit }: HeldRole): string =>
  unit === null ? `role ${name}` : `role ${name} through the unit ${unit}`;

const theirUnits = 'their units';
const inPartitions: ReadonlySet<Permission> = new Set([
  'partitions:read-all',
  'partitions:write-all',
]);

/** Permissions of a unit-limited role apply in each of the holder's units and below. */
function addPermission(
  abilities: Map<string, Ability>,
  permission: Permission,
  role: HeldRole,
  holder: Holder,
): void {
  if (inPartitions.has(permission)) return;
  const words = permissionLabels[permission];
  const through = roleLabels(role);
  if (role.scope === 'all' || permission === 'partitions:write') {
    abilities.set(`permission ${permission}`, { level: 1, words, through });
    return;
  }
  for (const unit of holder.units ?? [theirUnits]) {
    const key = `permission ${permission} ${unit}`;
    if (!abilities.has(key))
      abilities.set(key, { level: 1, words: `${words} in ${unit} and below`, through });
  }
}

/** What a permission allows, after "may". For partitions see access.ts, because that depends on memberships. */
const permissionLabels: Readonly<Record<Permission, string>> = {
  'users:read': 'see users',
  'users:write': 'invite, change and disable users and what they hold',
  'roles:write': 'define roles',
  'organizational-units:read': 'see organizational units',
  'organizational-units:write': 'change organizational units and the roles of their members',
  'identity-providers:read': 'see identity providers',
  'identity-providers:write': 'change identity providers',
  'tokens:read': 'see the API tokens of others',
  'tokens:write': 'revoke the API tokens of others',
  'applications:read': 'see applications',
  'applications:write': 'change applications and issue their tokens',
  'events:read': 'read the audit log',
  'operations:read': 'see the state of the system',
  'data-users:read': 'see the users of the data service',
  'alias-urls:read': 'see alias URLs',
  'alias-urls:write': 'change alias URLs',
  'partitions:create': 'create partitions',
  'partitions:read-all': 'read every partition',
  'partitions:write-all': 'own every partition',
  'partitions:write': 'write wherever they are editor or owner',
};
