// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChangeSet } from '@annals/contracts/change-set';
import { changeSet, changeSetsOf, operation, setPath } from '../testing/change-sets.ts';
import {
  base,
  closePage,
  openPage,
  partitionWith,
  type Service,
  stubVisibility,
  timelineId,
  version,
  versionId,
} from '../testing/partition-pages.tsx';

beforeEach(() => stubVisibility('nothing'));
afterEach(closePage);

it('shows missing approvals and only the allowed actions, and approves the shown revision', async () => {
  const set = changeSet({ may: ['COMMENT', 'APPROVE', 'REQUEST_CHANGES'] });
  const { asked } = openPage(
    setPath,
    changeSetsOf({ set, operations: [operation()] }),
    partitionWith(1),
  );
  expect(await screen.findByText('1 more approval by owners needed (All types)')).toBeDefined();
  expect(screen.getByText(/It is waiting for approvals/)).toBeDefined();
  // The diff of the operation.
  const changes = within(await screen.findByRole('tabpanel', { name: /Changes/ }));
  expect(await changes.findByText('10')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Commit' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit: Tree' })).toBeNull();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve revision 3?' }));
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === `${setPath}/approve`)?.data).toEqual({ revision: 3 }),
  );
});

it('says why somebody who issued a token of a participant cannot approve, and who can', async () => {
  const feed = { userId: '01890a5d-ac96-774b-bcce-b302099a8901', name: 'Price feed' };
  const grace = { userId: '01890a5d-ac96-774b-bcce-b302099a8902', name: 'Grace' };
  const set = changeSet({ may: [], approvalBlock: { tokensOf: [feed], approvers: [grace] } });
  openPage(setPath, changeSetsOf({ set, operations: [operation()] }), partitionWith(1));
  expect(
    await screen.findByText(
      /because you issued an API token for Price feed.* It can be approved by Grace\./,
    ),
  ).toBeDefined();
});

it.each([
  ['DRAFT', {}, /can be committed without a review/],
  ['READY', {}, /Nobody has reviewed it\. No policy requires approvals/],
  [
    'IN_REVIEW',
    { reviewers: [{ userId: 'u9', name: 'Barbara', pending: true }] },
    /waiting for a review by Barbara/,
  ],
] satisfies [ChangeSet['state'], Partial<ChangeSet>, RegExp][])(
  'says of a set without a policy in the state %s what has happened',
  async (state, more, says) => {
    const set = changeSet({ state, requirements: [], ...more });
    openPage(setPath, changeSetsOf({ set, operations: [operation()] }), partitionWith(1));
    expect(await screen.findByText(says)).toBeDefined();
    expect(screen.queryByText(/Approved/)).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: /Conversation/ }));
    expect(await screen.findByText('Not reviewed.')).toBeDefined();
  },
);

const barbara = '018f3c2a-7b1e-7c3d-8e4f-00000000000b';

it('asks reviewers by name before it submits, and says nothing that has not happened', async () => {
  const set = changeSet({
    state: 'DRAFT',
    requirements: [],
    may: ['SUBMIT', 'ASK_REVIEWERS', 'COMMIT'],
  });
  const members: Service = ({ path }) =>
    path === `${base}/users`
      ? [
          200,
          {
            data: [
              {
                userId: barbara,
                role: 'READER',
                username: 'barbara',
                name: 'Barbara Liskov',
                sinceDate: '2024-01-01T00:00:00.000000Z',
              },
            ],
            hasMore: false,
            nextCursor: null,
          },
        ]
      : undefined;
  const { asked } = openPage(
    setPath,
    members,
    changeSetsOf({ set, operations: [operation()] }),
    partitionWith(1),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Submit for review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit for review?' }));
  expect(dialog.getByText(/without reviewers, it can be committed at once/)).toBeDefined();
  expect(dialog.queryByText(/waiting for approvals/)).toBeNull();
  await user.click(dialog.getByRole('combobox', { name: 'Reviewers' }));
  await user.click(await screen.findByRole('option', { name: /Barbara Liskov/ }));
  await user.click(dialog.getByRole('button', { name: 'Submit for review' }));
  await waitFor(() =>
    expect(
      asked.filter(({ method }) => method !== 'GET').map(({ path, data }) => [path, data]),
    ).toEqual([
      [setPath, { reviewers: [barbara] }],
      [`${setPath}/submit`, undefined],
    ]),
  );
});

it('requires a comment to request changes', async () => {
  const set = changeSet({ may: ['REQUEST_CHANGES'] });
  const { asked } = openPage(
    setPath,
    changeSetsOf({ set, operations: [operation()] }),
    partitionWith(1),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Request changes' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Request changes' }));
  expect(dialog.getByText('Enter a comment.')).toBeDefined();
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
  await user.type(dialog.getByRole('textbox', { name: 'What needs to change' }), 'Too dear');
  await user.click(dialog.getByRole('button', { name: 'Request changes' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.data).toEqual({ comment: 'Too dear' }),
  );
});

it('merges a change with a newer version of the object', async () => {
  const stale = operation({
    current: version(2, { objectData: { title: 'Tree', round: 2 } }),
    conflict: { code: 'stale_predecessor', message: 'There is a newer version.' },
  });
  const { asked } = openPage(
    setPath,
    changeSetsOf({ set: changeSet({ may: ['EDIT'] }), operations: [stale] }),
    partitionWith(2),
  );
  const user = userEvent.setup();
  expect(await screen.findByText(/1 change cannot be committed as it is/)).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Merge: Tree' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Tree' }));
  await user.click(await dialog.findByRole('radio', { name: 'round: take mine' }));
  await user.click(dialog.getByRole('button', { name: 'Add to the change set' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({
      path: `${setPath}/operations/${timelineId}`,
      data: {
        operation: 'newVersion',
        predecessorId: versionId(2),
        objectData: { title: 'Tree', round: 10 },
      },
    }),
  );
});

