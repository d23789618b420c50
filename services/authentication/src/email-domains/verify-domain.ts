import { asciiDomain } from '@annals/contracts/email-address';
import type { EmailDomain } from '@annals/contracts/email-domains';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import { constraintOf, type Queryable } from '@annals/kit/database/database';
import { conflict, forbidden, notFound, Problem } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { checkRecord, recordNameOf, recordValueOf } from './domain-record.ts';
import {
  domainsOfOtherUnits,
  selectDomain,
  shownDomain,
  verifyDomain,
  type ClaimedDomain,
  type DomainOwner,
} from './email-domains.sql.ts';

/** The provider or unit of a domain, for a caller who may change it. */
export interface LockedOwner {
  owner: DomainOwner;
  /** The unit of a provider; unused for a unit. */
  unitOfProvider: string | null;
}

/** Locks the provider or unit. @throws Problem 403 or 404 */
export type LockOwner = (transaction: Queryable) => Promise<LockedOwner>;

interface Asked {
  caller: Caller;
  /** Required in any case. */
  domain: string;
  lockOwner: LockOwner;
  source: AuditSource;
}

/**
 * Looks up the TXT record of the domain, outside a transaction, because it may take seconds.
 * @throws Problem 403, 404, 409 if the record is missing or the domain belongs to another owner, 429 after many checks,
 * 502 if DNS does not answer
 */
export async function verifyByDns(context: ServiceContext, asked: Asked): Promise<EmailDomain> {
  const { database, productName } = context;
  const claimed = await database.transaction(async (transaction) =>
    claimedDomain(transaction, await asked.lockOwner(transaction), asked.domain),
  );
  if (claimed.verified !== null) return shownDomain(productName, claimed);
  const record = {
    name: recordNameOf(productName, claimed.domain),
    value: recordValueOf(productName, claimed.token),
  };
  context.dnsChecks.admit(asked.caller.userId);
  const found = await checkRecord(context.resolveTxt, record);
  if (found === 'NO_ANSWER')
    throw new Problem(502, 'dns_unreachable', say('dnsSilent', { domain: claimed.domain }));
  if (found !== 'FOUND')
    throw conflict(
      'domain_not_verified',
      found === 'MISSING'
        ? say('noTxt', { name: record.name })
        : say('otherTxtRecord', { name: record.name }),
    );
  return settle(context, asked, 'DNS', claimed.token);
}

/**
 * Verifies the domain on the approval of a global master.
 * @throws Problem 403, 404, 409 if the domain belongs to another owner
 */
export async function approveDomain(context: ServiceContext, asked: Asked): Promise<EmailDomain> {
  if (!mayApprove(asked.caller)) throw forbidden(say('onlyMasterApproves'));
  return settle(context, asked, 'APPROVAL');
}

/** What a global master configures needs no further approval. */
export const mayApprove = ({ roles }: Caller) => roles.includes('GLOBAL_MASTER');

async function settle(
  context: ServiceContext,
  { caller, domain, lockOwner, source }: Asked,
  method: 'DNS' | 'APPROVAL',
  checkedToken?: string,
): Promise<EmailDomain> {
  const { clock, productName } = context;
  return context.database.transaction(async (transaction) => {
    const locked = await lockOwner(transaction);
    const claimed = await claimedDomain(transaction, locked, domain);
    if (claimed.verified !== null) return shownDomain(productName, claimed);
    // The domain was removed and added again during the DNS lookup.
    if (checkedToken !== undefined && claimed.token !== checkedToken)
      throw notFound('email domain');
    await refuseDomainOfOtherUnit(transaction, locked, claimed);
    const at = clock();
    const verification = { method, by: caller.userId, at: toTimestamp(at) };
    const isFree = await verifyDomain(
      transaction,
      locked.owner,
      claimed.domain,
      verification,
    ).catch((error: unknown) => {
      if (constraintOf(error)?.startsWith('email_domain_verified') !== true) throw error;
      return false;
    });
    if (!isFree) throw domainTaken(claimed.domain, locked.owner);
    const isOfProvider = 'providerId' in locked.owner;
    await audit.record(
      transaction,
      { id: caller.userId, at, source },
      isOfProvider ? 'identityProvider.domainVerified' : 'unit.domainVerified',
      'providerId' in locked.owner
        ? `identityProvider/${locked.owner.providerId}`
        : `unit/${locked.owner.unitId}`,
      { after: { domain: claimed.domain, method } },
    );
    return shownDomain(productName, { ...claimed, verified: toTimestamp(at), method });
  });
}

async function claimedDomain(
  transaction: Queryable,
  { owner }: LockedOwner,
  domain: string,
): Promise<ClaimedDomain> {
  const claimed = await selectDomain(transaction, owner, asciiDomain(domain) ?? domain);
  if (!claimed) throw notFound('email domain');
  return claimed;
}

async function refuseDomainOfOtherUnit(
  transaction: Queryable,
  { unitOfProvider }: LockedOwner,
  { domain }: ClaimedDomain,
): Promise<void> {
  if (unitOfProvider === null) return;
  const foreign = await domainsOfOtherUnits(transaction, unitOfProvider, [domain]);
  if (foreign.length > 0) throw domainTaken(domain, { unitId: unitOfProvider });
}

function domainTaken(domain: string, owner: DomainOwner): Problem {
  const isOfUnit = 'unitId' in owner;
  if (isOfUnit) return conflict('domain_taken', say('domainOfUnit', { domain }));
  return conflict('domain_taken', say('domainOfProvider', { domain }));
}
