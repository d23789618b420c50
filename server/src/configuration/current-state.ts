import { listApplications } from '@annals/contracts/applications';
import { getChangePolicy } from '@annals/contracts/change-policy';
import type { CallInput, Endpoint, ResponseOf } from '@annals/contracts/endpoint';
import {
  claimFormKinds,
  clientAuthentications,
  idTokenAlgorithms,
  listIdentityProviders,
  provisionings,
  responseModes,
  synchronizationRules,
  type ClaimForm,
  type IdentityProvider,
} from '@annals/contracts/identity-providers';
import { listObjectTypes } from '@annals/contracts/object-types';
import { listOrganizationalUnits } from '@annals/contracts/organizational-units';
import type { Page } from '@annals/contracts/page';
import {
  listMembers,
  listPartitions,
  type Partition as PartitionAnswer,
} from '@annals/contracts/partitions';
import { permissions as allPermissions, type MemberRole } from '@annals/contracts/permissions';
import { listRoles } from '@annals/contracts/roles';
import { getAuthenticationSystem } from '@annals/contracts/system';
import { listEventWebhooks } from '@annals/contracts/event-webhooks';
import { listUsers } from '@annals/contracts/users';
import { listWebhooks, type Webhook as WebhookAnswer } from '@annals/contracts/webhooks';
import { type ApiClient, CallFailed } from '../client/api-client.ts';
import {
  applicationKey,
  pathSegment,
  webhookKey,
  webhookName,
  webhookReferences,
  userKey,
  type Application,
  type AuditWebhook,
  type ChangePolicy,
  type Configuration,
  type JsonSchema,
  type Partition,
  type PartitionWebhook,
  type Principal,
  type Provider,
  type Role,
  type Unit,
  type User,
} from './state.ts';

/** The things that a file can describe. */
export type Area = keyof Configuration;

/** A thing on the server, as it was read. */
export interface Known {
  id: string;
  version: number | undefined;
}

export interface PartitionKnown extends Known {
  types: Map<string, number | undefined>;
  policyVersion: number | undefined;
  /** Members that are not users or applications this caller may see. */
  unknownMembers: number;
  /** Its policy names users whom this caller may not see, so it cannot be exported. */
  policyHidden: boolean;
  /** This caller may not read its webhooks. */
  webhooksHidden: boolean;
}

/** The content of a server, and the names of its things. */
export interface CurrentState {
  configuration: Configuration;
  units: Map<string, Known>;
  applications: Map<string, Known>;
  identityProviders: Map<string, Known>;
  users: Map<string, Known>;
  partitions: Map<string, PartitionKnown>;
  roles: Map<string, Known>;
  webhooks: Map<string, Known>;
  auditWebhooks: Map<string, Known>;
  /** What this caller may not read, or the service does not support, and why. */
  hidden: Map<Area, string>;
  /** Names shared by several things of an area, which are therefore ambiguous. */
  ambiguous: Map<Area, Set<string>>;
}

/** Reads everything that can be configured, as far as the caller may see it. */
export async function readCurrentState(client: ApiClient): Promise<CurrentState> {
  const reading = new Reading(client);
  const roles = await reading.roles();
  const units = await reading.units();
  const applications = await reading.applications();
  const identityProviders = await reading.identityProviders();
  const users = await reading.users();
  const partitions = await reading.partitions();
  const auditWebhooks = await reading.auditWebhooks();
  const aliasHosts = await reading.aliasHosts();
  return {
    configuration: {
      roles,
      units,
      applications,
      identityProviders,
      users,
      partitions,
      webhooks: withoutAmbiguous(reading.webhooks, reading.ambiguous.get('webhooks')),
      auditWebhooks,
      aliasHosts,
    },
    units: reading.known('units'),
    applications: reading.known('applications'),
    identityProviders: reading.known('identityProviders'),
    users: reading.known('users'),
    roles: reading.known('roles'),
    partitions: reading.partitionsKnown,
    webhooks: reading.known('webhooks'),
    auditWebhooks: reading.known('auditWebhooks'),
    hidden: reading.hidden,
    ambiguous: reading.ambiguous,
  };
}

class Reading {
  readonly hidden = new Map<Area, string>();
  readonly ambiguous = new Map<Area, Set<string>>();
  readonly partitionsKnown = new Map<string, PartitionKnown>();
  /** Read with the partitions. */
  readonly webhooks = new Map<string, PartitionWebhook>();
  readonly #known = new Map<Area, Map<string, Known>>();
  readonly #unitPaths = new Map<string, string>();
  readonly #principals = new Map<string, Principal>();

