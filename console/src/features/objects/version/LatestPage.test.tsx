// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  base,
  closePage,
  openPage,
  partitionWith,
  stubVisibility,
  timeline,
  version,
  type Service,
} from '../testing/partition-pages.tsx';

beforeEach(() => stubVisibility('nothing'));
afterEach(closePage);

/** A timeline with one version, until the change feed reports the second. */
function growing() {
  let count = 1;
  let reported = 1;
  const service: Service = (asked) => {
    if (asked.path === `${base}/changes`) {
      const data = reported < count ? [version(count)] : [];
      reported = count;
      return [200, { data, nextCursor: String(reported), hasMore: false }];
    }
    return partitionWith(count)(asked);
  };
  return { service, grow: () => (count = 2) };
}

it('shows and announces a new version when it is written', async () => {
  const { service, grow } = growing();
  openPage(`${timeline}/latest`, service);
  await screen.findByText('Version 1 of 1');
  grow();
  expect(await screen.findByText('Version 2 of 2')).toBeDefined();
  expect(screen.getByText(/Version 2 was just added/)).toBeDefined();
});

it('keeps the shown version while the user has scrolled down, until they request the new one', async () => {
  const user = userEvent.setup();
  const { service, grow } = growing();
  openPage(`${timeline}/latest`, service);
  await screen.findByText('Version 1 of 1');
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(800);
  grow();
  expect(await screen.findByText(/Version 2 was just added/)).toBeDefined();
  expect(screen.getByText('Version 1 of 2')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText('Version 2 of 2')).toBeDefined();
});

it('does not follow changes as of a past time', async () => {
  const { service } = growing();
  const { asked } = openPage(`${timeline}/latest?asOf=2024-06-01T00:00:00Z`, service);
  await screen.findByText('Version 1 of 1');
  expect(asked.some(({ path }) => path.endsWith('/changes'))).toBe(false);
});
