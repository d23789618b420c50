// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import {
  base,
  openPage,
  partitionWith,
  timeline,
  version,
  type Service,
} from '../testing/partition-pages.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, owner: { type: 'string' } },
};

/** The newest version has a title, and an erased owner. */
function erased(written: unknown[]): Service {
  const shown = version(1, {
    objectData: { title: 'Oak', owner: null },
    erased: [{ path: '/owner', receipt: 4 }],
  });
  const rest = partitionWith(1);
  return (asked) => {
    if (asked.method === 'POST') {
      written.push(asked.data);
      return [201, version(2)];
    }
    if (asked.path === `${timeline}/latest`) return [200, shown];
    if (asked.path === `${base}/types/PRODUCT`)
      return [
        200,
        { type: 'PRODUCT', timelineCount: 1, versionCount: 1, version: 1, jsonSchema: schema },
      ];
    return rest(asked);
  };
}

it('omits an erased value from the new version instead of writing null', async () => {
  const user = userEvent.setup();
  const written: { objectData: unknown }[] = [];
  openPage(`${timeline}/latest`, erased(written));
  await user.click(await screen.findByRole('button', { name: 'New version' }));
  const title = await screen.findByLabelText('title');
  expect(screen.getByText(/1 value was erased: owner/)).toBeDefined();
  expect(screen.getByText('The value here was erased (receipt 4).')).toBeDefined();
  const owner = screen.getByLabelText('owner') as HTMLInputElement;
  expect(owner.value).toBe('');
  fireEvent.change(title, { target: { value: 'Ash' } });
  await user.click(screen.getByRole('button', { name: 'Save new version' }));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]?.objectData).toEqual({ title: 'Ash' });
});
