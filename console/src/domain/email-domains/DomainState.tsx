import type { EmailDomain } from '@annals/contracts/email-domains';
import { useAppState } from '../../platform/api/state.ts';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import classes from './EmailDomains.module.css';
import { type EmailDomainTexts, useEmailDomainTexts } from './email-domains.texts.ts';

/** A domain with its state as a badge. */
export function DomainState({ domain: { domain, state, method } }: { domain: EmailDomain }) {
  const t = useEmailDomainTexts();
  return (
    <div className={classes.head}>
      <span className={classes.name}>{domain}</span>
      <StatusBadge tone={state === 'VERIFIED' ? 'good' : 'waiting'}>
        {state === 'VERIFIED' ? t.verified : t.pending}
      </StatusBadge>
      {method !== null && <span className={classes.quiet}>{labelFor(t.methods, method)}</span>}
    </div>
  );
}

/** The stored domains of a form with their states, and a note about new ones. */
export function SavedDomains({ domains }: { domains?: readonly EmailDomain[] | undefined }) {
  const t = useEmailDomainTexts();
  const isMaster = useAppState((state) => state.isGlobalMaster);
  return (
    <div className={classes.domain}>
      {domains?.map((domain) => (
        <DomainState key={domain.domain} domain={domain} />
      ))}
      <p className={classes.quiet}>{isMaster ? t.newDomainsOfMaster : t.newDomains}</p>
    </div>
  );
}

interface HasDomains {
  emailDomains?: readonly string[] | undefined;
  domains?: readonly EmailDomain[] | undefined;
}

/**
 * The domains on one line, those with pending action first; a service that does not report states returns only
 * names.
 */
export function domainsInLine({ emailDomains, domains }: HasDomains, t: EmailDomainTexts) {
  if (domains === undefined) return emailDomains?.join(', ');
  const isVerified = ({ state }: EmailDomain) => state === 'VERIFIED';
  return [...domains]
    .toSorted((left, right) => Number(isVerified(left)) - Number(isVerified(right)))
    .map(({ domain, state }) => (state === 'PENDING' ? t.pendingDomain(domain) : domain))
    .join(', ');
}
