// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import {
  base,
  openPage,
  partitionWith,
  type Service,
  version,
} from '../testing/partition-pages.tsx';
import { typeOfQuery, withType } from './TypeChips.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const tree = (number: number, objectData: Record<string, unknown>) =>
  version(number, { objectData });
const types = [
  { type: 'TAG', timelineCount: 2, versionCount: 2 },
  { type: 'TREE', timelineCount: 13, versionCount: 40 },
];

/** Trees, and the queries by which they were searched. */
function trees() {
  const queries: unknown[] = [];
  const service: Service = ({ method, path, data }) => {
    if (path === base) return [200, { id: 'p', partitionName: 'Wood', role: 'OWNER', types }];
    if (method !== 'POST' || path !== `${base}/objects/search`) return undefined;
    queries.push((data as { query?: string }).query);
    const rows = [
      tree(1, { title: 'Oak', height: 20, story: 'tall '.repeat(20), rings: [{ year: 1900 }] }),
    ];
    return [200, { data: rows, hasMore: false, nextCursor: null }];
  };
  return { service, queries };
}

it('replaces, adds and removes the type of a query, and leaves the rest', () => {
  expect(typeOfQuery('oak type:TREE height>3')).toBe('TREE');
  expect(typeOfQuery('"type:TREE"')).toBeUndefined();
  expect(withType('oak height>3', 'TREE')).toBe('type:TREE oak height>3');
  expect(withType('oak type:TREE', 'A TAG')).toBe('type:"A TAG" oak');
  expect(withType('oak type:TREE', undefined)).toBe('oak');
});

it('offers the types with their counts, the largest first, and shows the fields of the chosen one', async () => {
  const user = userEvent.setup();
  const { service, queries } = trees();
  openPage(`${base}/objects`, service, partitionWith(2));
  const chips = within(await screen.findByRole('group', { name: 'Type' })).getAllByRole('button');
  expect(chips.map(({ textContent }) => textContent)).toEqual(['TREE 13', 'TAG 2']);
  await screen.findByRole('link', { name: 'Oak' });
  expect(screen.queryByRole('columnheader', { name: 'height' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'TREE 13' }));
  await waitFor(() => expect(queries.at(-1)).toBe('type:TREE'));
  expect(await screen.findByRole('columnheader', { name: 'height' })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Type' })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: /year|story/ })).toBeNull();
  const pressed = screen.getByRole('button', { name: 'TREE 13' });
  expect(pressed.getAttribute('aria-pressed')).toBe('true');
  await user.click(pressed);
  await waitFor(() => expect(queries.at(-1)).toBeUndefined());
});

it('opens the rarer types of a partition with many', async () => {
  const user = userEvent.setup();
  const many = ['A', 'B', 'C', 'D', 'E', 'F'].map((type, index) => ({
    type,
    timelineCount: 60 - index,
    versionCount: 60,
  }));
  const { service } = trees();
  const served: Service = (request) =>
    request.path === base
      ? [200, { id: 'p', partitionName: 'Wood', role: 'OWNER', types: many }]
      : service(request);
  openPage(`${base}/objects`, served, partitionWith(2));
  const group = within(await screen.findByRole('group', { name: 'Type' }));
  const names = () => group.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names()).toEqual(['A 60', 'B 59', 'C 58', '3 more types']);
  await user.click(group.getByRole('button', { name: '3 more types' }));
  expect(names()).toHaveLength(6);
});