  constructor(readonly client: ApiClient) {}

  known(area: Area): Map<string, Known> {
    const things = this.#known.get(area) ?? new Map<string, Known>();
    this.#known.set(area, things);
    return things;
  }

  async roles(): Promise<Map<string, Role>> {
    const found = new Map<string, Role>();
    for (const role of await this.#all('roles', listRoles, {})) {
      this.#note('roles', role.name, { id: role.name, version: role.version });
      found.set(role.name, {
        description: role.description,
        permissions: allPermissions.filter((each) => role.permissions.includes(each)),
        scope: role.scope,
        builtIn: role.builtIn,
        secondFactorRequired: role.secondFactorRequired,
        secondFactorGraceHours: role.secondFactorGraceHours,
      });
    }
    return found;
  }

  async units(): Promise<Map<string, Unit>> {
    const found = new Map<string, Unit>();
    const listed = await this.#all('units', listOrganizationalUnits, { pageSize: 500 });
    const paths = listed.map((unit) => ({
      unit,
      path: [...unit.path.map(({ name }) => name), unit.name].map(pathSegment).join('/'),
    }));
    for (const { unit, path } of paths.toSorted((a, b) => compareTexts(a.path, b.path))) {
      this.#unitPaths.set(unit.id, path);
      if (!this.#note('units', path, { id: unit.id, version: unit.version })) continue;
      found.set(path, {
        roles: unit.roles.toSorted(),
        emailDomains: unit.emailDomains.toSorted(),
        secondFactorRequired: unit.secondFactorRequired,
        secondFactorGraceHours: unit.secondFactorGraceHours,
      });
    }
    return withoutAmbiguous(found, this.ambiguous.get('units'));
  }

  async applications(): Promise<Map<string, Application>> {
    const found = new Map<string, Application>();
    for (const application of await this.#all('applications', listApplications, {
      pageSize: 500,
    })) {
      const { id, name, version, description, roles } = application;
      this.#principals.set(id, applicationKey(name));
      if (!this.#note('applications', name, { id, version })) continue;
      found.set(name, {
        description,
        unit: this.#unit(application.organizationalUnit?.id),
        roles: roles.toSorted(),
      });
    }
    return withoutAmbiguous(found, this.ambiguous.get('applications'));
  }

