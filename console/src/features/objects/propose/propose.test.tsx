// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChangePolicy } from '@annals/contracts/change-policy';
import {
  changeSet,
  changeSetsOf,
  reasonOnly,
  setPath,
  twoApprovals,
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
  versionId,
} from '../testing/partition-pages.tsx';

beforeEach(() => stubVisibility('nothing'));
afterEach(closePage);

const edit = async () => {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New version' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: /New version of/ })) };
};

it('does not offer change sets in a partition that has none', async () => {
  const { asked } = openPage(`${timeline}/latest`, changeSetsOf({}), partitionWith(1));
  const { dialog } = await edit();
  expect(await dialog.findByRole('button', { name: 'Save new version' })).toBeDefined();
  await waitFor(() => expect(asked.some(({ path }) => path === `${base}/change-sets`)).toBe(true));
  expect(dialog.queryByRole('button', { name: 'Add to change set' })).toBeNull();
});

it('opens a form only once it is known whether it offers change sets', async () => {
  let answer: (policy: [200, ChangePolicy]) => void = () => undefined;
  const policy = new Promise<[200, ChangePolicy]>((resolve) => {
    answer = resolve;
  });
  const { asked } = openPage(
    `${timeline}/latest`,
    ({ path }) => (path === `${base}/change-policy` ? policy : undefined),
    changeSetsOf({}),
    partitionWith(1),
  );
  const user = userEvent.setup();
  const isAsked = () => asked.some(({ path }) => path === `${base}/change-policy`);
  const button = await screen.findByRole('button', { name: 'New version' });
  expect(isAsked()).toBe(false);
  await user.hover(button);
  await waitFor(() => expect(isAsked()).toBe(true));
  await user.click(button);
  await act(() => import('../edit/EditVersion.tsx'));
  await act(() => import('../edit/ObjectForm.tsx'));
  expect(screen.queryByRole('dialog')).toBeNull();
  answer([200, twoApprovals]);
  const dialog = within(await screen.findByRole('dialog', { name: /New version of/ }));
  expect(dialog.getByRole('button', { name: 'Add to change set' })).toBeDefined();
});

it('offers to add an edit to an open change set, besides saving', async () => {
  const set = changeSet({ state: 'DRAFT' });
  const { asked } = openPage(`${timeline}/latest`, changeSetsOf({ set }), partitionWith(1));
  const { user, dialog } = await edit();
  await user.click(await dialog.findByRole('button', { name: 'Add to change set' }));
  expect(dialog.getByRole('button', { name: 'Save new version' })).toBeDefined();
  const adding = within(await screen.findByRole('dialog', { name: 'Add Tree to a change set' }));
  expect(await adding.findByRole('radio', { name: /New prices/, checked: true })).toBeDefined();
  await user.click(adding.getByRole('button', { name: 'Add to change set' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === `${setPath}/operations`)?.data).toEqual({
      operations: [
        {
          operationId: timelineId,
          operation: expect.objectContaining({
            operation: 'newVersion',
            timelineId,
            predecessorId: versionId(1),
            objectData: { title: 'Tree', round: 1 },
          }) as unknown,
        },
      ],
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('requires a change set under a policy, shows why, and creates one', async () => {
  const begun = changeSet({ state: 'DRAFT' });
  const { asked } = openPage(
    `${timeline}/latest`,
    ({ method, path }) =>
      method === 'POST' && path === `${base}/change-sets` ? [201, begun] : undefined,
    ({ path }) => (path === `${setPath}/operations` ? [200, begun] : undefined),
    changeSetsOf({ policy: twoApprovals }),
    partitionWith(1),
  );
  const { user, dialog } = await edit();
  expect(await dialog.findByText(/each change needs 2 approvals by owners/)).toBeDefined();
  expect(dialog.queryByRole('button', { name: 'Save new version' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Add to change set' }));
  const adding = within(await screen.findByRole('dialog', { name: 'Add Tree to a change set' }));
  await user.click(await adding.findByRole('button', { name: 'Add to change set' }));
  expect(await adding.findByText('Enter a title.')).toBeDefined();
  await user.type(adding.getByRole('textbox', { name: /Title/ }), 'New prices');
  await user.click(adding.getByRole('button', { name: 'Add to change set' }));
  await waitFor(() =>
    expect(asked.some(({ path }) => path === `${setPath}/operations`)).toBe(true),
  );
  expect(asked.find(({ method }) => method === 'POST')?.data).toEqual({ title: 'New prices' });
});

it('adds the end of a timeline to a change set under a policy', async () => {
  openPage(
    `${timeline}/latest`,
    changeSetsOf({ set: changeSet({ state: 'DRAFT' }), policy: twoApprovals }),
    partitionWith(1),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('button', { name: 'End timeline' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/each change needs 2 approvals/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Add to change set' }));
  expect(await screen.findByRole('dialog', { name: 'Add Tree to a change set' })).toBeDefined();
});

it('requires the reason of the policy at its field before sending anything', async () => {
  const written: unknown[] = [];
  openPage(
    `${timeline}/latest`,
    ({ method, data }) => {
      if (method !== 'POST') return undefined;
      written.push(data);
      return [201, version(2)];
    },
    changeSetsOf({ policy: reasonOnly }),
    partitionWith(1),
  );
  const { user, dialog } = await edit();
  expect(await dialog.findByText('The policy of this partition requires a reason.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Save new version' }));
  expect(await dialog.findByText('Enter a reason.')).toBeDefined();
  const field = dialog.getByRole('textbox', { name: /Reason/ });
  expect(document.activeElement).toBe(field);
  expect(written).toEqual([]);
  await user.type(field, 'Ordered');
  expect(dialog.queryByText('Enter a reason.')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Save new version' }));
  await waitFor(() => expect(written).toMatchObject([{ reason: 'Ordered' }]));
});

it('does not end a timeline without the reason that the policy requires', async () => {
  const { asked } = openPage(
    `${timeline}/latest`,
    changeSetsOf({ policy: reasonOnly }),
    partitionWith(1),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('button', { name: 'End timeline' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('The policy of this partition requires a reason.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'End the timeline' }));
  expect(await dialog.findByText('Enter a reason.')).toBeDefined();
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
});
