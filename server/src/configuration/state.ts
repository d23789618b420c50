import type { MemberRole, Permission, RoleScope } from '@annals/contracts/permissions';
import type { ApprovingRole } from '@annals/contracts/change-policy';
import type { CommonProviderSettings } from '@annals/rules/provider-settings';

/** Roles, organizational units and so on, by names alone, because ids differ between servers. */
export interface Role {
  description: string;
  permissions: Permission[];
  scope: RoleScope;
  builtIn: boolean;
  secondFactorRequired: boolean;
  secondFactorGraceHours: number;
}

export interface Unit {
  roles: string[];
  emailDomains: string[];
  secondFactorRequired: boolean;
  secondFactorGraceHours: number;
}

export interface Application {
  description: string | null;
  /** The path of its unit. */
  unit: string | null;
  roles: string[];
}

export interface Provider extends CommonProviderSettings {
  unit: string | null;
  endpoints: Record<string, string>;
  /** Maps values of the claim for the units to the paths of units. */
  unitMap: Record<string, string>;
  newUserUnit: string | null;
  hasClientSecret: boolean;
}

export type UserStatus = 'NEW' | 'INVITED' | 'ACTIVE' | 'DISABLED';

export interface User {
  name: string | null;
  /** NEW: without an account so far. */
  status: UserStatus;
  /** Direct roles. */
  roles: string[];
  /** The paths of the units. */
  units: string[];
}

/** A user by email, or an application by name, as a key. */
export type Principal = `user:${string}` | `application:${string}`;

export const userKey = (email: string): Principal => `user:${email}`;
export const applicationKey = (name: string): Principal => `application:${name}`;
export const nameOfPrincipal = (principal: Principal): string =>
  principal.slice(principal.indexOf(':') + 1);

export interface ChangeRule {
  /** Null: all types that no other rule names. */
  types: string[] | null;
  approvals: number;
  approvers: { roles: ApprovingRole[]; users: string[] };
  reasonRequired: boolean;
  signatureRequired: boolean;
}

export interface ChangePolicy {
  rules: ChangeRule[];
  breakGlass: boolean;
}

/** The types that a rule of a policy covers. */
export function typesAsText({ types }: ChangeRule, { rules }: ChangePolicy): string {
  if (types) return types.join(', ');
  return rules.length === 1 ? 'all types' : 'all other types';
}

export type JsonSchema = Record<string, unknown>;

export interface Partition {
  description: string | null;
  retentionDays: number | null;
  archived: boolean;
  members: ReadonlyMap<Principal, MemberRole>;
  /** The JSON Schemas of the types that have one. */
  types: ReadonlyMap<string, JsonSchema>;
  changePolicy: ChangePolicy;
}

/** The fields of every webhook. */
export interface WebhookSettings {
  url: string;
  enabled: boolean;
}

export interface PartitionWebhook extends WebhookSettings {
  /** The name of its partition. */
  partition: string;
  eventTypes: string[];
  objectTypes: string[] | null;
  query: string | null;
  references: { name?: string; timelineId: string }[] | null;
  includeData: boolean;
  includeProof: boolean;
}

export interface AuditWebhook extends WebhookSettings {
  actions: string[] | null;
  outcome: 'SUCCESS' | 'FAILURE' | null;
}

/** In the form that is compared: without a name if none is given. */
export const webhookReferences = (
  references: readonly { name?: string | undefined; timelineId: string }[] | null,
): PartitionWebhook['references'] =>
  references?.map(({ name, timelineId }) =>
    name === undefined ? { timelineId } : { name, timelineId },
  ) ?? null;

/** The name of a webhook: its description, or without one its address. */
export const webhookName = ({ description, url }: { description: string; url: string }): string =>
  description === '' ? url : description;

/** The key of a webhook of a partition; those of two partitions may have the same name. */
export const webhookKey = (partition: string, name: string): string =>
  `${pathSegment(partition)}/${name}`;

export interface Configuration {
  roles: ReadonlyMap<string, Role>;
  /** By path: `Engineering/Databases`. */
  units: ReadonlyMap<string, Unit>;
  applications: ReadonlyMap<string, Application>;
  identityProviders: ReadonlyMap<string, Provider>;
  /** By email, in lower case. */
  users: ReadonlyMap<string, User>;
  partitions: ReadonlyMap<string, Partition>;
  /** By partition and name: `Products/Price list`. */
  webhooks: ReadonlyMap<string, PartitionWebhook>;
  auditWebhooks: ReadonlyMap<string, AuditWebhook>;
  /** Undefined: the server does not report them. */
  aliasHosts: string[] | undefined;
}

/** A name in a path: a slash is escaped as ~1 and a tilde as ~0, as in a JSON Pointer (RFC 6901). */
export const pathSegment = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1');

export const nameInPath = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

export function parentPath(path: string): string | null {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? null : path.slice(0, slash);
}

/** The unit itself and its parents. */
export function unitsUp(path: string): string[] {
  const up = [path];
  for (let parent = parentPath(path); parent !== null; parent = parentPath(parent)) up.push(parent);
  return up;
}
