// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeSet, changeSetsOf, reasonOnly, twoApprovals } from '../testing/change-sets.ts';
import {
  base,
  closePage,
  openPage,
  partitionId,
  partitionWith,
  stubVisibility,
  timeline,
  version,
  versionId,
  type Service,
} from '../testing/partition-pages.tsx';

beforeEach(() => stubVisibility('nothing'));
afterEach(closePage);

/** Takes every version, and keeps what was sent. */
function taking(written: unknown[]): Service {
  return ({ method, path, data }) => {
    if (method !== 'POST' || path !== `${base}/objects`) return undefined;
    written.push(data);
    return [201, version(3, data as object)];
  };
}

async function row(name: RegExp) {
  return screen.findByRole('treeitem', { name });
}

/** A click on a value turns it into its field. */
async function edit(name: RegExp, value: string) {
  const user = userEvent.setup();
  await user.click(within(await row(name)).getByText(value));
  return user;
}

const bar = () => screen.findByRole('group', { name: 'Unsaved changes' });

it('edits values where they stand, shows what changes, and saves one version', async () => {
  const written: unknown[] = [];
  openPage(`${timeline}/latest`, taking(written), partitionWith(2));
  const user = await edit(/^title/, 'Tree');
  const title = await screen.findByRole('textbox', { name: 'title' });
  expect(document.activeElement).toBe(title);
  expect(screen.queryByRole('group', { name: 'Unsaved changes' })).toBeNull();
  await user.clear(title);
  await user.type(title, 'Oak');
  expect(within(await bar()).getByText('1 change')).toBeDefined();
  await user.click(within(await row(/^round/)).getByText('2'));
  const round = await screen.findByRole('textbox', { name: 'round' });
  await user.clear(round);
  await user.type(round, '7');
  expect(within(await bar()).getByText('2 changes')).toBeDefined();
  expect((await bar()).textContent).toContain('titleTree→Oak');
  expect((await bar()).textContent).toContain('round2→7');
  expect(written).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(written).toEqual([
      {
        objectData: { title: 'Oak', round: 7 },
        references: [],
        timelineId: version(2).timelineId,
        predecessorId: versionId(2),
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Unsaved changes' })).toBeNull());
  expect(screen.queryByRole('textbox', { name: 'title' })).toBeNull();
  await waitFor(() => expect(document.activeElement?.id).toBe('page-heading'));
});

it('is used with the keyboard alone: Enter opens, Enter keeps, Esc takes back', async () => {
  openPage(`${timeline}/latest`, partitionWith(2));
  const user = userEvent.setup();
  (await row(/^title/)).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('textbox', { name: 'title' });
  await user.keyboard('Oak{Enter}');
  expect(document.activeElement).toBe(await row(/^title/));
  await user.keyboard('{ArrowDown}{F2}');
  await screen.findByRole('textbox', { name: 'round' });
  await user.keyboard('9');
  expect(within(await bar()).getByText('2 changes')).toBeDefined();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(await row(/^round/));
  expect(screen.queryByRole('textbox', { name: 'round' })).toBeNull();
  expect(within(await bar()).getByText('1 change')).toBeDefined();
  screen.getByRole('button', { name: 'Discard' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(document.activeElement).toBe(await row(/^round/)));
});

it('saves no field that holds no value, and keeps what was typed in the other view', async () => {
  const written: unknown[] = [];
  openPage(`${timeline}/latest`, taking(written), partitionWith(2));
  const user = await edit(/^round/, '2');
  const round = await screen.findByRole('textbox', { name: 'round' });
  await user.type(round, 'x');
  expect(await screen.findByText('This is not a number.')).toBeDefined();
  expect(within(await bar()).getByText('No changes yet')).toBeDefined();
  const views = within(screen.getByRole('group', { name: 'Show data as' }));
  await user.click(views.getByRole('button', { name: 'JSON' }));
  await user.click(views.getByRole('button', { name: 'Tree' }));
  expect(screen.getByRole('textbox', { name: 'round' })).toHaveProperty('value', '2x');
  await user.click(within(await row(/^title/)).getByText('Tree'));
  await user.type(await screen.findByRole('textbox', { name: 'title' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(document.activeElement).toBe(round);
  expect(written).toEqual([]);
});

it('closes a field that holds no change with a click elsewhere, and keeps the others', async () => {
  openPage(`${timeline}/latest`, partitionWith(2));
  const user = await edit(/^title/, 'Tree');
  await user.type(await screen.findByRole('textbox', { name: 'title' }), '!');
  await user.click(within(await row(/^round/)).getByText('2'));
  await screen.findByRole('textbox', { name: 'round' });
  await user.click(screen.getByRole('heading', { level: 1 }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'round' })).toBeNull());
  expect(screen.getByRole('textbox', { name: 'title' })).toHaveProperty('value', 'Tree!');
  await user.click(screen.getByRole('button', { name: 'Undo the change of title' }));
  expect(screen.queryByRole('group', { name: 'Unsaved changes' })).toBeNull();
  expect(within(await row(/^title/)).getByText('Tree')).toBeDefined();
});

it('edits a list as a whole, with the changes of its elements', async () => {
  const written: unknown[] = [];
  const withList = { objectData: { title: 'Tree', tags: ['old', 'tall'] } };
  openPage(
    `${timeline}/latest`,
    taking(written),
    ({ path }) => (path === `${timeline}/latest` ? [200, version(2, withList)] : undefined),
    partitionWith(2),
  );
  const user = await edit(/^0/, 'old');
  const element = await screen.findByRole('textbox', { name: '0' });
  await user.clear(element);
  await user.type(element, 'young');
  await user.keyboard('{Enter}{ArrowUp}{F2}');
  expect(await screen.findByDisplayValue('young')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove tags 2' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(written).toMatchObject([{ objectData: { title: 'Tree', tags: ['young'] } }]),
  );
});

it('passes changes that another user overtook on to the merge', async () => {
  const written: unknown[] = [];
  const theirs = version(3, {
    objectData: { title: 'Elm', round: 2 },
    modificationUserName: 'Bo',
  });
  openPage(
    `${timeline}/latest`,
    ({ method, path, data }) => {
      if (method !== 'POST' || path !== `${base}/objects`) return undefined;
      written.push(data);
      return written.length === 1
        ? [409, { error: 'Conflict', code: 'stale_predecessor', current: theirs }]
        : [201, version(4)];
    },
    partitionWith(2),
  );
  const user = await edit(/^title/, 'Tree');
  await user.type(await screen.findByRole('textbox', { name: 'title' }), '!');
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Ordered');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const merge = within(
    await screen.findByRole('dialog', { name: 'This object has changed since you opened it' }),
  );
  await user.click(merge.getByRole('radio', { name: 'title: take mine' }));
  await user.click(merge.getByRole('button', { name: 'Save merged version' }));
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written[1]).toMatchObject({
    objectData: { title: 'Tree!' },
    predecessorId: versionId(3),
    reason: 'Ordered',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('group', { name: 'Unsaved changes' })).toBeNull();
});

it('asks before the page is left, and discards only then', async () => {
  const { router } = openPage(`${timeline}/latest`, partitionWith(2));
  const user = await edit(/^title/, 'Tree');
  await user.type(await screen.findByRole('textbox', { name: 'title' }), '!');
  router.history.push(`${base}/objects/${versionId(1)}`);
  const asking = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(asking).getByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe(`${timeline}/latest`);
  expect(within(await bar()).getByText('1 change')).toBeDefined();
  router.history.push(`${base}/objects/${versionId(1)}`);
  const again = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(again).getByRole('button', { name: 'Leave' }));
  await screen.findByText(/isn’t the newest|not the newest/);
  expect(screen.queryByRole('group', { name: 'Unsaved changes' })).toBeNull();
});

it('goes on in the form of all fields with what was changed', async () => {
  openPage(`${timeline}/latest`, partitionWith(2));
  const user = await edit(/^title/, 'Tree');
  await user.type(await screen.findByRole('textbox', { name: 'title' }), '!');
  await user.click(screen.getByRole('button', { name: 'New version' }));
  const form = within(await screen.findByRole('dialog', { name: /^New version of/ }));
  expect(await form.findByDisplayValue('Tree!')).toBeDefined();
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeDefined();
});

it('only proposes where the policy requires approvals', async () => {
  const written: unknown[] = [];
  openPage(
    `${timeline}/latest`,
    taking(written),
    changeSetsOf({ set: changeSet({ state: 'DRAFT' }), policy: twoApprovals }),
    partitionWith(2),
  );
  const user = await edit(/^title/, 'Tree');
  await user.type(await screen.findByRole('textbox', { name: 'title' }), '!');
  expect(await screen.findByText(/each change needs 2 approvals/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add to change set' }));
  expect(await screen.findByRole('dialog', { name: 'Add Tree to a change set' })).toBeDefined();
  expect(written).toEqual([]);
});

it('does not save without the reason that the policy requires', async () => {
  const written: unknown[] = [];
  openPage(
    `${timeline}/latest`,
    taking(written),
    changeSetsOf({ policy: reasonOnly }),
    partitionWith(2),
  );
  const user = await edit(/^title/, 'Tree');
  await user.type(await screen.findByRole('textbox', { name: 'title' }), '!');
  await screen.findByText('The policy of this partition requires a reason.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a reason.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Reason/ }));
  expect(written).toEqual([]);
});

it('shows what the service refuses at the field, and elsewhere in the bar', async () => {
  openPage(
    `${timeline}/latest`,
    ({ method, path }) =>
      method === 'POST' && path === `${base}/objects`
        ? [
            400,
            {
              error: 'Bad request',
              fields: [
                { path: 'body.objectData.title', message: 'Too loud.' },
                { path: 'body.objectData.round', message: 'Too round.' },
              ],
            },
          ]
        : undefined,
    partitionWith(2),
  );
  const user = await edit(/^title/, 'Tree');
  const title = await screen.findByRole('textbox', { name: 'title' });
  await user.type(title, '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('round: Too round.')).toBeDefined();
  expect(await within(await row(/^title/)).findByText('Too loud.')).toBeDefined();
  await user.type(title, '?');
  expect(within(await row(/^title/)).queryByText('Too loud.')).toBeNull();
});

it.each([
  ['a reader', partitionWith(2, 'READER')],
  [
    'an archived partition',
    (({ path }) =>
      path === base
        ? [200, { id: partitionId, role: 'OWNER', archivedDate: '2026-01-01T00:00:00Z' }]
        : undefined) satisfies Service,
  ],
])('offers nothing to %s', async (_, service) => {
  openPage(`${timeline}/latest`, service, partitionWith(2));
  const user = await edit(/^title/, 'Tree');
  expect(await screen.findByRole('button', { name: 'Copy value' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  await user.keyboard('{F2}{Enter}');
  expect(screen.queryByRole('textbox', { name: 'title' })).toBeNull();
});

it('offers no older version for editing in place', async () => {
  openPage(`${base}/objects/${versionId(1)}`, partitionWith(2));
  await edit(/^title/, 'Tree');
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'title' })).toBeNull();
});
