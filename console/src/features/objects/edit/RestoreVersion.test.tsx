// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { currentToasts, dismissToast } from '../../../ui/feedback/toasts.ts';
import { Toasts } from '../../../ui/feedback/Toasts.tsx';
import {
  base,
  openPage,
  partitionWith,
  timeline,
  timelineId,
  version,
  versionId,
  type SentRequest,
} from '../testing/partition-pages.tsx';

afterEach(() => {
  cleanup();
  for (const { id } of currentToasts()) dismissToast(id);
  vi.unstubAllGlobals();
  localStorage.clear();
});

const restorePath = `${base}/timelines/${timelineId}/restore`;

/** Opens a page of a timeline with three versions, and records writes. */
function open(address: string, answer: (asked: SentRequest) => readonly [number, unknown]) {
  const written: SentRequest[] = [];
  const rest = partitionWith(3);
  openPage(address, (asked) => {
    if (asked.method !== 'POST') return rest(asked);
    written.push(asked);
    return answer(asked);
  });
  return { written, user: userEvent.setup() };
}

async function openDialog(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  return screen.findByRole('dialog', { name: 'Restore version 1 of Tree?' });
}

it('shows the changes, and restores a version on top of the newest one', async () => {
  const { written, user } = open(`${base}/objects/${versionId(1)}`, () => [
    201,
    version(4, { sequence: 4 }),
  ]);
  const dialog = await openDialog(user);
  expect(within(dialog).getByText('3', { selector: 'del *' })).toBeDefined();
  expect(within(dialog).getByText('1', { selector: 'ins *' })).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(written.map(({ path, data }) => [path, data])).toEqual([
    [restorePath, { objectId: versionId(1), predecessorId: versionId(3) }],
  ]);
  // Undo restores the previous newest version.
  render(<Toasts />);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written[1]?.data).toEqual({ objectId: versionId(3), predecessorId: versionId(4) });
});

it('shows the new head and requires confirmation again after a concurrent change', async () => {
  const theirs = version(4, { modificationUserName: 'Bo', objectData: { title: 'Theirs' } });
  const { written, user } = open(`${base}/objects/${versionId(1)}`, () =>
    written.length === 1
      ? [409, { error: 'Conflict', code: 'stale_predecessor', current: theirs }]
      : [201, version(5)],
  );
  const dialog = await openDialog(user);
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
  expect(
    await within(dialog).findByText(/Version 4 by Bo was written in the meantime/),
  ).toBeDefined();
  expect(within(dialog).getByText('Theirs', { selector: 'del *' })).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written[1]?.data).toEqual({ objectId: versionId(1), predecessorId: versionId(4) });
});

it('ends a timeline, and Undo resumes it', async () => {
  const written: SentRequest[] = [];
  const ended = version(2, { endedDate: '2024-01-02T00:00:00.000000Z', sequence: 2 });
  const rest = partitionWith(1);
  openPage(`${timeline}/latest`, (asked) => {
    if (asked.method === 'POST') {
      written.push(asked);
      return [201, asked.path === restorePath ? version(3, { sequence: 3 }) : ended];
    }
    if (asked.path.startsWith(`${base}/objects/referencedBy/`))
      return [200, { data: [{ name: 'treeRef', object: version(7) }], hasMore: false }];
    return rest(asked);
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('button', { name: 'End timeline' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/1 object refers to it/)).toBeDefined();
  await user.type(within(dialog).getByLabelText(/^Reason/), 'Felled');
  await user.click(within(dialog).getByRole('button', { name: 'End the timeline' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(written[0]?.data).toEqual({ predecessorId: versionId(1), reason: 'Felled' });
  render(<Toasts />);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written[1]?.data).toEqual({
    objectId: versionId(1),
    predecessorId: versionId(2),
    reason: 'Undone: Felled',
  });
});

it('resumes an ended timeline', async () => {
  const ended = version(2, { endedDate: '2024-01-02T00:00:00.000000Z', sequence: 2 });
  const rest = partitionWith(1);
  const written: SentRequest[] = [];
  openPage(`${timeline}/latest`, (asked) => {
    if (asked.path === `${timeline}/latest`) return [200, ended];
    if (asked.method !== 'POST') return rest(asked);
    written.push(asked);
    return [201, version(3, { sequence: 3 })];
  });
  const user = userEvent.setup();
  expect(screen.queryByRole('button', { name: 'New version' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Restore and continue' }));
  const dialog = await screen.findByRole('dialog', { name: 'Resume Tree?' });
  await user.click(within(dialog).getByRole('button', { name: 'Restore and continue' }));
  await waitFor(() =>
    expect(written.map(({ data }) => data)).toEqual([
      { objectId: versionId(2), predecessorId: versionId(2) },
    ]),
  );
});
