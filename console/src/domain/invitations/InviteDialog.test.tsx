// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../platform/api/query.ts';
import { changeState, clearUser } from '../../platform/api/state.ts';
import { meetForeignServices } from '../../platform/api/testing/foreign-services.ts';
import { accessTokenOf, type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { setLanguage } from '../../platform/texts.ts';
import { invitationBody } from './invitation.ts';
import { InviteDialog } from './InviteDialog.tsx';

const closed = vi.fn<() => void>();
const invited = { id: '0190aaaa-0000-7000-8000-000000000008', email: 'grace@example.org' };
const roles = [
  { name: 'USER', permissions: [], mayGrant: true },
  { name: 'ORG_ADMIN', permissions: ['users:read', 'users:write'], scope: 'unit' },
];

async function open(held: string, create: Answer) {
  localStorage.setItem('auth', accessTokenOf({ roles: [held] }));
  const net = fakeServer(({ method, url }) => {
    if (url === '/v1/auth') return { body: {} };
    if (url === '/authentication/v1/roles') return { body: roles };
    if (method === 'POST' && url === '/v1/users') return create;
    return { body: [] };
  });
  const view = await renderAt('/', () => (
    <QueryClientProvider client={queryClient}>
      <InviteDialog onClose={closed} />
    </QueryClientProvider>
  ));
  const sent = () =>
    net.requests.filter(({ method, url }) => method === 'POST' && url === '/v1/users');
  return { ...view, sent };
}

beforeEach(() => setLanguage('en'));
afterEach(() => {
  cleanup();
  closed.mockReset();
  queryClient.clear();
  localStorage.clear();
  clearUser();
  vi.unstubAllGlobals();
});

test('sends the specified body and nothing that was not entered', () => {
  const empty = { name: '', organizationalUnitIds: [], roles: [], memberships: [] };
  const body = invitationBody(
    { ...empty, email: ' grace@example.org ', lang: 'en' },
    'https://annals.example.org',
  );
  expect(body).toMatchObject({
    email: 'grace@example.org',
    mailTemplateId: 650487,
    mailTemplateParameters: {
      email: 'grace@example.org',
      headline: 'Welcome',
      ctaText: 'Start',
      ctaLink: 'https://annals.example.org/set-password',
      lang: 'en',
    },
  });
  expect(Object.keys(body).toSorted()).toEqual([
    'email',
    'mailTemplateId',
    'mailTemplateParameters',
  ]);
});

test('invites in English, whatever the language of the console', async () => {
  setLanguage('de');
  const { user, sent } = await open('USER', { status: 201, body: invited });
  await user.type(await screen.findByLabelText(/^E-Mail/), 'grace@example.org{Enter}');
  await expect.poll(() => closed).toHaveBeenCalledTimes(1);
  expect(sent()[0]?.data).toMatchObject({
    mailTemplateParameters: { lang: 'en', headline: 'Welcome' },
  });
});

test('requires an email and shows service errors at the field', async () => {
  const fields = [{ path: 'body.email', message: 'This email is taken.' }];
  const { user, sent } = await open('USER', {
    status: 409,
    body: { error: 'Conflict', code: 'email_taken', fields },
  });
  await user.click(await screen.findByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('Enter an email address.')).toBeTruthy();
  await user.type(screen.getByLabelText(/^Email/), 'grace@{Enter}');
  expect(await screen.findByText(/“grace@” is not an email address/)).toBeTruthy();
  expect(sent()).toHaveLength(0);
  await user.clear(screen.getByLabelText(/^Email/));
  await user.type(screen.getByLabelText(/^Email/), 'jörg.groß@müller.example{Enter}');
  expect(sent()[0]?.data).toMatchObject({ email: 'jörg.groß@müller.example' });
  expect(await screen.findByText('This email is taken.')).toBeTruthy();
  expect(closed).not.toHaveBeenCalled();
});

test('requires unit administrators to choose a unit; their only unit is preselected', async () => {
  const { user, sent } = await open('ORG_ADMIN', { status: 201, body: invited });
  await screen.findByText('Unit administrator');
  await user.type(screen.getByLabelText(/^Email/), 'grace@example.org{Enter}');
  expect(await screen.findByText(/Choose at least one of your units/)).toBeTruthy();
  expect(sent()).toHaveLength(0);
  cleanup();
  const unit = { id: '0190aaaa-0000-7000-8000-000000000005', name: 'Engineering' };
  changeState({ user: { id: 'me', roles: ['ORG_ADMIN'], organizationalUnits: [unit] } });
  const again = await open('ORG_ADMIN', { status: 201, body: invited });
  await screen.findByText('Unit administrator');
  await again.user.type(screen.getByLabelText(/^Email/), 'grace@example.org{Enter}');
  await expect.poll(() => closed).toHaveBeenCalledTimes(1);
  expect(again.sent()[0]?.data).toMatchObject({
    organizationalUnitIds: [unit.id],
    roles: ['USER'],
  });
});

test('invites with the specified body at another vendor’s service, whatever it tells of the inviting person', async () => {
  meetForeignServices();
  changeState({
    user: { id: 'me', roles: ['ORG_ADMIN'], organizationalUnits: [{ id: 'o1', name: 'North' }] },
  });
  const { user, sent } = await open('ORG_ADMIN', { status: 201, body: {} });
  await user.type(await screen.findByLabelText(/^Email/), 'grace@example.org{Enter}');
  await expect.poll(() => closed).toHaveBeenCalledTimes(1);
  expect(Object.keys(sent()[0]?.data as object).toSorted()).toEqual([
    'email',
    'mailTemplateId',
    'mailTemplateParameters',
  ]);
});