  async identityProviders(): Promise<Map<string, Provider>> {
    const found = new Map<string, Provider>();
    const listed = await this.#all('identityProviders', listIdentityProviders, { pageSize: 500 });
    for (const provider of listed) {
      const { id, name, version } = provider;
      if (!this.#note('identityProviders', name, { id, version })) continue;
      found.set(name, {
        unit: this.#unit(provider.organizationalUnit?.id),
        enabled: provider.enabled,
        buttonLabel: provider.buttonLabel,
        issuer: provider.issuer,
        discovery: provider.discovery,
        tokenIssuer: provider.tokenIssuer,
        tenants: provider.tenants,
        clientId: provider.clientId,
        clientAuthentication: oneOf(clientAuthentications, provider.clientAuthentication) ?? 'none',
        idTokenAlgorithm: oneOf(idTokenAlgorithms, provider.idTokenAlgorithm ?? '') ?? null,
        responseMode: oneOf(responseModes, provider.responseMode) ?? 'query',
        scopes: provider.scopes,
        endpoints: provider.endpoints,
        emailDomains: provider.emailDomains.toSorted(),
        claimMap: {
          subject: provider.claimMap['subject'] ?? 'sub',
          email: provider.claimMap['email'] ?? 'email',
          name: provider.claimMap['name'] ?? 'name',
          language: provider.claimMap['language'] ?? null,
          groups: provider.claimMap['groups'] ?? null,
          units: provider.claimMap['units'] ?? null,
        },
        groupsForm: formOf(provider.groupsForm),
        unitsForm: formOf(provider.unitsForm),
        groupRoles: provider.groupRoles,
        unitMap: Object.fromEntries(
          Object.entries(provider.unitMap).flatMap(([value, unitId]) => {
            const path = this.#unit(unitId);
            return path === null ? [] : [[value, path]];
          }),
        ),
        synchronization: {
          name: ruleOf(provider, 'name'),
          email: ruleOf(provider, 'email'),
          language: ruleOf(provider, 'language'),
          units: ruleOf(provider, 'units'),
        },
        signOutAtProvider: provider.signOutAtProvider,
        trustEmail: provider.trustEmail,
        trustSecondFactor: provider.trustSecondFactor,
        provisioning: oneOf(provisionings, provider.provisioning) ?? 'NONE',
        newUserRoles: provider.newUserRoles.toSorted(),
        newUserUnit: this.#unit(provider.newUserOrganizationalUnitId),
        hasClientSecret: provider.hasClientSecret,
      });
    }
    return withoutAmbiguous(found, this.ambiguous.get('identityProviders'));
  }

  async users(): Promise<Map<string, User>> {
    const found = new Map<string, User>();
    const query = { pageSize: 500, include: ['roleGrants', 'organizationalUnits', 'roles'] };
    for (const user of await this.#all('users', listUsers, query)) {
      const key = (user.email ?? user.username).toLowerCase();
      this.#principals.set(user.id, userKey(key));
      if (!this.#note('users', key, { id: user.id, version: user.version })) continue;
      const direct = user.roleGrants
        ?.filter(({ organizationalUnit }) => organizationalUnit === null)
        .map(({ role }) => role);
      found.set(key, {
        name: user.name,
        status: user.status === 'DISABLED' || user.status === 'INVITED' ? user.status : 'ACTIVE',
        roles: [...new Set(direct ?? user.roles)].toSorted(),
        units: user.organizationalUnits
          .flatMap(({ id }) => this.#unit(id) ?? [])
          .toSorted(compareTexts),
      });
    }
    return withoutAmbiguous(found, this.ambiguous.get('users'));
  }

  async partitions(): Promise<Map<string, Partition>> {
    const found = new Map<string, Partition>();
    const query = { pageSize: 500 };
    for (const partition of await this.#all('partitions', listPartitions, query)) {
      const { partitionName: name } = partition;
      if (this.partitionsKnown.has(name)) this.#noteAmbiguous('partitions', name);
      else await this.#readPartition(name, partition, found);
    }
    return withoutAmbiguous(found, this.ambiguous.get('partitions'));
  }

  async #readPartition(
    name: string,
    partition: PartitionAnswer,
    found: Map<string, Partition>,
  ): Promise<void> {
    const params = { partitionId: partition.id };
    const members = new Map<Principal, MemberRole>();
    let unknownMembers = 0;
    for (const { userId, role } of await everything(this.client, listMembers, {
      params,
      query: { pageSize: 500 },
    })) {
      const principal = this.#principals.get(userId);
      if (principal === undefined) unknownMembers += 1;
      else members.set(principal, role);
    }
    const types = new Map<string, JsonSchema>();
    const typeVersions = new Map<string, number | undefined>();
    for (const { type, jsonSchema, version } of await ifThere(() =>
      everything(this.client, listObjectTypes, { params, query: {} }),
    )) {
      typeVersions.set(type, version);
      if (jsonSchema) types.set(type, jsonSchema);
    }
    const [policy] = await ifThere(async () => [
      await this.client.call(getChangePolicy, { params }),
    ]);
    let policyHidden = policy === undefined;
    const nameOf = (userId: string) => {
      const principal = this.#principals.get(userId);
      if (principal === undefined) policyHidden = true;
      return principal?.replace(/^user:/, '') ?? userId;
    };
    const changePolicy: ChangePolicy = {
      breakGlass: policy?.breakGlass ?? false,
      rules: (policy?.rules ?? []).map((rule) => ({
        types: rule.types,
        approvals: rule.approvals,
        approvers: {
          roles: rule.approvers.roles,
          users: rule.approvers.users.map(({ userId }) => nameOf(userId)),
        },
        reasonRequired: rule.reasonRequired,
        signatureRequired: rule.signatureRequired,
      })),
    };
    found.set(name, {
      description: partition.description,
      retentionDays: partition.retentionDays,
      archived: partition.archivedDate !== null,
      members,
      types,
      changePolicy,
    });
    this.partitionsKnown.set(name, {
      id: partition.id,
      version: partition.version,
      types: typeVersions,
      policyVersion: policy?.version,
      unknownMembers,
      policyHidden,
      webhooksHidden: !(await this.#readWebhooks(name, partition.id)),
    });
  }

  /** @returns whether this caller may read them */
  async #readWebhooks(partition: string, partitionId: string): Promise<boolean> {
    let found: WebhookAnswer[];
    try {
      found = await everything(this.client, listWebhooks, { params: { partitionId }, query: {} });
    } catch (error) {
      hiddenReason(error);
      return false;
    }
    for (const webhook of found) {
      const key = webhookKey(partition, webhookName(webhook));
      if (!this.#note('webhooks', key, { id: webhook.id, version: webhook.version })) continue;
      this.webhooks.set(key, {
        partition,
        url: webhook.url,
        enabled: webhook.enabled,
        eventTypes: webhook.eventTypes,
        objectTypes: webhook.objectTypes,
        query: webhook.query,
        references: webhookReferences(webhook.references),
        includeData: webhook.includeData,
        includeProof: webhook.includeProof,
      });
    }
    return true;
  }

  async auditWebhooks(): Promise<Map<string, AuditWebhook>> {
    const found = new Map<string, AuditWebhook>();
    for (const webhook of await this.#all('auditWebhooks', listEventWebhooks, {})) {
      const { id, version, url, enabled, actions, outcome } = webhook;
      const name = webhookName(webhook);
      if (this.#note('auditWebhooks', name, { id, version }))
        found.set(name, { url, enabled, actions, outcome });
    }
    return withoutAmbiguous(found, this.ambiguous.get('auditWebhooks'));
  }

  /** Alias hosts are a setting of the process, which its operators may read. */
  async aliasHosts(): Promise<string[] | undefined> {
    try {
      const { configuration } = await this.client.call(getAuthenticationSystem, {});
      const setting = configuration.find(({ name }) => name === 'ALIAS_HOSTS');
      if (setting) return (setting.value ?? '').split(',').filter((host) => host !== '');
    } catch (error) {
      this.hidden.set('aliasHosts', hiddenReason(error));
      return undefined;
    }
    this.hidden.set('aliasHosts', 'The server does not say which hosts alias URLs may lead to.');
    return undefined;
  }

  #unit(id: string | null | undefined): string | null {
    return id == null ? null : (this.#unitPaths.get(id) ?? null);
  }

  /** @returns false if another thing has the name */
  #note(area: Area, name: string, known: Known): boolean {
    if (this.known(area).has(name)) {
      this.#noteAmbiguous(area, name);
      return false;
    }
    this.known(area).set(name, known);
    return true;
  }

  #noteAmbiguous(area: Area, name: string): void {
    const names = this.ambiguous.get(area) ?? new Set();
    this.ambiguous.set(area, names.add(name));
  }

  async #all<E extends Endpoint>(area: Area, endpoint: E, query: object): Promise<ItemOf<E>[]> {
    try {
      return await everything(this.client, endpoint, { query } as unknown as CallInput<E>);
    } catch (error) {
      this.hidden.set(area, hiddenReason(error));
      return [];
    }
  }
}

type ItemOf<E extends Endpoint> = ResponseOf<E> extends Page<infer Item> ? Item : never;

/** All pages of a list. */
async function everything<E extends Endpoint>(
  client: ApiClient,
  endpoint: E,
  input: CallInput<E>,
): Promise<ItemOf<E>[]> {
  const items: ItemOf<E>[] = [];
  const { query = {}, ...rest } = input as { query?: object };
  for (let cursor: string | undefined; ;) {
    const next = { ...rest, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } };
    const page = (await client.call(endpoint, next as CallInput<E>)) as Page<ItemOf<E>>;
    items.push(...page.data);
    if (!page.hasMore || page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

const absent = new Set([404, 405, 501]);

/** Empty if the service lacks the call. */
async function ifThere<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CallFailed && absent.has(error.status)) return [];
    throw error;
  }
}

/** @throws any error except a missing permission, and a service without the call */
function hiddenReason(error: unknown): string {
  if (!(error instanceof CallFailed)) throw error;
  if (error.status === 403) return 'You may not read it.';
  if (absent.has(error.status)) return 'The server does not have it.';
  throw error;
}

const oneOf = <Word extends string>(words: readonly Word[], word: string | undefined) =>
  words.find((each) => each === word);

export const compareTexts = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;

function withoutAmbiguous<T>(found: Map<string, T>, ambiguous: Set<string> | undefined) {
  for (const name of ambiguous ?? []) found.delete(name);
  return found;
}

const formOf = ({ kind, ...form }: IdentityProvider['groupsForm']): ClaimForm => ({
  ...form,
  kind: oneOf(claimFormKinds, kind) ?? 'LIST',
});

const ruleOf = (
  { synchronization }: IdentityProvider,
  attribute: keyof Provider['synchronization'],
) => oneOf(synchronizationRules, synchronization[attribute] ?? '') ?? 'NEVER';
