// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { identityProvider } from '@annals/contracts/identity-providers';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accessTokenOf, type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { setLanguage } from '../../platform/texts.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { additionalFieldsOf } from '../../ui/additional-fields/additional-fields-of.ts';
import { NewProviderPage } from './NewProviderPage.tsx';
import { UnreadClaims } from './UnreadClaims.tsx';

const id = '0190aaaa-0000-7000-8000-000000000001';
const page = (data: unknown[]) => ({ data, hasMore: false, nextCursor: null });

function serve(over: (request: ProxyRequest) => Answer | undefined) {
  localStorage.setItem('auth', accessTokenOf({ roles: ['USER'] }));
  return fakeServer((request) => {
    if (request.url === '/authentication/v1/roles')
      return { body: page([{ name: 'USER', permissions: ['identity-providers:write'] }]) };
    if (request.method === 'GET') return { body: page([]) };
    return over(request) ?? { status: 201, body: { id, name: 'Fjord' } };
  });
}
const postsOf = (requests: readonly ProxyRequest[]) =>
  requests.filter(({ method }) => method === 'POST');
const field = (name: RegExp | string) => screen.getByRole('textbox', { name });

/** Typing key by key is slow in a form of this size. */
async function paste(user: UserEvent, into: HTMLElement, text: string) {
  await user.click(into);
  await user.paste(text);
}

