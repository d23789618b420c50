import { Button } from '@mantine/core';
import { useId } from 'react';
import {
  approveProviderDomain,
  approveUnitDomain,
  type EmailDomain,
  verifyProviderDomain,
  verifyUnitDomain,
} from '@annals/contracts/email-domains';
import { call } from '../../platform/api/call.ts';
import { rolesOf, storedAuth } from '../../platform/api/session.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { CopyBlock } from '../../ui/secrets/CopyBlock.tsx';
import { DomainState } from './DomainState.tsx';
import classes from './EmailDomains.module.css';
import { useEmailDomainTexts } from './email-domains.texts.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

export type DomainOwner = { identityProviderId: string } | { organizationalUnitId: string };

interface EmailDomainsProps {
  owner: DomainOwner;
  domains: readonly EmailDomain[];
  mayWrite: boolean;
  onVerified: () => void;
}

/** The email domains of a provider or a unit; unverified ones with their DNS record. */
export function EmailDomains({ domains, ...props }: EmailDomainsProps) {
  const t = useEmailDomainTexts();
  if (domains.length === 0) return <p className={classes.quiet}>{t.none}</p>;
  return (
    <ul className={classes.domains}>
      {domains.map((domain) => (
        <li key={domain.domain} className={classes.domain}>
          <DomainState domain={domain} />
          {domain.state === 'PENDING' && props.mayWrite && <Verification of={domain} {...props} />}
        </li>
      ))}
    </ul>
  );
}

function Verification({
  of: { domain, recordName, recordValue },
  owner,
  onVerified,
}: Omit<EmailDomainsProps, 'domains' | 'mayWrite'> & { of: EmailDomain }) {
  const t = useEmailDomainTexts();
  const reasonId = useId();
  const mayApprove = rolesOf(storedAuth()).includes('GLOBAL_MASTER');
  const settle = useSingleMutation({
    mutationFn: (how: 'check' | 'approve') => verify(owner, domain, how),
    onSuccess: () => {
      showToast({ message: t.verifiedToast(domain) });
      onVerified();
    },
  });
  const pending = settle.isPending ? settle.variables : undefined;
  return (
    <>
      <p className={classes.quiet}>{t.pendingHint}</p>
      <CopyBlock label={t.recordName} value={recordName} />
      <CopyBlock label={t.recordValue} value={recordValue} />
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          loading={pending === 'check'}
          disabled={pending === 'approve'}
          onClick={() => settle.mutate('check')}
        >
          {t.checkNow}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={pending === 'approve'}
          disabled={pending === 'check'}
          {...(!mayApprove && {
            title: t.mayNotApprove,
            'aria-disabled': true,
            'data-disabled': true,
            'aria-describedby': reasonId,
          })}
          onClick={() => mayApprove && settle.mutate('approve')}
        >
          {t.approve}
        </Button>
        {!mayApprove && (
          <span id={reasonId} hidden>
            {t.mayNotApprove}
          </span>
        )}
      </div>
      <div aria-live="polite">
        {settle.error && <ErrorPanel title={t.notVerified} error={settle.error} />}
      </div>
    </>
  );
}

function verify(owner: DomainOwner, domain: string, how: 'check' | 'approve') {
  return 'identityProviderId' in owner
    ? call(how === 'check' ? verifyProviderDomain : approveProviderDomain, {
        params: { ...owner, domain },
      })
    : call(how === 'check' ? verifyUnitDomain : approveUnitDomain, {
        params: { ...owner, domain },
      });
}
