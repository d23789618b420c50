// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accessTokenOf, type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import { setLanguage } from '../../platform/texts.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { domainsInLine } from './DomainState.tsx';
import { EmailDomains } from './EmailDomains.tsx';
import { useEmailDomainTexts } from './email-domains.texts.ts';

const owner = { identityProviderId: '0190aaaa-0000-7000-8000-000000000001' };
const pending = {
  domain: 'new.example',
  state: 'PENDING' as const,
  method: null,
  verifiedDate: null,
  recordName: '_annals-challenge.new.example',
  recordValue: 'annals-domain-verification=token',
};
const verified = {
  ...pending,
  domain: 'old.example',
  state: 'VERIFIED' as const,
  method: 'APPROVAL' as const,
};
const path = `/v1/identity-providers/${owner.identityProviderId}/domains/new.example`;

async function show(role: string, answer: Answer, mayWrite = true) {
  localStorage.setItem('auth', accessTokenOf({ roles: [role] }));
  const onVerified = vi.fn();
  const net = fakeServer(() => answer);
  const { user } = await renderAt('/', () => (
    <EmailDomains
      owner={owner}
      domains={[verified, pending]}
      mayWrite={mayWrite}
      onVerified={onVerified}
    />
  ));
  return { user, net, onVerified };
}

beforeEach(() => setLanguage('en'));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('shows the state of each domain, and the DNS record of unverified ones', async () => {
  await show('ORG_ADMIN', { body: verified });
  expect(await screen.findByText('approved by a global master')).toBeTruthy();
  expect(screen.getByText('Verified')).toBeTruthy();
  expect(screen.getByText('Not verified')).toBeTruthy();
  expect(screen.getByText(pending.recordName)).toBeTruthy();
  expect(screen.getByText(pending.recordValue)).toBeTruthy();
});

it('checks the DNS record and shows what is missing', async () => {
  const message = 'There is no TXT record at _annals-challenge.new.example yet. Add it.';
  const { user, net, onVerified } = await show('ORG_ADMIN', {
    status: 409,
    body: { error: message, code: 'domain_not_verified', message },
  });
  await user.click(await screen.findByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('The domain was not verified.')).toBeTruthy();
  expect(document.body.textContent).toContain('There is no TXT record at');
  expect(net.lines()).toContain(`POST ${path}/verification`);
  expect(onVerified).not.toHaveBeenCalled();
});

it('only global masters can approve a domain', async () => {
  const first = await show('ORG_ADMIN', { body: verified });
  const approve = await screen.findByRole('button', { name: 'Approve' });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  expect(approve.getAttribute('title')).toContain('Only a global master');
  await first.user.click(approve);
  expect(first.net.lines()).toEqual([]);
  cleanup();
  const second = await show('GLOBAL_MASTER', { body: verified });
  await second.user.click(await screen.findByRole('button', { name: 'Approve' }));
  await expect.poll(() => second.onVerified).toHaveBeenCalled();
  expect(second.net.lines()).toContain(`POST ${path}/approval`);
});

it('shows no actions to users who may only read', async () => {
  await show('AUDITOR', { body: verified }, false);
  await screen.findByText('Not verified');
  expect(screen.queryByRole('button')).toBeNull();
});

it('summarizes the states in one line, or only the names when states are unknown', () => {
  const t = useEmailDomainTexts.now();
  const emailDomains = ['new.example', 'old.example'];
  expect(domainsInLine({ emailDomains, domains: [verified, pending] }, t)).toBe(
    'not verified: new.example, old.example',
  );
  expect(domainsInLine({ emailDomains }, t)).toBe('new.example, old.example');
});
