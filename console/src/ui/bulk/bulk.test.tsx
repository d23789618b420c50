// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../platform/api/errors.ts';
import { type BulkResult, oneByOne, RefusedLocally } from './bulk-result.ts';
import { BulkResults } from './BulkResults.tsx';
import { useBulk } from './useBulk.ts';

type Act = (items: readonly string[], signal: AbortSignal) => Promise<readonly BulkResult[]>;
const closed = vi.fn<() => void>();

type Undo = (item: string) => (() => Promise<unknown>) | undefined;

function Work({ act, size, undo }: { act: Act; size: number; undo?: Undo | undefined }) {
  const bulk = useBulk<string>();
  const items = ['Ada', 'Ben', 'Cleo'];
  return (
    <>
      <button
        type="button"
        onClick={() =>
          bulk.start({
            title: 'Disable 3 users',
            items,
            size,
            name: (item) => item,
            act,
            ...(undo && { undo }),
          })
        }
      >
        Start
      </button>
      <BulkResults bulk={bulk} filename="disable" onClose={closed} />
    </>
  );
}

async function start(act: Act, size = 1, undo?: Undo) {
  const user = userEvent.setup();
  render(<Work act={act} size={size} undo={undo} />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  });
  await user.click(screen.getByRole('button', { name: 'Start' }));
  return user;
}

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
const refusal = new CallError({
  status: 409,
  problem: { error: 'Conflict', message: 'The last master stays.' },
  requestId: undefined,
});

afterEach(() => {
  cleanup();
  closed.mockReset();
  vi.restoreAllMocks();
});

describe('BulkResults', () => {
  it('undoes completed items, shows why one was refused, and offers no further undo', async () => {
    const reversed: string[] = [];
    const user = await start(
      async () => [{ outcome: 'DONE' }, { outcome: 'DONE' }, { outcome: 'UNCHANGED' }],
      3,
      (item) => async () => {
        if (item === 'Ada') throw new RefusedLocally('This has been changed again.');
        reversed.push(item);
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('dialog', { name: 'Undo: Disable 3 users' });
    await screen.findByRole('button', { name: 'Close' });
    expect(rows()).toEqual([
      ['Ada', expect.stringMatching(/Refused.*This has been changed again\./)],
      ['Ben', 'Done'],
    ]);
    expect(reversed).toEqual(['Ben']);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('offers no undo when an item cannot be undone', async () => {
    await start(
      async () => [{ outcome: 'DONE' }],
      1,
      () => undefined,
    );
    await screen.findByRole('button', { name: 'Close' });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('shows progress while running, and can be closed afterwards', async () => {
    const waiting: ((results: BulkResult[]) => void)[] = [];
    const user = await start(() => new Promise((resolve) => waiting.push(resolve)), 2);
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0');
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    waiting[0]?.([{ outcome: 'DONE' }, { outcome: 'UNCHANGED' }]);
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('value')).toBe('2'));
    waiting[1]?.([{ outcome: 'REFUSED', message: 'No such user.' }]);
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    expect(closed).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('a refusal affects only its own item', async () => {
    await start(oneByOne((item) => (item === 'Ben' ? Promise.reject(refusal) : Promise.resolve())));
    expect(await screen.findByText('2 done')).toBeTruthy();
    expect(rows()).toEqual([
      ['Ada', 'Done'],
      ['Ben', 'RefusedThe last master stays.'],
      ['Cleo', 'Done'],
    ]);
  });

  it('after a failed request, shows “No response” and tries no further items', async () => {
    const act = vi.fn<Act>().mockRejectedValue(new TypeError('fetch failed'));
    await start(act);
    expect(await screen.findByText('2 not tried')).toBeTruthy();
    expect(rows().map(([, outcome]) => outcome?.slice(0, 11))).toEqual([
      'No response',
      'Not tried',
      'Not tried',
    ]);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('stops after the current call when cancelled', async () => {
    const waiting: ((results: BulkResult[]) => void)[] = [];
    const user = await start(() => new Promise((resolve) => waiting.push(resolve)));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    waiting[0]?.([{ outcome: 'DONE' }]);
    expect(await screen.findByText('1 done')).toBeTruthy();
    expect(screen.getByText('2 not tried')).toBeTruthy();
  });

  it('exports the results as CSV', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:results';
    });
    const user = await start(async (items) => items.map(() => ({ outcome: 'DONE' })), 3);
    await user.click(await screen.findByRole('button', { name: 'Download as CSV' }));
    expect(await saved[0]?.text()).toContain('Name,Result,Message\r\nAda,Done,\r\nBen,Done,\r\n');
  });
});
