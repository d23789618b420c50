import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import { oversizedPage, type Found } from '@annals/kit/lists/page-bytes';
import { unitInScope, type AccessScopes, type Scope } from '../authority/scope.sql.ts';
import type { CommonProviderSettings } from '@annals/rules/provider-settings';
import type { ClientKey, ProviderEndpoints } from '../context/service-context.ts';
import {
  domainsOf,
  hasPendingDomain,
  type ClaimedDomain,
} from '../email-domains/email-domains.sql.ts';

export interface ProviderSettings extends CommonProviderSettings {
  unitId: string | null;
  name: string;
  clientSecret: string | null;
  clientKey: ClientKey | null;
  endpoints: ProviderEndpoints;
  /** Ids of units. */
  unitMap: Record<string, string>;
  newUserOrganizationalUnitId: string | null;
}

export interface ProviderRow extends ProviderSettings {
  id: string;
  version: number;
}

const settings = sql`p.id, p.version, p.unit_id as "unitId", p.name, p.enabled, p.button_label as "buttonLabel", p.issuer,
  p.discovery, p.token_issuer as "tokenIssuer", p.tenants,
  p.client_id as "clientId", p.client_secret as "clientSecret", p.client_key as "clientKey",
  p.client_authentication as "clientAuthentication", p.id_token_algorithm as "idTokenAlgorithm",
  p.response_mode as "responseMode", p.scopes, p.endpoints, p.claim_map as "claimMap",
  p.groups_form as "groupsForm", p.units_form as "unitsForm", p.group_roles as "groupRoles",
  p.unit_map as "unitMap", p.synchronization, p.sign_out_at_provider as "signOutAtProvider",
  p.trust_email as "trustEmail",
  p.trust_second_factor as "trustSecondFactor", p.provisioning, p.new_user_roles as "newUserRoles",
  p.new_user_unit_id as "newUserOrganizationalUnitId",
  array(select d.domain from authentication.email_domain d where d.provider_id = p.id order by d.domain)
    as "emailDomains"`;

export interface ShownProviderRow extends ProviderRow {
  unitName: string | null;
  domains: ClaimedDomain[];
  userCount: number;
  unreadUserCount: number;
  createdDate: string;
  lastSignInDate: string | null;
  mayChange: boolean;
}

const selectShown = (
  write: Scope,
) => sql`${settings}, unit.name as "unitName", ${domainsOf('provider_id', sql`p.id`)} as domains,
  p.created as "createdDate",
  p.last_sign_in as "lastSignInDate", coalesce(${unitInScope(write, sql`p.unit_id`)}, false) as "mayChange",
  (select count(distinct i.user_id) from authentication.user_identity i
    where i.provider_id = p.id and i.issuer = coalesce(p.token_issuer, p.issuer)) as "userCount",
  (select count(distinct i.user_id) from authentication.user_identity i
    where i.provider_id = p.id and i.unread is not null) as "unreadUserCount"`;

const table = sql`authentication.identity_provider p
  left join authentication.organizational_unit unit on unit.id = p.unit_id`;

export interface ProviderFilter {
  name?: string | undefined;
  organizationalUnitId?: string | undefined;
  pendingDomains?: boolean | undefined;
  unread?: boolean | undefined;
}

export const byName = new Keyset<ShownProviderRow>('identity-providers', [
  columnKey('name', sql`p.name`, 'text'),
  columnKey('id', sql`p.id`, 'uuid'),
]);

/** A page of providers by name. One may have as many groups as a request can hold. */
export function selectProviders(
  database: Queryable,
  scopes: AccessScopes,
  { name, organizationalUnitId, pendingDomains, unread }: ProviderFilter,
  range: PageRange,
): Promise<Found<ShownProviderRow>[]> {
  const conditions = [unitInScope(scopes.read, sql`p.unit_id`)];
  if (name !== undefined)
    conditions.push(
      sql`strpos(lower(normalize(p.name, NFKC)), lower(normalize(${name}, NFKC))) > 0`,
    );
  if (organizationalUnitId !== undefined) conditions.push(sql`p.unit_id = ${organizationalUnitId}`);
  if (pendingDomains) conditions.push(hasPendingDomain('provider_id', sql`p.id`));
  if (unread)
    conditions.push(
      sql`exists (select from authentication.user_identity i where i.provider_id = p.id and i.unread is not null)`,
    );
  const ids = sql`select p.id from authentication.identity_provider p
    where ${join(conditions, ' and ')} ${byName.after(range)} ${byName.orderAndLimit(range)}`;
  const rowWith = (id: Sql) =>
    sql`select ${selectShown(scopes.write)} from ${table} where p.id = ${id}`;
  return database.query(oversizedPage(ids, rowWith, range.pageSize));
}

/** Those that users can sign in with, by name. */
export function selectEnabledIssuers(
  database: Queryable,
  most: number,
): Promise<{ id: string; name: string; issuer: string }[]> {
  return database.query(sql`
    select id, name, issuer from authentication.identity_provider where enabled
    order by name, id limit ${most}`);
}

