// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { useSingleMutation } from './useSingleMutation.ts';

afterEach(cleanup);

const send = vi.fn<(name: string) => Promise<void>>();

function Buttons() {
  const sending = useSingleMutation({ mutationFn: send });
  return (
    <>
      <button type="button" onClick={() => sending.mutate('one')}>
        One
      </button>
      <button type="button" onClick={() => sending.mutate('other')}>
        Other
      </button>
    </>
  );
}

it.each([
  ['succeeds', () => Promise.resolve()],
  ['fails', () => Promise.reject(new Error('no'))],
])('sends what is pending once, other things beside it, and again after it %s', async (_, end) => {
  send.mockReset();
  let answer: (value: Promise<void>) => void = () => undefined;
  send.mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await renderAt('/', Buttons);
  const one = screen.getByRole('button', { name: 'One' });
  one.click();
  one.click();
  await waitFor(() => expect(send).toHaveBeenCalled());
  one.click();
  answer(end());
  await vi.waitFor(() => {
    one.click();
    expect(send).toHaveBeenCalledTimes(2);
  });
  screen.getByRole('button', { name: 'Other' }).click();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(3));
  expect(send.mock.calls.map(([name]) => name)).toEqual(['one', 'one', 'other']);
});
