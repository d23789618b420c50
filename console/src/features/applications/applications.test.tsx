// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { setLanguage } from '../../platform/texts.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { EditApplication } from './EditApplication.tsx';
import { IssueToken } from './IssueToken.tsx';
import { meetForeignServices } from '../../platform/api/testing/foreign-services.ts';

const application = {
  id: '0190aaaa-0000-7000-8000-000000000001',
  name: 'Portal',
  description: 'Shows things',
  roles: ['USER'],
  version: 3,
};
const path = `/v1/applications/${application.id}`;
const closed = vi.fn<() => void>();

function serve(over: (request: ProxyRequest) => Answer | undefined) {
  localStorage.setItem('auth', 'token');
  return fakeServer(
    (request) =>
      over(request) ?? {
        body: { data: [{ name: 'USER', permissions: [] }], hasMore: false, nextCursor: null },
      },
  );
}

/** Typing key by key is slow in a form of this size. */
async function paste(user: UserEvent, into: HTMLElement, text: string) {
  await user.click(into);
  await user.paste(text);
}

beforeEach(() => {
  setLanguage('en');
  closed.mockReset();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('merges an edit with changes that another user saved in the meantime', async () => {
  const theirs = { ...application, name: 'Gate', version: 4 };
  let times = 0;
  const net = serve(({ method, url }) => {
    if (method === 'PATCH') {
      times += 1;
      if (times > 1) return { body: { ...theirs, description: 'Mine', version: 5 } };
      return { status: 412, body: { error: 'Changed meanwhile', code: 'changed_meanwhile' } };
    }
    return url === path ? { body: theirs } : undefined;
  });
  const { user } = await renderAt(path, () => (
    <EditApplication application={application} onClose={closed} />
  ));
  const description = await screen.findByRole('textbox', { name: 'Description' });
  await user.clear(description);
  await paste(user, description, 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Someone else saved changes in the meantime/)).toBeTruthy();
  expect(screen.getByText('Gate')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save merged version' }));
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  const changes = net.requests.filter(({ method }) => method === 'PATCH');
  expect(changes.map(({ data }) => data)).toMatchObject([
    { name: 'Portal', description: 'Mine' },
    { name: 'Gate', description: 'Mine' },
  ]);
});

it('creates a token with only a description if the service knows no scopes', async () => {
  meetForeignServices();
  const net = serve(({ method }) =>
    method === 'POST' ? { status: 201, body: { id: 't', token: 'secret' } } : undefined,
  );
  const { user } = await renderAt('/', () => (
    <IssueToken application={application} onClose={closed} />
  ));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Scopes' })).toBeNull());
  await paste(user, await screen.findByRole('textbox', { name: /Description/ }), 'production');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  await screen.findByRole('dialog', { name: 'Token created' });
  expect(net.requests.find(({ method }) => method === 'POST')?.data).toEqual({
    description: 'production',
  });
});

it('shows the whole response in which no token is recognized', async () => {
  meetForeignServices();
  serve(({ method }) => (method === 'POST' ? { body: { accessToken: 'a.b.c' } } : undefined));
  const { user } = await renderAt('/', () => (
    <IssueToken application={application} onClose={closed} />
  ));
  await paste(user, await screen.findByRole('textbox', { name: /Description/ }), 'production');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  const dialog = await screen.findByRole('dialog', { name: 'Response of the service' });
  expect(within(dialog).getByText('{"accessToken":"a.b.c"}')).toBeTruthy();
});

it('creates a token and shows it once; a refusal is shown in the dialog', async () => {
  let times = 0;
  const net = serve(({ method }) => {
    if (method !== 'POST') return undefined;
    times += 1;
    if (times > 1) return { status: 201, body: { id: 't', token: 'annals_app_secret' } };
    const message = 'There are 50 tokens that work already.';
    return { status: 409, body: { error: message, code: 'too_many_tokens', message } };
  });
  const { user } = await renderAt('/', () => (
    <IssueToken application={application} onClose={closed} />
  ));
  await paste(user, await screen.findByRole('textbox', { name: /Description/ }), 'production');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText(/50 tokens/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  const dialog = await screen.findByRole('dialog', { name: 'Token created' });
  expect(within(dialog).getByText('annals_app_secret')).toBeTruthy();
  expect(net.requests.find(({ method }) => method === 'POST')?.data).toMatchObject({
    description: 'production',
    scopes: ['read', 'write'],
  });
  await user.click(within(dialog).getByRole('button', { name: 'I have stored it' }));
  expect(closed).toHaveBeenCalledTimes(1);
});
