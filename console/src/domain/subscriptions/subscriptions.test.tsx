// @vitest-environment happy-dom
import { say } from '@annals/contracts/messages';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReactNode } from 'react';
import { queryClient } from '../../platform/api/query.ts';
import type { Answer } from '../../platform/api/testing/fake-server.ts';
import { Toasts } from '../../ui/feedback/Toasts.tsx';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { setLanguage } from '../../platform/texts.ts';
import { FollowButton, FollowFieldButton } from './FollowButton.tsx';
import { priceSearch, oak, partitionId, serveFollowed, timelineId } from './testing/followed.ts';

beforeEach(() => setLanguage('en'));
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const object = { partitionId, timelineId, title: 'Oak table' };
const search = { partitionId, query: ' price<10 ', searched: 'objects' } as const;
const create = `POST /v1/partitions/${partitionId}/subscriptions`;
const fieldsOf = 'Only when one of these fields changes';

/** Opens the dialog of a button. */
async function openDialog(button: ReactNode, name: string | RegExp = 'Notify me') {
  const { user } = await renderAt('/', () => (
    <>
      {button}
      <Toasts />
    </>
  ));
  await user.click(await screen.findByRole('button', { name }));
  // Existing subscriptions load first, in a dialog that is replaced by this one.
  await screen.findByRole('textbox', { name: fieldsOf });
  return { user, dialog: within(screen.getByRole('dialog')) };
}

const answering = (answer: Answer) => (request: { method: string }) =>
  request.method === 'POST' ? answer : undefined;