beforeEach(() => setLanguage('en'));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('requires name and issuer, creates the provider disabled, and opens its test', async () => {
  const net = serve(() => undefined);
  const { user, router } = await renderAt('/', () => <NewProviderPage />);
  const create = await screen.findByRole('button', { name: 'Create provider' });
  await user.click(create);
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  expect(screen.getByText('Enter the issuer URL.')).toBeTruthy();
  expect(net.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  await paste(user, field(/^Name/), 'Fjord');
  await paste(user, field('Issuer'), 'https://login.example.org');
  await paste(user, field(/^Client ID/), 'annals');
  await paste(user, screen.getByLabelText('Client secret'), 's3cret');
  await user.click(create);
  await waitFor(() => expect(router.state.location.pathname).toContain(id));
  expect(router.state.location.searchStr).toBe('?tab=test');
  const [sent] = postsOf(net.requests);
  expect(sent?.data).toMatchObject({
    name: 'Fjord',
    enabled: false,
    issuer: 'https://login.example.org',
    clientSecret: 's3cret',
    claimMap: { subject: 'sub', email: 'email', name: 'name', groups: null },
  });
});

it('shows no secret field for a public client, and sends no secret', async () => {
  const net = serve(() => undefined);
  const { user } = await renderAt('/', () => <NewProviderPage />);
  await paste(user, await screen.findByLabelText('Client secret'), 'typed before');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Client authentication' }), 'none');
  expect(screen.queryByLabelText('Client secret')).toBeNull();
  await paste(user, field(/^Name/), 'Fjord');
  await paste(user, field('Issuer'), 'https://login.example.org');
  await paste(user, field(/^Client ID/), 'annals');
  await user.click(screen.getByRole('button', { name: 'Create provider' }));
  await waitFor(() => expect(postsOf(net.requests)).toHaveLength(1));
  expect(JSON.stringify(postsOf(net.requests)[0]?.data)).not.toContain('clientSecret');
});

it('shows an invalid issuer at its field, or the checks that it fails', async () => {
  const answers: Answer[] = [
    {
      status: 400,
      body: {
        error: 'Bad Request',
        fields: [{ path: 'body.issuer', message: 'Enter an address that starts with https://.' }],
      },
    },
    {
      body: {
        ok: false,
        checks: [{ name: 'DISCOVERY', ok: false, message: 'The host is not known.' }],
      },
    },
    {
      body: {
        ok: true,
        checks: [{ name: 'DISCOVERY', ok: true, message: 'It was read.' }],
        endpoints: { token: 'https://login.example.org/token' },
      },
    },
  ];
  serve(({ url }) => (url.endsWith('/discovery') ? answers.shift() : undefined));
  const { user } = await renderAt('/', () => <NewProviderPage />);
  const lookUp = await screen.findByRole<HTMLButtonElement>('button', { name: 'Look up' });
  expect(lookUp.disabled).toBe(true);
  const issuer = field('Issuer');
  await paste(user, issuer, 'x');
  await user.click(lookUp);
  expect(await screen.findByText(/starts with https/)).toBeTruthy();
  expect(issuer.getAttribute('aria-invalid')).toBe('true');
  await user.clear(issuer);
  await paste(user, issuer, 'https://nowhere.example');
  expect(screen.queryByText(/starts with https/)).toBeNull();
  await user.click(lookUp);
  expect(await screen.findByText('This provider cannot be used:')).toBeTruthy();
  expect(screen.getByText('The host is not known.')).toBeTruthy();
  await user.clear(issuer);
  await paste(user, issuer, 'https://login.example.org');
  expect(screen.queryByText('The host is not known.')).toBeNull();
  await user.click(lookUp);
  expect(await screen.findByText('https://login.example.org/token')).toBeTruthy();
});

it('fills in what a product needs, and says where the rest is found', async () => {
  const net = serve(() => undefined);
  const { user } = await renderAt('/', () => <NewProviderPage />);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Product' }), 'zitadel');
  expect(screen.getByText('Where to find the values')).toBeTruthy();
  expect(screen.getByText('Assert Roles on Authentication')).toBeTruthy();
  const issuer = field('Issuer');
  expect((issuer as HTMLInputElement).value).toBe('https://INSTANCE.zitadel.cloud');
  await user.clear(issuer);
  await paste(user, issuer, 'https://mine.zitadel.cloud');
  await paste(user, field(/^Client ID/), 'annals');
  await paste(user, screen.getByLabelText('Client secret'), 's3cret');
  await paste(user, field('Roles by group'), 'auditor = AUDITOR');
  await user.click(screen.getByRole('button', { name: 'Create provider' }));
  await waitFor(() => expect(postsOf(net.requests)).toHaveLength(1));
  expect(postsOf(net.requests)[0]?.data).toMatchObject({
    name: 'Zitadel',
    issuer: 'https://mine.zitadel.cloud',
    claimMap: { groups: 'urn:zitadel:iam:org:project:roles', language: 'locale' },
    groupsForm: { kind: 'KEYS', absentMeansNone: false },
    groupRoles: { auditor: 'AUDITOR' },
  });
});

it('maps values of a claim to units, and requires both in each row', async () => {
  const net = serve(() => undefined);
  const { user } = await renderAt('/', () => <NewProviderPage />);
  await paste(user, await screen.findByRole('textbox', { name: /^Name/ }), 'Fjord');
  await paste(user, field('Issuer'), 'https://login.example.org');
  await paste(user, field(/^Client ID/), 'annals');
  await paste(user, screen.getByLabelText('Client secret'), 's3cret');
  await paste(user, field('Claim for the units'), 'site');
  await user.click(screen.getByRole('button', { name: 'Add value' }));
  await paste(user, field('Value'), 'BER');
  await user.click(screen.getByRole('button', { name: 'Create provider' }));
  expect((await screen.findByRole('alert')).textContent).toContain('a value and a unit');
  expect(postsOf(net.requests)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove value BER' }));
  await user.click(screen.getByRole('button', { name: 'Create provider' }));
  await waitFor(() => expect(postsOf(net.requests)).toHaveLength(1));
  expect(postsOf(net.requests)[0]?.data).toMatchObject({
    claimMap: { units: 'site' },
    unitMap: {},
  });
});

it('says whose claims could not be read, and what was found instead', async () => {
  const unread = [
    {
      user: { id: 'u1', name: 'Ada Lovelace' },
      date: '2026-08-21T09:00:00Z',
      claims: [
        {
          attribute: 'groups',
          claim: 'groups',
          reason: 'FORM',
          found: { kind: 'OBJECTS', count: 3, properties: ['id', 'name'] },
        },
      ],
    },
  ];
  await renderAt('/', () => <UnreadClaims provider={{ id, unread, unreadUserCount: 1 }} />);
  expect(await screen.findByText('Not everything could be used')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ada Lovelace' })).toBeTruthy();
  expect(
    screen.getByText(/A list of objects, 3 entries, properties: id, name/).textContent,
  ).toContain('The claim has another form than configured');
});

it('has no additional data in a key, whose fields nobody names', () => {
  const clientPublicKey = { kty: 'RSA', n: 'abc', e: 'AQAB' };
  expect(additionalFieldsOf(identityProvider, { clientPublicKey, color: 'red' })).toEqual({
    color: 'red',
  });
});
