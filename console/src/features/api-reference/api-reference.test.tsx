import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../../platform/api/query.ts';
import type { ProxyRequest } from '../../platform/api/request.ts';
import type { Answer } from '../../platform/api/testing/fake-server.ts';
import { setLanguage } from '../../platform/texts.ts';
import { freshBrowserForEach, openConsole, services, token } from '../../testing/open-console.tsx';

const problem = { description: 'The input is not valid.' };
const document = {
  openapi: '3.1.0',
  info: { title: 'Annals', version: '1', description: 'First.\n\nSecond.' },
  servers: [{ url: '/api/annals' }],
  tags: [
    { name: 'Things', description: 'All about things.' },
    { name: 'Sign-in', description: 'Tokens.' },
  ],
  paths: {
    '/v1/things': {
      get: {
        operationId: 'listThings',
        tags: ['Things'],
        summary: 'Things, page by page',
        description: 'Needs the permission users:read.',
        parameters: [
          { $ref: '#/components/parameters/Role' },
          { name: 'asOf', in: 'query', required: false, schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'Success',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          400: { $ref: '#/components/responses/BadRequest' },
        },
        security: [{ bearer: [] }, { apiToken: [] }],
      },
      post: {
        operationId: 'createThing',
        tags: ['Things'],
        summary: 'Make a thing',
        description: 'Needs the permission users:write.',
        parameters: [
          { name: 'unit', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Thing' },
              example: { name: 'Oak' },
            },
          },
        },
        responses: { 201: { description: 'Created' } },
        security: [{ bearer: [] }, { apiToken: [] }],
      },
    },
    '/v1/auth': {
      post: {
        operationId: 'authenticate',
        tags: ['Sign-in'],
        summary: 'Sign in',
        description: 'Anyone may call.',
        parameters: [],
        responses: { 200: { description: 'Success' } },
        security: [],
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, parent: { $ref: '#/components/schemas/Thing' } },
        examples: [{ name: 'Elm' }],
      },
    },
    parameters: {
      Role: {
        name: 'role',
        in: 'query',
        required: false,
        description: 'Who holds it.',
        schema: { type: 'array', items: { type: 'string' } },
      },
    },
    responses: { BadRequest: problem },
  },
};

freshBrowserForEach(token);

/** Opens a path of the API reference with the given responses of the services. */
function open(
  search = '',
  over: (request: ProxyRequest) => Answer | undefined = () => undefined,
  found: object | null = document,
) {
  const net = services(over);
  const proxied = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    path === '/openapi.json'
      ? new Response(JSON.stringify(found ?? {}), { status: found ? 200 : 404 })
      : proxied(path, init),
  );
  openConsole(`/api-reference${search}`);
  const sent = () =>
    net.requests.filter(
      ({ url, method }) =>
        url.startsWith('/v1/things') || (url === '/v1/auth' && method === 'POST'),
    );
  return { sent, user: userEvent.setup() };
}

const main = () => screen.getByRole('main');
const panel = async (name: string) => screen.findByRole('region', { name });

it('lists the calls, finds one by search, and shows it', async () => {
  const { user } = open();
  const index = await screen.findByRole('navigation', { name: 'Calls' });
  expect(within(index).getAllByRole('link')).toHaveLength(3);
  await user.type(within(index).getByRole('searchbox', { name: 'Search calls' }), 'THING post');
  expect(within(index).getByText('1 call')).toBeTruthy();
  await user.click(within(index).getByRole('link', { name: 'POST createThing' }));
  expect(await screen.findByRole('heading', { name: 'createThing', level: 1 })).toBeTruthy();
  expect(within(await panel('Who may call')).getByText(/users:write/)).toBeTruthy();
  const current = within(index).getAllByRole('link', { current: 'page' });
  expect(current.map(({ textContent }) => textContent)).toEqual(['POSTcreateThing']);
});

