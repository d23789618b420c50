import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { Page } from '../../../platform/api/page.ts';
import { parseSearch, stringifySearch } from '../../../platform/search.ts';
import { DataList } from '../DataList.tsx';
import type { ListColumn, ListFilter } from '../columns.tsx';
import { useListState, type ListOptions } from '../useListState.ts';
import type { ListRequest } from '../list-request.ts';
import { useListQuery } from '../list-of.ts';

export interface Ring {
  id: string;
  name: string;
  year: number;
}

export const rings: Ring[] = Array.from({ length: 130 }, (_, index) => ({
  id: `r${index + 1}`,
  name: `Ring ${index + 1}`,
  year: 1900 + index,
}));
const options: ListOptions<'kind'> = { name: 'rings', filters: ['kind'], defaultSort: 'name' };
const columns: ListColumn<Ring>[] = [
  {
    id: 'name',
    header: 'Name',
    value: (row) => row.name,
    render: (row) => row.name,
    sortable: true,
  },
  {
    id: 'year',
    header: 'Year',
    value: (row) => row.year,
    render: (row) => row.year,
    sortable: 'descending',
    align: 'end',
  },
];
const filters: ListFilter<Ring, 'kind'>[] = [
  {
    name: 'kind',
    label: 'Kind',
    any: 'Any kind',
    options: [{ value: 'EVEN', label: 'Even' }],
    valuesOf: ({ year }) => (year % 2 === 0 ? 'EVEN' : []),
  },
];

type Service = (request: ListRequest<'kind'>) => Promise<Page<Ring>>;
export const service = vi.fn<Service>();

/** As our services answer: a page with a cursor, no total. */
export const paged: Service = async ({ pageSize, cursor, q }) => {
  const found = rings.filter(({ name }) => name.includes(q));
  const from = Number(cursor ?? 0);
  const hasMore = from + pageSize < found.length;
  const data = found.slice(from, from + pageSize);
  return { data, hasMore, nextCursor: hasMore ? String(from + pageSize) : null, total: undefined };
};

function Rings() {
  const list = useListState(options);
  const query = useListQuery(
    queryOptions({
      queryKey: ['rings', list.request],
      queryFn: () => service(list.request),
      retry: false,
    }),
  );
  return (
    <DataList
      list={list}
      query={query}
      label="Rings"
      columns={columns}
      filters={filters}
      search="Name"
      rowId={(ring) => ring.id}
      rowPath={(ring) => `/rings/${ring.id}`}
      none={{ title: 'No rings yet', action: <button type="button">Plant a tree</button> }}
    />
  );
}

/** A list of the rings of a tree, at an address. */
export async function open(path: string) {
  const root = createRootRoute({ validateSearch: (search) => search });
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: Rings }),
    createRoute({ getParentRoute: () => root, path: '/rings/$id', component: () => <p>A ring</p> }),
  ];
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history,
    parseSearch,
    stringifySearch,
  });
  const provided = (
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
  render(provided);
  await screen.findByRole('region', { name: 'Rings' });
  return { history, router, user: userEvent.setup() };
}

/** The pager stands above and below a long list. */
export async function pager(name: string): Promise<HTMLElement> {
  const [first] = await screen.findAllByRole('button', { name });
  if (!first) throw new Error(`There is no ${name}`);
  return first;
}
export const messages = () => screen.getAllByRole('status')[0]?.textContent;
export const firstRow = () => screen.getAllByRole('row')[1]?.textContent;
