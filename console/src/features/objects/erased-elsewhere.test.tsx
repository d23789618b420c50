// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ObjectVersion } from '../../platform/api/things.ts';
import {
  base,
  closePage,
  openPage,
  stubVisibility,
  timeline,
  version,
  versionId,
} from './testing/partition-pages.tsx';

beforeEach(() => stubVisibility('nothing'));
afterEach(closePage);

const name = 'Ada Lovelace';

/** A timeline with two versions that contain a name, until another user erases it; then a third version is written. */
function open(address: string) {
  let erased = false;
  let grown = false;
  const carrier = (count: number): ObjectVersion =>
    version(count, {
      objectData: { title: `Tree of ${erased ? null : name}`, owner: erased ? null : name, count },
      references: [],
      ...(erased && { erased: [{ path: '/owner', receipt: 1 }] }),
    });
  const all = () => (grown ? [3, 2, 1] : [2, 1]).map(carrier);
  const list = (data: unknown[]) => ({ data, hasMore: false, nextCursor: null });
  const page = openPage(address, ({ path, query }) => {
    if (path === base) return [200, { id: '1', partitionName: 'Forest', role: 'READER' }];
    if (path === `${base}/erasures`) return [200, list(erased ? [receipt] : [])];
    if (path === timeline) return [200, list(all())];
    if (path === `${timeline}/latest`) return [200, all()[0]];
    if (path.startsWith(`${base}/objects/referencedBy/`)) return [200, list([])];
    if (path === `${base}/changes`) {
      const reported = grown && query.get('after') === '2' ? [carrier(3)] : [];
      return [200, { data: reported, nextCursor: grown ? '3' : '2', hasMore: false }];
    }
    const one = all().find(({ id }) => path === `${base}/objects/${id}`);
    return one && [200, one];
  });
  return {
    ...page,
    erase: () => {
      erased = true;
    },
    write: () => {
      grown = true;
    },
  };
}

const receipt = {
  receipt: 1,
  index: 3,
  timelineId: '2',
  erasedDate: '2026-03-01T09:10:01.000250Z',
  erasedUserId: 'u',
  reason: 'Asked for',
  legalBasis: 'Art. 17',
  versionCount: 2,
  valueCount: 2,
};

const shows = (where = 'body') =>
  document.querySelector(where)?.textContent.includes(name) ?? false;

it.each<[string, string, string?]>([
  ['a version', `${base}/objects/${versionId(2)}`],
  ['a version as of a past time', `${base}/objects/${versionId(1)}?asOf=2024-06-01T00:00:00Z`],
  ['the newest version', `${timeline}/latest`],
  ['the history with two versions compared', timeline],
  ['two versions compared', `${timeline}?left=${versionId(1)}&right=${versionId(2)}`],
  ['the list of incoming references', `${base}/objects/referencedBy/${versionId(2)}`],
  ['the reference graph', `${base}/objects/referencedBy/${versionId(2)}?view=graph`, '[data-node]'],
])(
  '%s no longer shows a value erased elsewhere once the window regains focus',
  async (_, address, where) => {
    const { asked, erase, queryClient } = open(address);
    const atRest = () => waitFor(() => expect(queryClient.isFetching()).toBe(0));
    const looks = () => asked.filter(({ path }) => path.endsWith('/erasures')).length;
    await waitFor(() => expect(shows(where)).toBe(true));
    await atRest();
    const before = looks();
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(looks()).toBe(before + 1));
    await atRest();
    // Until something is erased, checking changes nothing.
    expect(shows(where)).toBe(true);
    erase();
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(shows()).toBe(false));
  },
);

it('the newest version no longer shows a value erased elsewhere after the next write', async () => {
  const { asked, erase, write } = open(`${timeline}/latest`);
  await screen.findByText('Version 2 of 2');
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/changes'))).toBe(true));
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(800);
  erase();
  write();
  await screen.findByText('Version 3 of 3');
  await waitFor(() => expect(shows()).toBe(false));
});