it('shows parameters, errors, response and example of a call given by its path', async () => {
  open('?call=GET+/v1/things');
  const parameters = await screen.findByRole('table', { name: 'Parameters' });
  expect(within(parameters).getByText('string[]')).toBeTruthy();
  expect(within(parameters).getByText('Who holds it.')).toBeTruthy();
  expect(within(screen.getByRole('table', { name: 'Errors' })).getByText('400')).toBeTruthy();
  const answer = within(await panel('Response'));
  expect(answer.getByText('parent')).toBeTruthy();
  expect(answer.getByText(/"Elm"/)).toBeTruthy();
});

it('sends a read without confirmation, with the values of the form, and shows the response', async () => {
  const { sent, user } = open('?call=listThings', ({ url }) =>
    url.startsWith('/v1/things') ? { body: { data: ['oak'] } } : undefined,
  );
  const form = within(await panel('Try it'));
  await user.type(form.getByRole('textbox', { name: 'role' }), 'A, B');
  await user.click(form.getByRole('button', { name: 'Send' }));
  const answer = await form.findByRole('group', { name: 'Response' });
  expect(within(answer).getByText('200')).toBeTruthy();
  expect(sent()).toMatchObject([
    {
      method: 'GET',
      url: '/v1/things?role=A&role=B',
      headers: { Authorization: `Bearer ${token}` },
    },
  ]);
  const code = within(await panel('Code'));
  expect(code.getByText(/role=A&role=B/)).toBeTruthy();
});

it('confirms a write, sends it with API token and idempotency key, and shows the error response', async () => {
  const { sent, user } = open('?call=createThing', ({ url }) =>
    url.startsWith('/v1/things')
      ? { status: 409, body: { error: 'There is one.', code: 'exists' } }
      : undefined,
  );
  const form = within(await panel('Try it'));
  await user.click(form.getByRole('radio', { name: 'API token' }));
  await user.click(form.getByRole('button', { name: 'Send' }));
  expect(form.getAllByText('Required')).toHaveLength(2);
  await user.type(
    form.getByLabelText('API token', { selector: 'input[type="password"]' }),
    'ann_x',
  );
  await user.type(form.getByRole('textbox', { name: /unit/ }), 'north');
  await user.click(form.getByRole('button', { name: 'Send' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send this call?' });
  expect(sent()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Send now' }));
  const answer = await form.findByRole('group', { name: 'Response' });
  expect(within(answer).getByText('409')).toBeTruthy();
  const [request] = sent();
  expect(request).toMatchObject({
    method: 'POST',
    url: '/v1/things?unit=north',
    data: { name: 'Oak' },
    headers: { 'X-Akarion-Api-Token': 'ann_x', 'Idempotency-Key': expect.any(String) },
  });
  expect(request?.headers).not.toHaveProperty('Authorization');
  expect(localStorage.getItem('auth')).toBe(token);
});

it('does not store the access token of a sign-in call that is tried out', async () => {
  const { sent, user } = open('?call=authenticate', ({ url, method }) =>
    url === '/v1/auth' && method === 'POST' ? { body: { accessToken: 'of-another' } } : undefined,
  );
  const form = within(await panel('Try it'));
  await user.click(form.getByRole('button', { name: 'Send' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Send now' }));
  await form.findByRole('group', { name: 'Response' });
  expect(sent().some(({ method }) => method === 'POST')).toBe(true);
  expect(localStorage.getItem('auth')).toBe(token);
});

it('shows an error if the call or the API document does not exist', async () => {
  open('?call=nothing');
  await screen.findByText('No such call');
  cleanup();
  queryClient.clear();
  open('', undefined, null);
  await waitFor(() => expect(within(main()).getByRole('alert')).toBeTruthy());
});

it('uses German texts', async () => {
  setLanguage('de');
  open('?call=listThings');
  expect(await panel('Wer aufrufen darf')).toBeTruthy();
  expect(await panel('Ausprobieren')).toBeTruthy();
});
