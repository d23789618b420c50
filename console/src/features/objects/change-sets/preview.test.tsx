// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  changeSet,
  changeSetId,
  changeSetsOf,
  operation,
  setPath,
} from '../testing/change-sets.ts';
import {
  base,
  closePage,
  openPage,
  partitionWith,
  stubVisibility,
  timeline,
  timelineId,
  version,
  type Service,
} from '../testing/partition-pages.tsx';

beforeEach(() => stubVisibility('nothing'));
afterEach(closePage);

const inPreview = `?changeSet=${changeSetId}`;
const drafted = version(2, {
  objectData: { title: 'Tree', round: 7 },
  changeSetId,
  predecessorId: version(1).id,
});
/** Serves the partition as it is, or with the change set if the request asks for it. */
const previewed: Service = ({ path, query }) => {
  if (query.get('changeSet') !== changeSetId) return undefined;
  if (path === `${timeline}/latest`) return [200, drafted];
  if (path === `${base}/objects/search` || path.startsWith(`${base}/objects/referencedBy`))
    return [
      200,
      { data: path.endsWith('search') ? [drafted] : [], nextCursor: null, hasMore: false },
    ];
  return undefined;
};
const open = (address: string, set = changeSet(), operations = [operation()]) =>
  openPage(address, previewed, changeSetsOf({ set, operations }), partitionWith(1, 'OWNER'));

it('shows an object as it would be after the commit, with its changes, read-only', async () => {
  const { asked } = open(`${timeline}/latest${inPreview}`);
  expect(await screen.findByText(/with the change set/)).toBeDefined();
  expect(await screen.findByText('New prices')).toBeDefined();
  expect(await screen.findByText(/This change set changes this object/)).toBeDefined();
  expect(screen.getByText('Not committed')).toBeDefined();
  // Once in the diff and once in the data.
  expect(await screen.findAllByText('7')).toHaveLength(2);
  const write = screen.getByRole('button', { name: 'New version' });
  expect(write.getAttribute('aria-disabled') ?? write.getAttribute('disabled')).not.toBeNull();
  // A preview has no time travel and no live updates.
  expect(screen.queryByRole('button', { name: /^As of/ })).toBeNull();
  expect(asked.some(({ path }) => path.endsWith('/changes'))).toBe(false);
  expect(screen.getByRole('link', { name: 'Back to the change set' }).getAttribute('href')).toBe(
    setPath,
  );
});

it('marks changed objects in the list, and keeps the preview in links', async () => {
  open(`${base}/objects${inPreview}`);
  const link = await screen.findByRole('link', { name: /Tree/ });
  expect(link.getAttribute('href')).toBe(`${timeline}/latest${inPreview}`);
  expect(screen.getByTitle(/This change set changes this object/)).toBeDefined();
});

it('suggests types that the change set adds', async () => {
  const types: Service = ({ path, query }) =>
    path === `${base}/types`
      ? [
          200,
          {
            data: (query.has('changeSet') ? ['NEWS', 'PRODUCT'] : ['PRODUCT']).map((type) => ({
              type,
              timelineCount: 1,
              versionCount: 1,
              version: 0,
            })),
            nextCursor: null,
            hasMore: false,
          },
        ]
      : undefined;
  openPage(
    `${base}/objects${inPreview}`,
    types,
    previewed,
    changeSetsOf({ set: changeSet(), operations: [operation()] }),
    partitionWith(1, 'OWNER'),
  );
  const user = userEvent.setup();
  await screen.findByRole('link', { name: /Tree/ });
  await user.type(screen.getByRole('combobox', { name: 'Search' }), 'type:');
  expect(await screen.findByRole('option', { name: /type:NEWS/ })).toBeDefined();
});

it('returns to the current state of the same page', async () => {
  const { asked, router } = open(`${timeline}/latest${inPreview}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Leave preview' }));
  await waitFor(() => expect(router.history.location.href).toBe(`${timeline}/latest`));
  expect(await screen.findByText('Version 1 of 1')).toBeDefined();
  expect(
    asked.some(({ path, query }) => path === `${timeline}/latest` && !query.has('changeSet')),
  ).toBe(true);
});

it('lists changes that the preview cannot show, with the reason', async () => {
  const stale = operation({
    conflict: { code: 'stale_predecessor', message: 'There is a newer version.' },
  });
  open(`${base}/objects${inPreview}`, changeSet(), [stale]);
  expect(
    await screen.findByText('1 change is not shown: it could not be committed as it is'),
  ).toBeDefined();
  expect(screen.getByText(/There is a newer version\./)).toBeDefined();
});

it('states on pages without a preview that they show the current state', async () => {
  const { asked } = open(`${timeline}${inPreview}`);
  expect(await screen.findByText(/This page is not part of the preview/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Objects in the preview' }).getAttribute('href')).toBe(
    `${base}/objects${inPreview}`,
  );
  expect(asked.some(({ path, query }) => path === timeline && query.has('changeSet'))).toBe(false);
});

it('shows an error if the change set does not exist', async () => {
  const gone: Service = ({ path }) =>
    path === `${setPath}/preview` ? [404, { error: 'There is no such change set.' }] : undefined;
  openPage(`${timeline}/latest${inPreview}`, gone, previewed, partitionWith(1));
  expect(await screen.findByText('This change set cannot be viewed')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Leave preview' })).toBeDefined();
});

it('opens from the page of the change set', async () => {
  const { router } = open(setPath);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'View with this change set' }));
  await waitFor(() => expect(router.history.location.href).toBe(`${base}/objects${inPreview}`));
  expect(timelineId).toBe(drafted.timelineId);
});
