// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import { SidePanel } from './SidePanel.tsx';

afterEach(cleanup);

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <ThemeProvider>
      <button type="button" onClick={() => setOpen(true)}>
        Details
      </button>
      {open && (
        <SidePanel title="An event" onClose={() => setOpen(false)}>
          Everything about it
        </SidePanel>
      )}
    </ThemeProvider>
  );
}

it('takes the focus, closes with Esc, and gives the focus back', async () => {
  const user = userEvent.setup();
  render(<Page />);
  const details = screen.getByRole('button', { name: 'Details' });
  await user.click(details);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'An event' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'An event' })).toBeNull();
  expect(document.activeElement).toBe(details);
  await user.click(details);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(document.activeElement).toBe(details);
});
