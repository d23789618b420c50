// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Steps } from './Steps.tsx';

afterEach(cleanup);

function Page({ focuses }: { focuses: boolean }) {
  const [isSecond, setIsSecond] = useState(false);
  return (
    <>
      <input aria-label="Elsewhere" />
      <Steps step={isSecond ? 'second' : 'first'}>
        {isSecond ? (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- what a step does with its first field
          <input aria-label="Name" autoFocus={focuses} />
        ) : (
          <button type="button" onClick={() => setIsSecond(true)}>
            Continue
          </button>
        )}
      </Steps>
    </>
  );
}

it.each([
  ['takes the focus of the button that it replaces', false],
  ['leaves the focus where the step has put it', true],
])('the next step %s', async (_, focuses) => {
  const user = userEvent.setup();
  render(<Page focuses={focuses} />);
  screen.getByRole('button', { name: 'Continue' }).focus();
  await user.keyboard('{Enter}');
  const name = screen.getByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(focuses ? name : name.parentElement);
});

it('takes nothing at first', () => {
  render(<Page focuses={false} />);
  expect(document.activeElement).toBe(document.body);
});
