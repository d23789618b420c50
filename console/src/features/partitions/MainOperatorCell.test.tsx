// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { product } from '../../platform/api/product.ts';
import {
  freshBrowserForEach,
  openConsole,
  services,
  token,
  user,
} from '../../testing/open-console.tsx';

const id = '018f3c2a-7b1e-7c3d-8e4f-000000000001';
const path = `/v1/partitions/${id}`;
const account = (operator: string) => ({
  id: `account-of-${operator}`,
  timelineId: `t-${operator}`,
  type: 'ACCOUNT',
  objectData: {},
  references: [{ name: 'mainOperatorRef', timelineId: operator }],
});
let comeIntoSight: () => void = () => undefined;

freshBrowserForEach(token);
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly tell: (entries: object[]) => void) {}
      observe() {
        comeIntoSight = () => this.tell([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
});

it('requests the main operator only once the row is visible', async () => {
  const key = `${product}.list:${user.id}:partitions`;
  localStorage.setItem(key, JSON.stringify({ columns: { mainOperator: true } }));
  const net = services(({ url }) => {
    const [asked] = url.split('?');
    if (asked === '/v1/partitions')
      return {
        body: { data: [{ id, partitionName: 'Ledger' }], hasMore: false, nextCursor: null },
      };
    if (asked === `${path}/objects/search`)
      return { body: { data: [account('one'), account('two'), account('one')] } };
    if (asked === `${path}/timelines/one/objects/latest`)
      return { body: { id: 'o', timelineId: 'one', objectData: { userId: 'u9' } } };
    if (asked === '/v1/users/u9') return { body: { id: 'u9', name: 'Grace Hopper' } };
    return undefined;
  });
  openConsole('/v1/partitions');
  await screen.findByRole('columnheader', { name: 'Main operator' });
  await screen.findByRole('link', { name: 'Ledger' });
  expect(net.requests.filter(({ url }) => url.startsWith(path))).toEqual([]);
  act(() => comeIntoSight());
  expect(await screen.findByText('Grace Hopper and 1 more')).toBeTruthy();
});
