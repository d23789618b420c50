// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  closePage,
  openPage,
  partitionWith,
  stubSight,
  timeline,
  versionId,
} from '../testing/partition-pages.tsx';

beforeEach(() => stubSight('nothing'));
afterEach(closePage);

const picked = (side: string, count: number) =>
  screen.findByRole('radio', { name: `Compare ${side} Version ${count}`, checked: true });

it('loads all pages of a long history and compares the newest two', async () => {
  const { asked } = openPage(timeline, partitionWith(227));
  expect(await screen.findByText('227 versions')).toBeDefined();
  // Asked of the document: finding hundreds of controls by their role takes seconds.
  expect(document.querySelectorAll('input[type=radio]')).toHaveLength(2 * 227);
  const checked = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')];
  expect(checked.map((radio) => radio.getAttribute('aria-label'))).toEqual([
    'Compare to Version 227',
    'Compare from Version 226',
  ]);
  const pages = asked.filter(({ path }) => path === timeline);
  expect(pages.map(({ query }) => query.get('cursor'))).toEqual([null, '100', '200']);
  const compare = screen.getByRole('region', { name: 'Compare' });
  expect(within(compare).getByText('226', { selector: 'del *' })).toBeDefined();
});

it('keeps the pair in the address, moves it and swaps it', async () => {
  const user = userEvent.setup();
  const { router } = openPage(`${timeline}?left=${versionId(1)}`, partitionWith(5));
  await picked('from', 1);
  await picked('to', 5);
  await user.click(screen.getByRole('radio', { name: 'Compare to Version 3' }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ left: versionId(1), right: versionId(3) }),
  );
  await user.click(screen.getByRole('button', { name: 'Next pair' }));
  await picked('from', 2);
  await picked('to', 4);
  await user.click(screen.getByRole('button', { name: 'Swap sides' }));
  await picked('from', 4);
  await picked('to', 2);
  await user.click(screen.getByRole('button', { name: 'Previous pair' }));
  await picked('from', 3);
  await picked('to', 1);
  expect(screen.getByRole('button', { name: 'Previous pair' }).hasAttribute('disabled')).toBe(true);
});

it('has nothing to compare in a history of one version', async () => {
  openPage(timeline, partitionWith(1));
  expect(await screen.findByText(/There is only one version/)).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull();
});
