// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ProxyRequest } from '../../../platform/api/request.ts';
import { accessTokenOf, type Answer } from '../../../platform/api/testing/fake-server.ts';
import {
  failedAttempt,
  failingWebhook,
  readOf,
} from '../../../domain/webhooks/testing/failing-webhook.ts';
import { freshBrowserForEach, openConsole, services } from '../../../testing/open-console.tsx';

const webhook = {
  ...failingWebhook,
  url: 'https://siem.example/annals',
  description: 'SIEM',
  actions: ['signIn.failed', 'role.changed'],
  outcome: null,
};
const attempt = {
  ...failedAttempt,
  messageId: `msg_${webhook.id}_4711`,
  eventType: 'role.changed',
  seq: 4711,
};
const hooks = '/authentication/v1/event-webhooks';
const one = `${hooks}/${webhook.id}`;
const page = (data: object[]) => ({ data, hasMore: false, nextCursor: null });

function serve(over: (request: ProxyRequest) => Answer | undefined = () => undefined) {
  localStorage.setItem('auth', accessTokenOf({ roles: ['GLOBAL_MASTER'] }));
  return services((request) => {
    const special = over(request);
    if (special) return special;
    const [asked = ''] = request.url.split('?');
    const permissions = ['events:read', 'roles:write'];
    if (asked === '/authentication/v1/roles')
      return { body: page([{ name: 'GLOBAL_MASTER', permissions }]) };
    if (asked === '/authentication/v1/events') return { body: page([]) };
    if (asked === '/authentication/v1/events/per-day')
      return { body: { data: [], complete: true } };
    return readOf(hooks, asked, { webhook, attempt });
  });
}
const writes = (net: ReturnType<typeof serve>) =>
  net.requests.filter(({ method, url }) => method !== 'GET' && url.startsWith(hooks));

freshBrowserForEach();

it('opens from the options of the audit log, and lists the progress of each webhook', async () => {
  const event = {
    id: 'e1',
    action: 'signIn.failed',
    at: '2026-03-01T08:00:00Z',
    outcome: 'FAILURE',
  };
  serve(({ url }) =>
    url.split('?')[0] === '/authentication/v1/events' ? { body: page([event]) } : undefined,
  );
  openConsole('/audit-log');
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'List options' }));
  await person.click(await screen.findByRole('button', { name: 'Webhooks' }));
  const list = await screen.findByRole('table', { name: 'Webhooks' });
  expect(await within(list).findByRole('link', { name: 'SIEM' })).toBeTruthy();
  expect(within(list).getByText('12,345')).toBeTruthy();
});

it('offers no new webhook if the service denies access to webhooks', async () => {
  serve(({ url }) =>
    url.startsWith(hooks) ? { status: 403, body: { error: 'Forbidden' } } : undefined,
  );
  openConsole('/audit-log/webhooks');
  expect((await screen.findByRole('alert')).textContent).toContain('Access denied');
  expect(screen.queryByText('New webhook')).toBeNull();
});

it('creates a webhook after the user confirms their identity', async () => {
  let proved = false;
  const net = serve(({ method, url }) => {
    if (method !== 'POST') return undefined;
    if (url.endsWith('/users/current/reauthentication')) {
      proved = true;
      return { status: 204 };
    }
    if (url !== hooks) return undefined;
    if (proved) return { status: 201, body: { ...webhook, secret: 'whsec_c2VjcmV0' } };
    return {
      status: 403,
      body: {
        error: 'Forbidden',
        code: 'reauthentication_needed',
        message: 'Enter your password again.',
      },
    };
  });
  openConsole('/audit-log/webhooks');
  const person = userEvent.setup();
  await screen.findByText('SIEM');
  await person.click(screen.getByText('New webhook'));
  const dialog = await screen.findByRole('dialog', { name: 'New webhook' });
  await person.click(within(dialog).getByRole('textbox', { name: /URL/ }));
  await person.paste(webhook.url);
  await person.click(within(dialog).getByRole('combobox', { name: /Only these events/ }));
  await person.paste('sign-in fai');
  await person.click(await screen.findByText('Sign-in failed'));
  await person.click(within(dialog).getByRole('radio', { name: 'Only what failed' }));
  await person.click(within(dialog).getByRole('button', { name: 'Create webhook' }));
  const proof = await screen.findByRole('dialog', { name: 'Confirm your identity' });
  await person.click(within(proof).getByLabelText(/^Password/));
  await person.paste('rings of a very old tree');
  await person.click(within(proof).getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('whsec_c2VjcmV0')).toBeTruthy();
  const body = {
    url: webhook.url,
    description: '',
    actions: ['signIn.failed'],
    outcome: 'FAILURE',
  };
  expect(writes(net).map(({ url, data }) => [url, data])).toEqual([
    [hooks, body],
    [hooks, body],
  ]);
});

it('shows the events and attempts of a webhook, and how to detect a gap', async () => {
  serve();
  openConsole(`/audit-log/webhooks/${webhook.id}`);
  expect(await screen.findByRole('heading', { name: 'SIEM' })).toBeTruthy();
  expect(await screen.findByText('Sign-in failed, Role changed')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'How to detect a gap' }).textContent).toContain(
    'SHA-256',
  );
  const attempts = await screen.findByRole('table', { name: 'Attempts' });
  expect(await within(attempts).findByText('4,711')).toBeTruthy();
  expect(within(attempts).getByText('Role changed')).toBeTruthy();
});

it('edits a webhook, replays messages, and rotates the secret', async () => {
  const net = serve(({ method, url }) => {
    if (method === 'GET') return undefined;
    if (url === `${one}/secret`)
      return { body: { secret: 'whsec_bmV3', previousSecretUntilDate: null } };
    if (url === `${one}/replay` || method === 'PATCH') return { body: webhook };
    return undefined;
  });
  openConsole(`/audit-log/webhooks/${webhook.id}`);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Edit' }));
  const edit = await screen.findByRole('dialog', { name: 'Edit webhook' });
  await person.click(await within(edit).findByRole('button', { name: /Role changed/ }));
  await person.click(within(edit).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.click(screen.getByRole('button', { name: 'Replay' }));
  const replay = await screen.findByRole('dialog', { name: 'Replay messages from…' });
  await person.click(within(replay).getByRole('textbox', { name: 'From this entry on' }));
  await person.paste('17');
  await person.click(within(replay).getByRole('button', { name: 'Replay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.click(screen.getByRole('button', { name: 'New secret' }));
  const rotate = await screen.findByRole('dialog', { name: 'Create a new secret?' });
  await person.click(within(rotate).getByRole('button', { name: 'New secret' }));
  expect(await screen.findByText('whsec_bmV3')).toBeTruthy();
  expect(writes(net).map(({ method, url, data }) => [method, url, data])).toEqual([
    [
      'PATCH',
      one,
      { url: webhook.url, description: 'SIEM', actions: ['signIn.failed'], outcome: null },
    ],
    ['POST', `${one}/replay`, { seq: 17 }],
    ['POST', `${one}/secret`, undefined],
  ]);
});