describe('the dialog for a new subscription', () => {
  it('subscribes to an object, daily and for any field by default', async () => {
    const net = serveFollowed([priceSearch], answering({ status: 201, body: oak }));
    const { user, dialog } = await openDialog(<FollowButton {...object} />);
    expect(dialog.getByText('Oak table')).toBeTruthy();
    expect(dialog.queryByRole('textbox', { name: 'Followed search' })).toBeNull();
    expect(dialog.getByRole('link', { name: 'All subscriptions' }).getAttribute('href')).toBe(
      '/subscriptions',
    );
    await user.click(dialog.getByRole('button', { name: 'Notify me' }));
    expect(await screen.findByText('You will be notified when Oak table changes')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(net.written()).toEqual([
      [create, { timelineId, paths: null, delivery: 'DAILY' }, undefined],
    ]);
  });

  it('subscribes to the current search, which can be edited in the dialog', async () => {
    const net = serveFollowed([oak], answering({ status: 201, body: priceSearch }));
    const { user, dialog } = await openDialog(<FollowButton {...search} />);
    const query = dialog.getByRole('textbox', { name: 'Followed search' });
    expect(query).toHaveProperty('value', ' price<10 ');
    await user.clear(query);
    await user.type(query, 'price<20');
    await user.click(dialog.getByRole('radio', { name: 'Only on Home' }));
    await user.click(dialog.getByRole('button', { name: 'Notify me' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(net.written()).toEqual([
      [
        create,
        {
          query: 'price<20',
          references: null,
          searched: 'objects',
          paths: null,
          delivery: 'HOME',
        },
        undefined,
      ],
    ]);
  });

  it('subscribes to references to an object, limited by a search', async () => {
    const net = serveFollowed([oak], answering({ status: 201, body: priceSearch }));
    const { user, dialog } = await openDialog(<FollowButton {...object} />);
    await user.click(dialog.getByRole('radio', { name: 'What refers to it' }));
    const chosen = await dialog.findByRole('list', { name: 'Only objects that refer to' });
    expect(within(chosen).getByText('Oak table')).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: 'Followed search' }), 'price<20');
    await user.click(dialog.getByRole('button', { name: 'Notify me' }));
    const messages = 'You will be notified when price<20 · what refers to Oak table changes';
    expect(await screen.findByText(messages)).toBeTruthy();
    expect(net.written()).toEqual([
      [
        create,
        {
          query: 'price<20',
          references: [{ timelineId }],
          searched: 'objects',
          paths: null,
          delivery: 'DAILY',
        },
        undefined,
      ],
    ]);
  });

  it('subscribes to the field of its button and to others; rejects invalid fields before sending', async () => {
    const net = serveFollowed([], answering({ status: 201, body: oak }));
    const { user, dialog } = await openDialog(
      <FollowFieldButton {...object} paths={['/release/cycle']} name="release.cycle" />,
      'Notify me when release.cycle changes',
    );
    const fields = dialog.getByRole('textbox', { name: fieldsOf });
    expect(fields).toHaveProperty('value', 'release.cycle');
    await user.type(fields, ', a..b');
    await user.click(dialog.getByRole('button', { name: 'Notify me' }));
    expect(await dialog.findByText(/“a\.\.b” is not a field name/)).toBeTruthy();
    expect(net.written()).toEqual([]);
    await user.clear(fields);
    await user.type(fields, 'release.cycle, price, price');
    await user.click(dialog.getByRole('button', { name: 'Notify me' }));
    await waitFor(() => expect(net.written()).toHaveLength(1));
    expect(net.written()[0]?.[1]).toMatchObject({ paths: ['/release/cycle', '/price'] });
  });

  it.each<[what: string, body: object, messages: string]>([
    [
      'a conflict (409) above the buttons',
      {
        code: 'already_followed',
        message: 'You already follow this. Change that subscription, or delete it.',
      },
      'You already follow this. Change that subscription, or delete it.',
    ],
    [
      'a search error (400) at its field',
      {
        code: 'bad_request',
        message: 'The request is invalid.',
        fields: [{ path: 'body.query', message: 'Write a value after the colon.' }],
      },
      'Write a value after the colon.',
    ],
  ])('shows %s, and keeps the input', async (_, problem, messages) => {
    const isConflict = !('fields' in problem);
    const status = isConflict ? 409 : 400;
    serveFollowed([], answering({ status, body: { error: 'no', ...problem } }));
    const { user, dialog } = await openDialog(<FollowButton {...search} />);
    await user.click(dialog.getByRole('button', { name: 'Notify me' }));
    expect(await dialog.findByText(messages)).toBeTruthy();
    expect(dialog.queryByText('The subscription was not saved') !== null).toBe(isConflict);
    const query = dialog.getByRole('textbox', { name: 'Followed search' });
    expect(query).toHaveProperty('value', ' price<10 ');
    expect(query.getAttribute('aria-invalid')).toBe(isConflict ? null : 'true');
  });
});

describe('an existing subscription', () => {
  it('is updated based on the version that was read', async () => {
    const net = serveFollowed([priceSearch, oak], ({ method }) =>
      method === 'PATCH' ? { body: { ...priceSearch, delivery: 'DAILY' } } : undefined,
    );
    const { user, dialog } = await openDialog(<FollowButton {...search} />);
    expect(dialog.getByText(/You already follow this/)).toBeTruthy();
    expect(dialog.getByRole('radio', { name: 'Only on Home' })).toHaveProperty('checked', true);
    await user.click(dialog.getByRole('radio', { name: 'By one email a day' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Subscription saved')).toBeTruthy();
    expect(net.written()).toEqual([
      [
        `PATCH /v1/subscriptions/${priceSearch.id}`,
        { query: 'price<10', references: null, paths: null, delivery: 'DAILY' },
        '"4"',
      ],
    ]);
  });

  it('to references to an object is separate from one to the object', async () => {
    const referring = {
      ...priceSearch,
      query: '',
      references: [{ timelineId, title: 'Oak table', objectType: 'PRODUCT' }],
    };
    const net = serveFollowed([referring], ({ method }) =>
      method === 'PATCH' ? { body: { ...referring, references: null } } : undefined,
    );
    const { user, dialog } = await openDialog(<FollowButton {...object} />);
    expect(dialog.queryByText(/You already follow this/)).toBeNull();
    await user.click(dialog.getByRole('radio', { name: 'What refers to it' }));
    expect(await dialog.findByText(/You already follow this/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Remove Oak table' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(net.written()[0]?.[1]).toEqual({
        query: '',
        references: null,
        paths: null,
        delivery: 'HOME',
      }),
    );
  });

  it('with other fields does not prevent a new subscription', async () => {
    const net = serveFollowed([oak], answering({ status: 201, body: oak }));
    const { user, dialog } = await openDialog(<FollowButton {...object} />);
    expect(dialog.queryByText(/You already follow this/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Notify me' }));
    await waitFor(() => expect(net.written()[0]?.[0]).toBe(create));
  });

  it('is not assumed: when loading fails, the dialog shows an error and a retry', async () => {
    let isAway = true;
    serveFollowed([], ({ url }) =>
      isAway && url.startsWith('/v1/subscriptions')
        ? { status: 503, body: { error: 'away', message: 'The service is away.' } }
        : undefined,
    );
    const { user } = await renderAt('/', () => <FollowButton {...object} />);
    await user.click(await screen.findByRole('button', { name: 'Notify me' }));
    const dialog = within(await screen.findByRole('dialog'));
    const again = await dialog.findByRole('button', { name: 'Try again' });
    isAway = false;
    await user.click(again);
    expect(await screen.findByRole('textbox', { name: fieldsOf })).toBeTruthy();
  });
});

it('shows German texts, including messages of the service', async () => {
  setLanguage('de');
  const body = { error: 'no', code: 'no_mails', ...say('noMails') };
  serveFollowed([], answering({ status: 409, body }));
  const { user } = await renderAt('/', () => <FollowButton {...object} />);
  await user.click(await screen.findByRole('button', { name: 'Benachrichtigen' }));
  await screen.findByRole('radio', { name: 'Mit einer E-Mail am Tag' });
  const dialog = within(screen.getByRole('dialog', { name: 'Bei Änderungen benachrichtigen' }));
  await user.click(dialog.getByRole('button', { name: 'Benachrichtigen' }));
  expect(await dialog.findByText(/Dieser Server sendet keine E-Mails/)).toBeTruthy();
});
