// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useLocation } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { showPageOf } from '../../platform/api/session.ts';
import { changeState } from '../../platform/api/state.ts';
import { accessTokenOf, type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import { meetForeignServices } from '../../platform/api/testing/foreign-services.ts';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { Toasts } from '../../ui/feedback/Toasts.tsx';
import { issuedSecrets } from '../../ui/secrets/issued-secrets.ts';
import { setLanguage } from '../../platform/texts.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { NewTokenPage } from './NewTokenPage.tsx';
import { TokensPage } from './TokensPage.tsx';

const secret = 'annals_pat_secret';
const tokens = ['dashboard', 'dashboard', 'report'].map((description, index) => ({
  id: `0190aaaa-0000-7000-8000-00000000000${index}`,
  description,
  prefix: `annals_pat_${index}`,
  owner: { id: '0190aaaa-0000-7000-8000-000000000009', name: 'Ada', kind: 'USER' },
  scopes: ['read'],
  expiresDate: null,
  lastUsedDate: null,
}));

function serve(permissions: string[], over: (request: ProxyRequest) => Answer | undefined) {
  localStorage.setItem('auth', accessTokenOf({ roles: ['HELPER'] }));
  return fakeServer((request) => {
    const special = over(request);
    if (special) return special;
    if (request.url.includes('/v1/roles'))
      return {
        body: { data: [{ name: 'HELPER', permissions }], hasMore: false, nextCursor: null },
      };
    if (request.method === 'GET')
      return { body: { data: tokens, hasMore: false, nextCursor: null } };
    return { status: 204 };
  });
}

/** Typing key by key is slow in a form of this size. */
async function paste(user: UserEvent, into: HTMLElement, text: string) {
  await user.click(into);
  await user.paste(text);
}

beforeEach(() => {
  setLanguage('en');
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  changeState({ isGlobalMaster: false });
  vi.unstubAllGlobals();
});

it('shows the address of the last use of a token, and its history', async () => {
  const [token] = tokens;
  serve([], ({ url }) => {
    if (url.includes('/events')) return { body: { data: [], hasMore: false, nextCursor: null } };
    if (url.startsWith('/v1/tokens'))
      return {
        body: {
          data: [{ ...token, lastUsedDate: '2026-03-01T00:00:00Z', lastUsedAddress: '10.0.0.7' }],
          hasMore: false,
          nextCursor: null,
        },
      };
    return undefined;
  });
  const { user } = await renderAt('/v1/tokens', () => <TokensPage />);
  await user.click(await screen.findByRole('button', { name: 'Details: dashboard' }));
  const dialog = await screen.findByRole('dialog', { name: 'dashboard' });
  expect(within(dialog).getByText('10.0.0.7')).toBeTruthy();
  expect(await within(dialog).findByText('No events yet.')).toBeTruthy();
});

it('creates a token that can always read, shows it once, and returns to the list', async () => {
  const net = serve([], ({ method }) =>
    method === 'POST' ? { status: 201, body: { id: 't', token: secret } } : undefined,
  );
  const { user, router } = await renderAt('/v1/tokens/new', () => <NewTokenPage />);
  const create = await screen.findByRole('button', { name: 'Create token' });
  await user.click(create);
  expect(await screen.findByText('Enter what the token is for.')).toBeTruthy();
  const description = screen.getByRole('textbox', { name: /Description/ });
  expect(document.activeElement).toBe(description);
  expect(net.requests.filter(({ method }) => method === 'POST')).toEqual([]);

  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Read/ }).disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Never/ }).disabled).toBe(true);
  await paste(user, description, ' nightly report ');
  await user.click(screen.getByRole('checkbox', { name: /Write/ }));
  await user.click(create);
  const dialog = await screen.findByRole('dialog', { name: 'Token created' });
  expect(within(dialog).getByText(secret)).toBeTruthy();
  const command = within(dialog).getByText(/^curl /).textContent;
  expect(command).toBe(
    `curl '${window.location.origin}/api/annals/v1/users/current' \\\n  -H 'X-Akarion-Api-Token: ${secret}'`,
  );
  const sent = net.requests.find(({ method }) => method === 'POST');
  expect(sent?.data).toMatchObject({
    description: 'nightly report',
    scopes: ['read', 'write'],
    partitionIds: null,
  });
  expect(router.state.location.pathname).toBe('/v1/tokens/new');
  await user.click(within(dialog).getByRole('button', { name: 'I have stored it' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/v1/tokens'));
});

const createReport = async () => {
  const { user, router } = await renderAt('/v1/tokens/new', () => (
    <>
      <NewTokenPage />
      <Toasts />
    </>
  ));
  await paste(user, await screen.findByRole('textbox', { name: /Description/ }), 'report');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  return { user, router };
};

/** The page of a new token, as the address says, with the answer to its request still to come. */
async function createAndWait() {
  let answer: (posted: Answer) => void = () => undefined;
  const posted = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const requests: string[] = [];
  localStorage.setItem('auth', accessTokenOf({ roles: ['HELPER'] }));
  fakeServer((request) => {
    requests.push(request.method);
    return request.method === 'POST' ? posted : { status: 204 };
  });
  const Page = () => {
    const { pathname } = useLocation();
    return pathname === '/v1/tokens/new' ? <NewTokenPage /> : <p>Another page</p>;
  };
  const { user, router } = await renderAt('/v1/tokens/new', Page);
  await paste(user, await screen.findByRole('textbox', { name: /Description/ }), 'report');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  return { user, router, answer, requests };
}

it('shows a token that comes after its page was left', async () => {
  const { user, router, answer, requests } = await createAndWait();
  await waitFor(() => expect(requests).toContain('POST'));
  void router.navigate({ to: '/v1/users' });
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByText('Another page');
  answer({ status: 201, body: { id: 't', token: secret } });
  const dialog = await screen.findByRole('dialog', { name: 'Token created' });
  expect(within(dialog).getByText(secret)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'I have stored it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/v1/users');
});

it('shows a token that comes while the person is asked whether to leave', async () => {
  const { user, router, answer, requests } = await createAndWait();
  await waitFor(() => expect(requests).toContain('POST'));
  void router.navigate({ to: '/v1/users' });
  const leave = await screen.findByRole('button', { name: 'Leave' });
  answer({ status: 201, body: { id: 't', token: secret } });
  await screen.findByText(secret);
  await user.click(leave);
  expect(await screen.findByText(secret)).toBeTruthy();
});

it('does not show a token to somebody else who has signed in since', async () => {
  const { answer, requests } = await createAndWait();
  await waitFor(() => expect(requests).toContain('POST'));
  showPageOf({ subject: 'grace', signIn: '2' });
  onTestFinished(() => showPageOf(undefined));
  answer({ status: 201, body: { id: 't', token: secret } });
  await waitFor(() => expect(issuedSecrets.get()).toHaveLength(1));
  expect(screen.queryByText(secret)).toBeNull();
});

it('requests no token if the code that shows it cannot be loaded', async () => {
  vi.doMock('../../domain/tokens/TokenSecretDialog.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  onTestFinished(() => vi.doUnmock('../../domain/tokens/TokenSecretDialog.tsx'));
  const net = serve([], () => undefined);
  await createReport();
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /could not be loaded, so none was requested\. Reload the page/,
  );
  expect(net.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

it.each<Answer>([{ status: 204 }, { status: 201 }, { body: null }])(
  'says that the service returned nothing for a new token: %j',
  async (answer) => {
    serve([], ({ method }) => (method === 'POST' ? answer : undefined));
    const { router } = await createReport();
    expect(await screen.findByText(/its response is empty/)).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe('/v1/tokens'));
  },
);

it.each<[string, Answer, shown: string]>([
  ['another name', { body: { id: 5, value: 'S' } }, '{"id":5,"value":"S"}'],
  ['within another object', { body: { data: { token: 'S' } } }, '{"data":{"token":"S"}}'],
  ['an object', { body: { token: { value: 'S' } } }, '{"token":{"value":"S"}}'],
  ['an empty text', { body: { token: '', key: 'S' } }, '{"token":"","key":"S"}'],
  ['within a list', { body: [{ token: 'S' }] }, '[{"token":"S"}]'],
  ['a JSON text', { body: 'S' }, 'S'],
  ['a plain text', { text: 'S\n' }, 'S\n'],
  ['a page', { text: '<h1>S</h1>' }, '<h1>S</h1>'],
  [
    'numbers that JavaScript rounds',
    { text: '{"key": 9007199254740993}' },
    '{"key": 9007199254740993}',
  ],
  ['nothing of the kind', { body: {} }, '{}'],
  ['an access token', { body: { accessToken: 'a.b.c' } }, '{"accessToken":"a.b.c"}'],
])('shows the whole response in which no token is recognized: %s', async (_, answer, shown) => {
  serve([], ({ method }) => (method === 'POST' ? answer : undefined));
  const { user, router } = await createReport();
  const dialog = await screen.findByRole('dialog', { name: 'Response of the service' });
  expect(within(dialog).getByText(/recognizes no token/)).toBeTruthy();
  expect(dialog.querySelector('code')?.textContent).toBe(shown);
  await user.click(within(dialog).getByRole('button', { name: 'Copy: Response of the service' }));
  expect(await navigator.clipboard.readText()).toBe(shown);
  await user.click(await within(dialog).findByRole('button', { name: 'Done' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/v1/tokens'));
});

it('shows the response of another vendor beside its token', async () => {
  meetForeignServices();
  const answer = { id: 3, token: 'S', secret: 'S2' };
  serve([], ({ method }) => (method === 'POST' ? { body: answer } : undefined));
  await createReport();
  const dialog = await screen.findByRole('dialog', { name: 'Token created' });
  expect(within(dialog).getByText('S')).toBeTruthy();
  expect(within(dialog).getByText(JSON.stringify(answer))).toBeTruthy();
});

it('lets a global master create a token that never expires', async () => {
  changeState({ isGlobalMaster: true });
  const net = serve([], ({ method }) =>
    method === 'POST' ? { status: 201, body: { id: 't', token: secret } } : undefined,
  );
  const { user } = await renderAt('/v1/tokens/new', () => <NewTokenPage />);
  await paste(user, await screen.findByRole('textbox', { name: /Description/ }), 'for ever');
  await user.click(screen.getByRole('radio', { name: 'Never' }));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  await screen.findByRole('dialog');
  const sent = net.requests.find(({ method }) => method === 'POST');
  expect(sent?.data).toMatchObject({ expiresDate: null });
});

it('revokes several tokens with a result for each, including failures', async () => {
  const net = serve(['tokens:read', 'tokens:write'], ({ method, url }) =>
    method === 'DELETE' && url.endsWith('1')
      ? { status: 404, body: { error: 'Not Found', message: 'There is no such token.' } }
      : undefined,
  );
  const { user } = await renderAt('/v1/tokens', () => <TokensPage />);
  const boxes = await screen.findAllByRole('checkbox', { name: /dashboard/ });
  for (const box of boxes) await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  const asked = await screen.findByRole('dialog', { name: 'Revoke 2 tokens?' });
  // Distinguishes two tokens with the same description.
  expect(within(asked).getByText(/annals_pat_0/)).toBeTruthy();
  expect(within(asked).getByText(/annals_pat_1/)).toBeTruthy();
  expect(net.lines().some((line) => line.startsWith('DELETE'))).toBe(false);
  await user.click(within(asked).getByRole('button', { name: 'Revoke' }));
  const results = await screen.findByRole('dialog', { name: 'Revoking tokens' });
  expect(await within(results).findByText('There is no such token.')).toBeTruthy();
  expect(within(results).getByText('Done')).toBeTruthy();
  expect(net.lines().filter((line) => line.startsWith('DELETE'))).toHaveLength(2);
});

it('revokes a token from its row', async () => {
  const net = serve(['tokens:read', 'tokens:write'], () => undefined);
  const { user } = await renderAt('/v1/tokens', () => <TokensPage />);
  await user.click(await screen.findByRole('button', { name: 'Revoke: report' }));
  const asked = await screen.findByRole('dialog');
  await user.click(within(asked).getByRole('button', { name: 'Revoke' }));
  await waitFor(() =>
    expect(net.lines().filter((line) => line.startsWith('DELETE'))).toHaveLength(1),
  );
});

it('shows owners only to users who see tokens of others, without inaccessible links', async () => {
  serve([], () => undefined);
  await renderAt('/v1/tokens', () => <TokensPage />);
  await screen.findByText('report');
  expect(screen.queryByRole('columnheader', { name: /Owner/ })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Owner' })).toBeNull();
  expect(screen.getAllByRole('checkbox', { name: /dashboard/ })).toHaveLength(2);
  cleanup();
  serve(['tokens:read'], () => undefined);
  await renderAt('/v1/tokens', () => <TokensPage />);
  expect(await screen.findAllByText('Ada')).toHaveLength(3);
  expect(screen.queryByRole('link', { name: 'Ada' })).toBeNull();
  // An auditor can see the tokens of others but not revoke them.
  expect(screen.queryByRole('checkbox', { name: /dashboard/ })).toBeNull();
});

it('shows the MCP endpoint only if the server has one', async () => {
  serve([], () => undefined);
  const env = { PRODUCT_NAME: 'annals', AUTHENTICATION_ENDPOINT: 'http://a' };
  changeState({ env });
  await renderAt('/v1/tokens', () => <TokensPage />);
  await screen.findByRole('heading', { name: 'Api Tokens' });
  expect(screen.queryByText('MCP endpoint')).toBeNull();
  changeState({ env: { ...env, MCP_PATH: '/mcp' } });
  expect(await screen.findByText(`${window.location.origin}/mcp`)).toBeDefined();
  changeState({ env: { ...env, MCP_PATH: '/mcp', PUBLIC_URL: 'https://annals.example.org/' } });
  expect(await screen.findByText('https://annals.example.org/mcp')).toBeDefined();
  expect(screen.getByRole('link', { name: 'How to set it up' }).getAttribute('href')).toBe(
    '/help/assistants',
  );
  changeState({ env: undefined });
});