it('warns before an approval about changes that cannot be committed, and leads to the merge', async () => {
  const stale = operation({
    current: version(2, { objectData: { title: 'Tree', round: 2 } }),
    conflict: { code: 'stale_predecessor', message: 'There is a newer version.' },
  });
  const set = changeSet({ may: ['APPROVE', 'EDIT'] });
  const { asked } = openPage(setPath, changeSetsOf({ set, operations: [stale] }), partitionWith(2));
  const user = userEvent.setup();
  expect(await screen.findByText(/1 change cannot be committed as it is/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/which invalidates approvals and signatures/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Merge first' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('button', { name: 'Show all changes' })).toBeDefined();
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
});

it('keeps references to new objects of the change set when a change is edited', async () => {
  const made = operation({
    references: [{ name: 'part', localName: 'leaf' }],
    objectData: { title: 'Tree' },
  });
  const { asked } = openPage(
    setPath,
    changeSetsOf({ set: changeSet({ may: ['EDIT'] }), operations: [made] }),
    partitionWith(1),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Edit: Tree' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tree in this change set' }));
  expect(await dialog.findByText(/stay as they are: part/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Update change set' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')?.data).toMatchObject({
      references: [{ name: 'part', localName: 'leaf' }],
    }),
  );
});

it('adds a comment on a field', async () => {
  const { asked } = openPage(
    setPath,
    changeSetsOf({ set: changeSet(), operations: [operation()] }),
    partitionWith(1),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Comment on round' }));
  await user.type(screen.getByRole('textbox', { name: 'Your comment' }), 'Why ten?');
  await user.click(screen.getByRole('button', { name: 'Add comment' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.data).toEqual({
      text: 'Why ten?',
      operationId: timelineId,
      path: '/round',
    }),
  );
});

it('says in a line what a set does, how often which fields change, and opens all differences on request', async () => {
  const changes = Array.from({ length: 12 }, (_, index) =>
    operation({
      operationId: `018f3c2a-7b1e-7c3d-8e4f-0000000001${String(index).padStart(2, '0')}`,
      base: version(1, { objectData: { title: `Tree ${index}`, latest: `1.${index}`, round: 1 } }),
      objectData: {
        title: `Tree ${index}`,
        latest: '2.0.0',
        round: index === 0 ? 10 : 1,
      },
    }),
  );
  const set = changeSet({
    operationCount: 12,
    counts: { create: 0, newVersion: 12, end: 0, restore: 0 },
  });
  openPage(setPath, changeSetsOf({ set, operations: changes }), partitionWith(1));
  const line = (await screen.findByText('12 objects')).closest('p');
  await waitFor(() =>
    expect(line?.textContent).toBe('12 objects · latest: various → 2.0.0 · round: 1 → 10'),
  );
  const chart = within(screen.getByRole('figure'));
  expect(chart.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'latest12',
    'round1',
  ]);
  const open = () => document.querySelectorAll('details[open]').length;
  expect(open()).toBe(10);
  await userEvent.click(screen.getByRole('button', { name: 'Expand all' }));
  expect(open()).toBe(12);
  await userEvent.click(screen.getByRole('button', { name: 'Collapse all' }));
  expect(open()).toBe(0);
});

it.each([
  ['DRAFT', ['SUBMIT', 'COMMIT'], 'Submit for review'],
  ['IN_REVIEW', ['COMMIT', 'APPROVE'], 'Approve'],
  ['READY', ['COMMIT', 'APPROVE'], 'Commit'],
] satisfies [ChangeSet['state'], ChangeSet['may'], string][])(
  'makes one step primary: of a set in the state %s',
  async (state, may, primary) => {
    const set = changeSet({ state, may, requirements: [] });
    openPage(setPath, changeSetsOf({ set, operations: [operation()] }), partitionWith(1));
    const button = await screen.findByRole('button', { name: primary });
    expect(button.getAttribute('data-variant')).toBe('filled');
    const bar = button.parentElement;
    expect(bar?.querySelectorAll('[data-variant="filled"]')).toHaveLength(1);
  },
);

it('marks reviews of an earlier revision', async () => {
  const review = {
    userId: 'u9',
    userName: 'Barbara',
    decision: 'APPROVED' as const,
    comment: null,
    signature: null,
    date: '2024-02-01T00:00:00.000000Z',
  };
  const reviews = [
    { ...review, signature: null, revision: 3, valid: true },
    { ...review, signature: null, userName: 'Ada', userId: 'u8', revision: 2, valid: false },
  ];
  openPage(
    `${setPath}?tab=conversation`,
    changeSetsOf({ set: changeSet({ reviews }), operations: [operation()] }),
    partitionWith(1),
  );
  const panel = within(await screen.findByRole('region', { name: 'Reviews' }));
  const [valid, earlier] = panel.getAllByRole('listitem');
  expect(valid?.textContent).not.toContain('earlier');
  expect(earlier?.textContent).toContain('Ada approved');
  expect(earlier?.textContent).toContain('for an earlier revision');
});

it('shows “No such change set” if the service returns 404', async () => {
  const absent: Service = ({ path }) =>
    path === setPath ? [404, { error: 'Not Found', code: 'not_found' }] : undefined;
  openPage(setPath, absent, partitionWith(1));
  expect(await screen.findByRole('heading', { name: 'No such change set' })).toBeDefined();
});

it('lists the change sets of the partition', async () => {
  openPage(`${base}/change-sets`, changeSetsOf({ set: changeSet() }), partitionWith(1));
  const row = await screen.findByRole('link', { name: /New prices/ });
  expect(row.getAttribute('href')).toBe(setPath);
});
