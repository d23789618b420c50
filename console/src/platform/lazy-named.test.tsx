// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { lazyNamed } from './lazy-named.ts';

afterEach(cleanup);

it.each(['pointer', 'focus'])(
  'loads its code when the %s reaches what opens it',
  async (approach) => {
    let loads = 0;
    const Later = lazyNamed(async () => {
      loads += 1;
      return { Later: () => <p>Here</p> };
    }, 'Later');
    const { rerender } = render(
      <button type="button" {...Later.onApproach}>
        Open
      </button>,
    );
    expect(loads).toBe(0);
    const button = screen.getByRole('button');
    await (approach === 'focus' ? userEvent.tab() : userEvent.hover(button));
    expect(loads).toBe(1);
    rerender(
      <Suspense>
        <Later />
      </Suspense>,
    );
    expect(await screen.findByText('Here')).toBeTruthy();
  },
);
