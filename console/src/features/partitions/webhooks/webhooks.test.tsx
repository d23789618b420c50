// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Answer } from '../../../platform/api/testing/fake-server.ts';
import type { ProxyRequest } from '../../../platform/api/request.ts';
import {
  failedAttempt,
  failingWebhook,
  readOf,
} from '../../../domain/webhooks/testing/failing-webhook.ts';
import {
  freshBrowserForEach,
  openConsole,
  ownRoles,
  services,
  token,
} from '../../../testing/open-console.tsx';
import { partition, path } from '../testing/ledger.ts';

const webhook = {
  ...failingWebhook,
  partitionId: path.split('/').at(-1),
  url: 'https://shop.example/annals',
  description: 'Price list',
  eventTypes: ['object.changed'],
  objectTypes: ['PRODUCT'],
  query: 'changes:price',
  references: null,
  includeData: true,
  includeProof: false,
};
const attempt = {
  ...failedAttempt,
  messageId: `msg_${webhook.id}_7`,
  eventType: 'object.changed',
  index: 7,
  sequence: 8,
};
const hooks = `${path}/webhooks`;
const one = `${hooks}/${webhook.id}`;

function serve(over: (request: ProxyRequest) => Answer | undefined = () => undefined) {
  localStorage.setItem('auth', token);
  return services((request) => {
    const special = over(request);
    if (special) return special;
    const [asked = ''] = request.url.split('?');
    if (asked === '/authentication/v1/roles') return { body: ownRoles };
    if (asked === path) return { body: partition };
    return readOf(hooks, asked, { webhook, attempt });
  });
}
const writes = (net: ReturnType<typeof serve>) =>
  net.requests.filter(({ method, url }) => method !== 'GET' && url.startsWith(hooks));

freshBrowserForEach();

it('lists the webhooks of a partition, creates one, and shows its secret', async () => {
  const net = serve(({ method, url }) =>
    method === 'POST' && url === hooks
      ? { status: 201, body: { ...webhook, secret: 'whsec_c2VjcmV0' } }
      : undefined,
  );
  openConsole(`${path}?tab=webhooks`);
  const person = userEvent.setup();
  const list = await screen.findByRole('table', { name: 'Webhooks' });
  expect(await within(list).findByRole('link', { name: 'Price list' })).toBeTruthy();
  expect(within(list).getByText('Failing')).toBeTruthy();
  expect(within(list).getByText('12,345')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'New webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'New webhook' });
  await person.click(within(dialog).getByRole('button', { name: 'Create webhook' }));
  expect(await within(dialog).findByText('Enter the URL.')).toBeTruthy();
  await person.click(within(dialog).getByRole('textbox', { name: /URL/ }));
  await person.paste(webhook.url);
  await person.click(within(dialog).getByRole('checkbox', { name: 'Object created' }));
  await person.click(within(dialog).getByRole('textbox', { name: /Only these types/ }));
  await person.paste('PRODUCT, TAG');
  await person.click(within(dialog).getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByText('whsec_c2VjcmV0')).toBeTruthy();
  const [sent] = writes(net);
  expect(sent?.data).toEqual({
    url: webhook.url,
    description: '',
    eventTypes: ['object.changed', 'object.ended', 'object.restored'],
    objectTypes: ['PRODUCT', 'TAG'],
    query: null,
    references: null,
    includeData: false,
    includeProof: false,
  });
});

it('shows the progress of a webhook and an attempt with its response, and sends it again', async () => {
  const details = {
    ...attempt,
    request: {
      url: webhook.url,
      headers: { 'webhook-id': attempt.messageId, 'webhook-signature': 'v1,••••••••' },
      body: '{"type":"object.changed"}',
    },
    response: { status: 500, contentType: 'text/plain', body: 'out of order' },
  };
  const net = serve(({ method, url }) => {
    if (url === `${one}/attempts/${attempt.id}`) return { body: details };
    if (method === 'POST' && url === `${one}/attempts/${attempt.id}/resend`)
      return { body: { ...attempt, outcome: 'DELIVERED', status: 200 } };
    return undefined;
  });
  openConsole(one);
  const person = userEvent.setup();
  expect(await screen.findByRole('heading', { name: 'Price list' })).toBeTruthy();
  expect(await screen.findByText('12,345')).toBeTruthy();
  expect(screen.getByText('changes:price')).toBeTruthy();
  await person.click(await screen.findByRole('button', { name: 'Details: Object changed' }));
  const dialog = await screen.findByRole('dialog', { name: 'Object changed' });
  expect(await within(dialog).findByDisplayValue('out of order')).toBeTruthy();
  const headers = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Headers' });
  expect(headers.value).toContain('webhook-signature: v1,••••••••');
  await person.click(within(dialog).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(writes(net).map(({ url }) => url)).toEqual([`${one}/attempts/${attempt.id}/resend`]);
});

it('replays messages from a version on, and rotates the secret', async () => {
  const net = serve(({ method, url }) => {
    if (method === 'POST' && url === `${one}/replay`) return { body: webhook };
    if (method === 'POST' && url === `${one}/secret`)
      return {
        body: { secret: 'whsec_bmV3', previousSecretUntilDate: '2026-03-02T10:00:00.000000Z' },
      };
    return undefined;
  });
  openConsole(one);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Replay' }));
  const dialog = await screen.findByRole('dialog', { name: 'Replay messages from…' });
  await person.click(within(dialog).getByRole('button', { name: 'Replay' }));
  expect(await within(dialog).findByText('Enter a number or a time, not both.')).toBeTruthy();
  await person.click(within(dialog).getByRole('textbox', { name: 'From this version number on' }));
  await person.paste('17');
  await person.click(within(dialog).getByRole('button', { name: 'Replay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.click(screen.getByRole('button', { name: 'New secret' }));
  const confirm = await screen.findByRole('dialog', { name: 'Create a new secret?' });
  await person.click(within(confirm).getByRole('button', { name: 'New secret' }));
  expect(await screen.findByText('whsec_bmV3')).toBeTruthy();
  expect(writes(net).map(({ url, data }) => [url, data])).toEqual([
    [`${one}/replay`, { sequence: 17 }],
    [`${one}/secret`, undefined],
  ]);
});
