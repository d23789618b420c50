// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { editJson, openJson } from '../testing/json-editor.ts';
import {
  base,
  openPage,
  partitionWith,
  timeline,
  version,
  versionId,
  type Service,
} from '../testing/partition-pages.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** The timeline has one version; another user adds the second one during editing. */
function overtaken(written: unknown[]): Service {
  const theirs = version(2, {
    objectData: { title: 'Oak', round: 1, ring: 'theirs' },
    modificationUserName: 'Bo',
  });
  const rest = partitionWith(1);
  return (asked) => {
    if (asked.method !== 'POST') return rest(asked);
    written.push(asked.data);
    const { predecessorId, objectData } = asked.data as {
      predecessorId: string;
      objectData: Record<string, unknown>;
    };
    if (predecessorId === theirs.id) return [201, version(3, { objectData })];
    return [
      409,
      {
        error: 'Conflict',
        code: 'stale_predecessor',
        message: 'There is a newer version.',
        current: theirs,
      },
    ];
  };
}

async function edit(data: object) {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New version' }));
  await openJson();
  await editJson(() => data);
  return user;
}

it('saves a new version based on the newest one', async () => {
  const written: unknown[] = [];
  const rest = partitionWith(2);
  openPage(`${timeline}/latest`, (asked) => {
    if (asked.method !== 'POST') return rest(asked);
    written.push(asked.data);
    return [201, version(3)];
  });
  const user = await edit({ title: 'Tree', round: 3 });
  await user.click(screen.getByRole('button', { name: 'Save new version' }));
  await waitFor(() =>
    expect(written).toEqual([
      {
        objectData: { title: 'Tree', round: 3 },
        references: [],
        timelineId: version(2).timelineId,
        predecessorId: versionId(2),
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('sends the reason as one line, also after a merge', async () => {
  const written: unknown[] = [];
  openPage(`${timeline}/latest`, overtaken(written));
  const user = await edit({ title: 'Ash', round: 1 });
  const reason = screen.getByRole('textbox', { name: 'Reason' });
  fireEvent.change(reason, { target: { value: ' Ordered\tby\u202eAda ' } });
  expect(reason).toHaveProperty('value', ' Ordered by Ada ');
  await user.click(screen.getByRole('button', { name: 'Save new version' }));
  const save = await screen.findByRole('button', { name: 'Save merged version' });
  await user.click(screen.getByRole('radio', { name: 'title: take mine' }));
  await user.click(save);
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written).toMatchObject([{ reason: 'Ordered by Ada' }, { reason: 'Ordered by Ada' }]);
});

it('lets the user resolve a concurrent change, and overwrites nothing silently', async () => {
  const written: unknown[] = [];
  openPage(`${timeline}/latest`, overtaken(written));
  const user = await edit({ title: 'Ash', round: 5 });
  await user.click(screen.getByRole('button', { name: 'Save new version' }));

  const dialog = await screen.findByRole('dialog', {
    name: 'This object has changed since you opened it',
  });
  expect(within(dialog).getByRole('alert').textContent).toContain('Version 2 by Bo');
  const save = within(dialog).getByRole('button', { name: 'Save merged version' });
  expect((save as HTMLButtonElement).disabled).toBe(true);
  // Only this user changed round, and only the other one added ring: both are taken. The title is a conflict.
  expect(
    within(dialog).getByRole('radio', { name: 'round: take mine', checked: true }),
  ).toBeDefined();
  expect(
    within(dialog).getByRole('radio', { name: 'ring: take theirs', checked: true }),
  ).toBeDefined();
  await user.click(within(dialog).getByRole('radio', { name: 'title: take mine' }));
  await user.click(save);
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written[1]).toMatchObject({
    objectData: { title: 'Ash', round: 5, ring: 'theirs' },
    predecessorId: versionId(2),
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('merges again if another version is written during the merge', async () => {
  const written: unknown[] = [];
  const heads = [
    version(2, { objectData: { title: 'Oak', round: 1 }, modificationUserName: 'Bo' }),
    version(3, { objectData: { title: 'Oak', round: 9 }, modificationUserName: 'Cy' }),
  ];
  const rest = partitionWith(1);
  openPage(`${timeline}/latest`, (asked) => {
    if (asked.method !== 'POST') return rest(asked);
    written.push(asked.data);
    const current = heads[written.length - 1];
    return current
      ? [409, { error: 'Conflict', code: 'stale_predecessor', current }]
      : [201, version(4)];
  });
  const user = await edit({ title: 'Ash', round: 1 });
  await user.click(screen.getByRole('button', { name: 'Save new version' }));
  await user.click(await screen.findByRole('radio', { name: 'title: take mine' }));
  await user.click(screen.getByRole('button', { name: 'Save merged version' }));
  await screen.findByText(/Version 3 by Cy/);
  // The earlier decision now counts as this user's value, and Cy's later change is taken.
  await user.click(screen.getByRole('button', { name: 'Save merged version' }));
  await waitFor(() => expect(written).toHaveLength(3));
  expect(written[2]).toMatchObject({
    objectData: { title: 'Ash', round: 9 },
    predecessorId: versionId(3),
  });
});

it('keeps the edited data if the timeline was ended in the meantime', async () => {
  const rest = partitionWith(1);
  openPage(`${timeline}/latest`, (asked) =>
    asked.method === 'POST'
      ? [409, { error: 'Conflict', code: 'timeline_ended', current: version(2) }]
      : rest(asked),
  );
  const user = await edit({ title: 'Ash' });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: 'Save new version' }));
  expect((await screen.findByRole('alert')).textContent).toContain('was ended in the meantime');
  await user.click(screen.getByRole('button', { name: 'Copy my data' }));
  expect(JSON.parse(copied.mock.calls[0]?.[0] ?? '')).toMatchObject({
    objectData: { title: 'Ash' },
  });
});

it('confirms before discarding edits', async () => {
  openPage(`${timeline}/latest`, partitionWith(1));
  const user = await edit({ title: 'Ash' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(screen.getByRole('button', { name: 'Save new version' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows error messages of the service at their fields', async () => {
  const rest = partitionWith(1);
  openPage(`${base}/objects/${versionId(1)}`, (asked) =>
    asked.method === 'POST'
      ? [
          400,
          {
            error: 'Bad request',
            fields: [{ path: 'body.objectData.round', message: 'Too round.' }],
          },
        ]
      : rest(asked),
  );
  const user = await edit({ title: 'Tree', round: 0 });
  await user.click(screen.getByRole('button', { name: 'Save new version' }));
  expect(await screen.findByText('round: Too round.')).toBeDefined();
});

it('is left with × and with Esc as with Cancel, and asks before it discards', async () => {
  openPage(`${timeline}/latest`, partitionWith(1));
  const user = await edit({ title: 'Oak', round: 2 });
  const dialog = await screen.findByRole('dialog', { name: /^New version of/ });
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  const asking = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(asking).getByRole('button', { name: 'Stay' }));
  within(dialog).getByRole('button', { name: 'Cancel' }).focus();
  await user.keyboard('{Escape}');
  const again = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(again).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
