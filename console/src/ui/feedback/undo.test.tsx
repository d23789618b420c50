// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentToasts, dismissToast } from './toasts.ts';
import { Toasts } from './Toasts.tsx';
import { showUndo } from './undo.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  for (const { id } of currentToasts()) dismissToast(id);
});

describe('showUndo', () => {
  it('runs the undo once and confirms it', async () => {
    const user = userEvent.setup();
    const undo = vi.fn<() => Promise<unknown>>().mockResolvedValue(undefined);
    showUndo('Ada is disabled', undo);
    render(<Toasts />);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeTruthy();
    expect(screen.queryByText('Ada is disabled')).toBeNull();
    expect(undo).toHaveBeenCalledTimes(1);
  });

  it('shows the error of a failed undo until it is dismissed', async () => {
    vi.useFakeTimers();
    showUndo('Ada is disabled', () => Promise.reject(new Error('The last master stays.')));
    currentToasts()[0]?.action?.run();
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    render(<Toasts />);
    expect(screen.getByRole('alert').textContent).toContain('The last master stays.');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});
