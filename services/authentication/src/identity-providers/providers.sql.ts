import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import { oversizedPage, type Found } from '@annals/kit/lists/page-bytes';
import { unitInScope, type AccessScopes, type Scope } from '../authority/scope.sql.ts';
import type { ProviderEndpoints } from '../context/service-context.ts';
import {
  domainsOf,
  hasPendingDomain,
  type ClaimedDomain,
} from '../email-domains/email-domains.sql.ts';

export interface ProviderSettings {
  unitId: string | null;
  name: string;
  enabled: boolean;
  buttonLabel: string;
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  clientAuthentication: 'client_secret_basic' | 'client_secret_post' | 'none';
  scopes: string[];
  endpoints: ProviderEndpoints;
  emailDomains: string[];
  claimMap: { subject: string; email: string; name: string; groups: string | null };
  groupRoles: Record<string, string>;
  trustEmail: boolean;
  trustSecondFactor: boolean;
  provisioning: 'NONE' | 'EXISTING' | 'CREATE';
  newUserRoles: string[];
  newUserOrganizationalUnitId: string | null;
}

export interface ProviderRow extends ProviderSettings {
  id: string;
  version: number;
}

const settings = sql`p.id, p.version, p.unit_id as "unitId", p.name, p.enabled, p.button_label as "buttonLabel", p.issuer,
  p.client_id as "clientId", p.client_secret as "clientSecret", p.client_authentication as "clientAuthentication", p.scopes,
  p.endpoints, p.claim_map as "claimMap", p.group_roles as "groupRoles", p.trust_email as "trustEmail",
  p.trust_second_factor as "trustSecondFactor", p.provisioning, p.new_user_roles as "newUserRoles",
  p.new_user_unit_id as "newUserOrganizationalUnitId",
  array(select d.domain from authentication.email_domain d where d.provider_id = p.id order by d.domain)
    as "emailDomains"`;

export interface ShownProviderRow extends ProviderRow {
  unitName: string | null;
  domains: ClaimedDomain[];
  userCount: number;
  createdDate: string;
  lastSignInDate: string | null;
  mayChange: boolean;
}

const shown = (
  write: Scope,
) => sql`${settings}, unit.name as "unitName", ${domainsOf('provider_id', sql`p.id`)} as domains,
  p.created as "createdDate",
  p.last_sign_in as "lastSignInDate", coalesce(${unitInScope(write, sql`p.unit_id`)}, false) as "mayChange",
  (select count(distinct i.user_id) from authentication.user_identity i
    where i.provider_id = p.id and i.issuer = p.issuer) as "userCount"`;

const table = sql`authentication.identity_provider p
  left join authentication.organizational_unit unit on unit.id = p.unit_id`;

export interface ProviderFilter {
  name?: string | undefined;
  organizationalUnitId?: string | undefined;
  pendingDomains?: boolean | undefined;
}

export const byName = new Keyset<ShownProviderRow>('identity-providers', [
  columnKey('name', sql`p.name`, 'text'),
  columnKey('id', sql`p.id`, 'uuid'),
]);

/** A page of providers by name. One may have as many groups as a request can hold. */
export function selectProviders(
  database: Queryable,
  scopes: AccessScopes,
  { name, organizationalUnitId, pendingDomains }: ProviderFilter,
  range: PageRange,
): Promise<Found<ShownProviderRow>[]> {
  const conditions = [unitInScope(scopes.read, sql`p.unit_id`)];
  if (name !== undefined)
    conditions.push(
      sql`strpos(lower(normalize(p.name, NFKC)), lower(normalize(${name}, NFKC))) > 0`,
    );
  if (organizationalUnitId !== undefined) conditions.push(sql`p.unit_id = ${organizationalUnitId}`);
  if (pendingDomains) conditions.push(hasPendingDomain('provider_id', sql`p.id`));
  const ids = sql`select p.id from authentication.identity_provider p
    where ${join(conditions, ' and ')} ${byName.after(range)} ${byName.orderAndLimit(range)}`;
  const rowWith = (id: Sql) => sql`select ${shown(scopes.write)} from ${table} where p.id = ${id}`;
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
    select ${shown(scopes.write)} from ${table} where p.id = ${id} and ${unitInScope(scopes.read, sql`p.unit_id`)}`);
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
    insert into authentication.identity_provider (id, unit_id, name, enabled, button_label, issuer, client_id,
      client_secret, client_authentication, scopes, endpoints, claim_map, group_roles, trust_email,
      trust_second_factor, provisioning, new_user_roles, new_user_unit_id, created)
    values (${id}, ${p.unitId}, ${p.name}, ${p.enabled}, ${p.buttonLabel}, ${p.issuer}, ${p.clientId},
      ${p.clientSecret}, ${p.clientAuthentication}, ${p.scopes}, ${JSON.stringify(p.endpoints)}::jsonb,
      ${JSON.stringify(p.claimMap)}::jsonb, ${JSON.stringify(p.groupRoles)}::jsonb, ${p.trustEmail},
      ${p.trustSecondFactor}, ${p.provisioning}, ${p.newUserRoles}, ${p.newUserOrganizationalUnitId}, ${created})`);
}

export async function updateProvider(
  transaction: Queryable,
  id: string,
  p: ProviderSettings,
): Promise<void> {
  await transaction.query(sql`
    update authentication.identity_provider set unit_id = ${p.unitId}, name = ${p.name}, enabled = ${p.enabled},
      button_label = ${p.buttonLabel}, issuer = ${p.issuer}, client_id = ${p.clientId},
      client_secret = ${p.clientSecret}, client_authentication = ${p.clientAuthentication}, scopes = ${p.scopes},
      endpoints = ${JSON.stringify(p.endpoints)}::jsonb, claim_map = ${JSON.stringify(p.claimMap)}::jsonb,
      group_roles = ${JSON.stringify(p.groupRoles)}::jsonb, trust_email = ${p.trustEmail},
      trust_second_factor = ${p.trustSecondFactor}, provisioning = ${p.provisioning},
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
