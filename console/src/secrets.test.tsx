// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Answer } from './platform/api/testing/fake-server.ts';
import { failingWebhook, readOf } from './domain/webhooks/testing/failing-webhook.ts';
import { partition, path as ledger } from './features/partitions/testing/ledger.ts';
import { freshBrowserForEach, openConsole, services, token } from './testing/open-console.tsx';

const webhook = {
  ...failingWebhook,
  partitionId: partition.id,
  url: 'https://shop.example/hook',
  description: '',
  eventTypes: ['object.created'],
  objectTypes: null,
  query: null,
  references: null,
  includeData: false,
  includeProof: false,
};
const hooks = `${ledger}/webhooks`;
const account = '/v1/users/current';
const factor = {
  id: 'f1',
  kind: 'TOTP',
  name: 'Phone',
  createdDate: '2026-01-01T00:00:00Z',
  lastUsedDate: null,
};
const invitation = {
  id: 'i1',
  userId: 'u2',
  email: 'grace@example.org',
  name: 'Grace',
  state: 'SENT',
  invitedBy: null,
  createdDate: '2026-01-01T00:00:00Z',
  sentDate: '2026-01-01T00:00:00Z',
  openedDate: null,
  acceptedDate: null,
  expiresDate: '2036-01-08T00:00:00Z',
  failure: null,
};

const answers: Record<string, Answer> = {
  'GET /authentication/v1/roles': {
    body: {
      data: [{ name: 'USER', permissions: ['users:read', 'users:write'], mayGrant: true }],
      nextCursor: null,
      hasMore: false,
    },
  },
  [`GET ${ledger}`]: { body: partition },
  [`GET ${account}/identities`]: { body: [] },
  [`GET ${account}/factors`]: {
    body: { data: [factor], recoveryCodesLeft: 8, required: false, passkeysAvailable: false },
  },
  [`POST ${account}/factors/totp`]: {
    body: { id: 'f2', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' },
  },
  'GET /v1/users/invitations': { body: { data: [invitation], nextCursor: null, hasMore: false } },
};

async function press(person: UserEvent, name: string) {
  await person.click(await screen.findByRole('button', { name }));
}
async function pressIn(person: UserEvent, dialog: string, name: string) {
  const found = within(await screen.findByRole('dialog', { name: dialog }));
  await person.click(await found.findByRole('button', { name }));
}
async function enter(person: UserEvent, label: RegExp, text: string) {
  await person.click(await screen.findByRole('textbox', { name: label }));
  await person.paste(text);
}

/** What a service tells once: the page, what is done there, the call, its response, and what is shown of it. */
const secrets: [
  what: string,
  page: string,
  ask: (person: UserEvent) => Promise<void>,
  call: string,
  body: object,
  shown: string,
][] = [
  [
    'the secret of a new webhook',
    `${ledger}?tab=webhooks`,
    async (person) => {
      await press(person, 'New webhook');
      await enter(person, /URL/, webhook.url);
      await person.click(screen.getByRole('checkbox', { name: 'Object created' }));
      await pressIn(person, 'New webhook', 'Create webhook');
    },
    `POST ${hooks}`,
    { ...webhook, secret: 'whsec_c2VjcmV0' },
    'whsec_c2VjcmV0',
  ],
  [
    'a new secret of a webhook',
    `${hooks}/${webhook.id}`,
    async (person) => {
      await press(person, 'New secret');
      await pressIn(person, 'Create a new secret?', 'New secret');
    },
    `POST ${hooks}/${webhook.id}/secret`,
    { secret: 'whsec_bmV3', previousSecretUntilDate: null },
    'whsec_bmV3',
  ],
  [
    'an invitation link',
    '/user-management?tab=invitations',
    async (person) => {
      await person.click(await screen.findByRole('checkbox', { name: /^Select grace/i }));
      await press(person, 'Copy link');
      await pressIn(person, 'Create a new link?', 'Create link');
    },
    'POST /v1/users/invitations/i1/link',
    { link: 'https://annals.example/set-password#token=t', expiresDate: '2036-01-08T00:00:00Z' },
    'https://annals.example/set-password#token=t',
  ],
  [
    'new recovery codes',
    '/user-management?tab=security',
    async (person) => {
      await press(person, 'New recovery codes');
      await pressIn(person, 'New recovery codes', 'Create new codes');
    },
    `POST ${account}/factors/recovery-codes`,
    { recoveryCodes: ['aaaa-bbbb'] },
    'aaaa-bbbb',
  ],
  [
    'the recovery codes of the first second factor',
    '/user-management?tab=security',
    async (person) => {
      await press(person, 'Add authenticator app');
      await press(person, 'Next');
      await enter(person, /Code/, '123456');
      await press(person, 'Add');
    },
    `POST ${account}/factors/totp/f2/confirmation`,
    { factor, recoveryCodes: ['cccc-dddd'] },
    'cccc-dddd',
  ],
];

freshBrowserForEach(token);

it.each(secrets)(
  'shows %s also if its page was left before it came',
  async (_, page, ask, call, body, shown) => {
    let answer: (body: Answer) => void = () => undefined;
    const answered = new Promise<Answer>((resolve) => {
      answer = resolve;
    });
    const net = services((request) => {
      const [asked = ''] = request.url.split('?');
      const line = `${request.method} ${asked}`;
      if (line === call) return answered;
      return answers[line] ?? readOf(hooks, asked, { webhook, attempt: {} });
    });
    const router = openConsole(page);
    const person = userEvent.setup();
    await ask(person);
    await waitFor(() => expect(net.lines()).toContain(call));
    void router.navigate({ to: '/v1/partitions' });
    // Somebody who has entered something is asked first.
    await waitFor(async () => {
      const leave = screen.queryByRole('button', { name: 'Leave' });
      if (leave) await person.click(leave);
      expect(router.state.location.pathname).toBe('/v1/partitions');
    });
    await screen.findByRole('link', { name: 'Product lifecycles' });
    answer({ body });
    const secret = await screen.findByText(shown);
    await person.click(screen.getByRole('button', { name: 'I have stored it' }));
    await waitFor(() => expect(secret.isConnected).toBe(false));
    expect(router.state.location.pathname).toBe('/v1/partitions');
  },
);
