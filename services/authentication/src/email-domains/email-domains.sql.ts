import { domainToUnicode } from 'node:url';
import sql, { type Sql } from 'sql-template-tag';
import type { EmailDomain } from '@annals/contracts/email-domains';
import type { Queryable } from '@annals/kit/database/database';
import { recordNameOf, recordValueOf } from './domain-record.ts';

/** Who claims a domain. */
export type DomainOwner = { providerId: string } | { unitId: string };

export interface ClaimedDomain {
  domain: string;
  token: string;
  verified: string | null;
  method: 'DNS' | 'APPROVAL' | null;
}

/** The domains of the provider or unit with this id (a column, say), for a column of a list. */
export const domainsOf = (column: 'provider_id' | 'unit_id', id: Sql): Sql => {
  const own = column === 'provider_id' ? sql`d.provider_id = ${id}` : sql`d.unit_id = ${id}`;
  return sql`coalesce((
    select json_agg(json_build_object('domain', d.domain, 'token', d.token, 'method', d.method,
      'verified', to_char(d.verified at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by d.domain)
    from authentication.email_domain d where ${own}), '[]')`;
};

/** Whether the provider or unit with this id (a column, say) has a domain that is not verified. */
export const hasPendingDomain = (column: 'provider_id' | 'unit_id', id: Sql): Sql => {
  const own = column === 'provider_id' ? sql`d.provider_id = ${id}` : sql`d.unit_id = ${id}`;
  return sql`exists (select from authentication.email_domain d where ${own} and d.verified is null)`;
};

export function shownDomain(
  productName: string,
  { domain, token, verified, method }: ClaimedDomain,
): EmailDomain {
  return {
    domain: domainToUnicode(domain),
    state: verified === null ? 'PENDING' : 'VERIFIED',
    method,
    verifiedDate: verified,
    recordName: recordNameOf(productName, domain),
    recordValue: recordValueOf(productName, token),
  };
}

const ownedBy = (owner: DomainOwner): Sql =>
  'providerId' in owner
    ? sql`d.provider_id = ${owner.providerId}`
    : sql`d.unit_id = ${owner.unitId}`;

export async function selectDomain(
  database: Queryable,
  owner: DomainOwner,
  domain: string,
): Promise<ClaimedDomain | undefined> {
  const [claimed] = await database.query<ClaimedDomain & object>(sql`
    select d.domain, d.token, d.verified, d.method from authentication.email_domain d
    where ${ownedBy(owner)} and d.domain = ${domain}`);
  return claimed;
}

interface NewDomains {
  domains: readonly { domain: string; token: string }[];
  /** New claims are verified at once. */
  approvedBy: string | null;
  at: string;
}

/**
 * Sets the domains of the owner. Existing ones keep their state, verified or not.
 * @returns those that are verified for another owner of the same kind, and were not set
 */
export async function replaceDomains(
  transaction: Queryable,
  owner: DomainOwner,
  { domains, approvedBy, at }: NewDomains,
): Promise<string[]> {
  const names = domains.map(({ domain }) => domain);
  await transaction.query(sql`
    delete from authentication.email_domain d where ${ownedBy(owner)} and d.domain <> all(${names}::text[])`);
  const [providerId, unitId] =
    'providerId' in owner ? [owner.providerId, null] : [null, owner.unitId];
  const verified = approvedBy === null ? null : at;
  await transaction.query(sql`
    insert into authentication.email_domain (domain, provider_id, unit_id, token, claimed, verified, method, verified_by)
    select given.domain, ${providerId}::uuid, ${unitId}::uuid, given.token, ${at}::timestamptz,
      ${verified}::timestamptz, ${approvedBy === null ? null : 'APPROVAL'}::text, ${approvedBy}::uuid
    from unnest(${names}::text[], ${domains.map(({ token }) => token)}::text[]) as given(domain, token)
    where not exists (select from authentication.email_domain other
      where other.domain = given.domain and other.verified is not null
        and (other.provider_id is null) = (${providerId}::uuid is null))
    order by given.domain
    on conflict do nothing`);
  const missing = await transaction.query<{ domain: string }>(sql`
    select given.domain from unnest(${names}::text[]) as given(domain)
    where not exists (
      select from authentication.email_domain d where ${ownedBy(owner)} and d.domain = given.domain)`);
  return missing.map(({ domain }) => domain);
}

/** @returns false if it is verified for another owner of the same kind */
export async function verifyDomain(
  transaction: Queryable,
  owner: DomainOwner,
  domain: string,
  { method, by, at }: { method: 'DNS' | 'APPROVAL'; by: string; at: string },
): Promise<boolean> {
  const others = 'providerId' in owner ? sql`other.provider_id` : sql`other.unit_id`;
  // The unique index refuses the second of two concurrent ones.
  const rows = await transaction.query(sql`
    update authentication.email_domain d set verified = ${at}, method = ${method}, verified_by = ${by}
    where ${ownedBy(owner)} and d.domain = ${domain} and not exists (
      select from authentication.email_domain other
      where other.domain = d.domain and other.verified is not null and ${others} is not null)
    returning 1 as done`);
  return rows.length === 1;
}

/** Those of the domains that are verified for a unit other than this one and those below it. */
export async function domainsOfOtherUnits(
  transaction: Queryable,
  unitId: string,
  domains: readonly string[],
): Promise<string[]> {
  const rows = await transaction.query<{ domain: string }>(sql`
    select d.domain from authentication.email_domain d
    where d.domain = any(${[...domains]}) and d.verified is not null and d.unit_id is not null and d.unit_id not in (
      select descendant_id from authentication.organizational_unit_path where ancestor_id = ${unitId})`);
  return rows.map(({ domain }) => domain);
}

/** Whether the domain is verified for the provider. */
export async function isVerifiedFor(
  database: Queryable,
  providerId: string,
  domain: string,
): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 as found from authentication.email_domain d
    where d.provider_id = ${providerId} and d.domain = ${domain} and d.verified is not null`);
  return rows.length === 1;
}
