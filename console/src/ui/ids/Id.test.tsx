// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Id } from './Id.tsx';
import { shortenId } from './display-names.ts';

const id = '018f3c2a-7b1e-7c3d-8e4f-0123456789ab';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('Id', () => {
  it('shows a shortened id and copies the full one', async () => {
    const user = userEvent.setup();
    render(<Id value={id} />);
    const button = screen.getByRole('button', { name: `Copy ${id}` });
    expect(button.textContent).toBe('018f3c2a…6789ab');
    await user.click(button);
    expect((await screen.findByRole('status')).textContent).toBe('Copied');
    expect(await navigator.clipboard.readText()).toBe(id);
  });

  it('shows an error when the browser refuses to copy', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    render(<Id value={id} />);
    await user.click(screen.getByRole('button'));
    expect((await screen.findByText(/Not copied/)).textContent).toContain('Not copied');
  });
});

describe('shortenId', () => {
  it('keeps a short id unchanged', () => {
    expect(shortenId('PRODUCT-1')).toBe('PRODUCT-1');
  });
});
