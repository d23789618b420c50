// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CallError } from '../../platform/api/errors.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

const act = vi.fn<() => Promise<string>>();
const done = vi.fn<(result: string) => void>();
const closed = vi.fn<() => void>();

function open(more: Partial<Parameters<typeof ConfirmDialog<string>>[0]> = {}) {
  return renderAt('/', () => (
    <ConfirmDialog
      title="Offboard Ada?"
      question="Ada can no longer sign in."
      confirm="Offboard"
      failed="Ada was not offboarded"
      act={act}
      onDone={done}
      onClose={closed}
      {...more}
    />
  ));
}
const confirm = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Offboard' });

afterEach(() => {
  cleanup();
  for (const mock of [act, done, closed]) mock.mockReset();
});

it('shows what the action affects before it can be confirmed', async () => {
  const answers: ((touches: string[]) => void)[] = [];
  act.mockResolvedValue('done');
  const { user } = await open({ touches: () => new Promise((resolve) => answers.push(resolve)) });
  expect((await confirm()).disabled).toBe(true);
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(['3 tokens stop working', '2 sessions end']);
  const list = await screen.findByRole('list', { name: 'What this affects' });
  expect(list.textContent).toBe('3 tokens stop working2 sessions end');
  await user.click(await confirm());
  await waitFor(() => expect(done).toHaveBeenCalledWith('done'));
  expect(closed).toHaveBeenCalledTimes(1);
});

it('cannot be confirmed while its effects are unknown', async () => {
  await open({ touches: () => Promise.reject(new Error('No answer.')) });
  expect((await screen.findByRole('alert')).textContent).toContain('No answer.');
  expect((await confirm()).disabled).toBe(true);
});

const refused = (status: number, code: string) =>
  new CallError({
    status,
    problem: { error: 'Refused', message: 'The last master stays.', code },
    requestId: undefined,
  });

it.each([
  ['a refused dry run', refused(409, 'last_master'), 'This is not possible', false],
  ['one that the person may not make', refused(403, 'forbidden'), 'This is not possible', false],
  [
    'one that was not confirmed',
    refused(403, 'reauthentication_needed'),
    'What this affects could not be determined',
    true,
  ],
  [
    'a service that is down',
    refused(503, 'unavailable'),
    'What this affects could not be determined',
    true,
  ],
])('says of %s what it is', async (_, error, title, repeats) => {
  await open({ touches: () => Promise.reject(error), typeName: 'Ada' });
  const alert = await screen.findByRole('alert');
  // Nobody types a name for what is not possible.
  expect(screen.queryByRole('textbox') === null).toBe(title === 'This is not possible');
  expect(alert.textContent).toContain(title);
  expect(alert.textContent).toContain('The last master stays.');
  expect(within(alert).queryByRole('button', { name: 'Try again' }) !== null).toBe(repeats);
  expect((await confirm()).disabled).toBe(true);
});

it('requires the name to be typed for an irreversible action', async () => {
  const { user } = await open({ typeName: 'Ada' });
  const name = await screen.findByRole('textbox', { name: /type “Ada”/ });
  await user.type(name, 'ada{Enter}');
  expect((await confirm()).disabled).toBe(true);
  expect(act).not.toHaveBeenCalled();
  act.mockResolvedValue('done');
  await user.clear(name);
  await user.type(name, 'Ada{Enter}{Enter}');
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(act).toHaveBeenCalledTimes(1);
});

it('shows an error inside and stays open', async () => {
  act.mockRejectedValue(new Error('The last master stays.'));
  const { user } = await open();
  await user.click(await confirm());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Ada was not offboarded');
  expect(alert.textContent).toContain('The last master stays.');
  expect(closed).not.toHaveBeenCalled();
});

it('does not close while the action is running', async () => {
  act.mockReturnValue(new Promise(() => undefined));
  const { user } = await open();
  await user.click(await confirm());
  await user.keyboard('{Escape}');
  expect(closed).not.toHaveBeenCalled();
});