export async function selectShownProvider(
  database: Queryable,
  scopes: AccessScopes,
  id: string,
): Promise<ShownProviderRow | undefined> {
  const [provider] = await database.query<ShownProviderRow>(sql`
    select ${selectShown(scopes.write)} from ${table} where p.id = ${id} and ${unitInScope(scopes.read, sql`p.unit_id`)}`);
  return provider;
}

/**
 * @param lock `change`: prevents others from changing the provider or signing in through it until the end of the
 * transaction
 */
export async function selectProvider(
  database: Queryable,
  id: string,
  { scope, lock }: { scope?: Scope; lock?: 'change' } = {},
): Promise<ProviderRow | undefined> {
  const within: Sql = scope ? sql`and ${unitInScope(scope, sql`p.unit_id`)}` : empty;
  const [provider] = await database.query<ProviderRow>(sql`
    select ${settings} from authentication.identity_provider p where p.id = ${id} ${within}
    ${lock ? sql`for update` : empty}`);
  return provider;
}

export async function insertProvider(
  transaction: Queryable,
  id: string,
  p: ProviderSettings,
  created: string,
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.identity_provider (id, unit_id, name, enabled, button_label, issuer, discovery,
      token_issuer, tenants, client_id, client_secret, client_key, client_authentication, id_token_algorithm,
      response_mode, scopes, endpoints, claim_map, groups_form, units_form, group_roles, unit_map, synchronization,
      sign_out_at_provider, trust_email, trust_second_factor, provisioning, new_user_roles, new_user_unit_id, created)
    values (${id}, ${p.unitId}, ${p.name}, ${p.enabled}, ${p.buttonLabel}, ${p.issuer}, ${p.discovery},
      ${p.tokenIssuer}, ${p.tenants}, ${p.clientId}, ${p.clientSecret}, ${jsonb(p.clientKey)},
      ${p.clientAuthentication}, ${p.idTokenAlgorithm}, ${p.responseMode}, ${p.scopes}, ${jsonb(p.endpoints)},
      ${jsonb(p.claimMap)}, ${jsonb(p.groupsForm)}, ${jsonb(p.unitsForm)}, ${jsonb(p.groupRoles)},
      ${jsonb(p.unitMap)}, ${jsonb(p.synchronization)}, ${p.signOutAtProvider}, ${p.trustEmail},
      ${p.trustSecondFactor}, ${p.provisioning}, ${p.newUserRoles}, ${p.newUserOrganizationalUnitId}, ${created})`);
}

const jsonb = (value: object | null) =>
  value === null ? sql`null` : sql`${JSON.stringify(value)}::jsonb`;

export async function updateProvider(
  transaction: Queryable,
  id: string,
  p: ProviderSettings,
): Promise<void> {
  await transaction.query(sql`
    update authentication.identity_provider set unit_id = ${p.unitId}, name = ${p.name}, enabled = ${p.enabled},
      button_label = ${p.buttonLabel}, issuer = ${p.issuer}, discovery = ${p.discovery},
      token_issuer = ${p.tokenIssuer}, tenants = ${p.tenants}, client_id = ${p.clientId},
      client_secret = ${p.clientSecret}, client_key = ${jsonb(p.clientKey)},
      client_authentication = ${p.clientAuthentication}, id_token_algorithm = ${p.idTokenAlgorithm},
      response_mode = ${p.responseMode}, scopes = ${p.scopes}, endpoints = ${jsonb(p.endpoints)},
      claim_map = ${jsonb(p.claimMap)}, groups_form = ${jsonb(p.groupsForm)}, units_form = ${jsonb(p.unitsForm)},
      group_roles = ${jsonb(p.groupRoles)}, unit_map = ${jsonb(p.unitMap)},
      synchronization = ${jsonb(p.synchronization)}, sign_out_at_provider = ${p.signOutAtProvider},
      trust_email = ${p.trustEmail}, trust_second_factor = ${p.trustSecondFactor}, provisioning = ${p.provisioning},
      new_user_roles = ${p.newUserRoles}, new_user_unit_id = ${p.newUserOrganizationalUnitId}, version = version + 1
    where id = ${id}`);
}

export async function deleteProvider(transaction: Queryable, id: string): Promise<void> {
  await transaction.query(sql`delete from authentication.identity_provider where id = ${id}`);
}

/** The providers for the login page: the enabled ones, or the one with this verified domain; the first `most`. */
export function selectSignInProviders(
  database: Queryable,
  domain: string | undefined,
  most: number,
): Promise<{ id: string; name: string; buttonLabel: string }[]> {
  const ofDomain =
    domain === undefined
      ? empty
      : sql`and exists (select from authentication.email_domain d
          where d.provider_id = p.id and d.domain = ${domain} and d.verified is not null)`;
  return database.query(sql`
    select p.id, p.name, p.button_label as "buttonLabel" from authentication.identity_provider p
    where p.enabled ${ofDomain} order by p.name, p.id limit ${most}`);
}
