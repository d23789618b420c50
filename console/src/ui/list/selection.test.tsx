// @vitest-environment happy-dom
import { queryOptions } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Page } from '../../platform/api/page.ts';
import { currentToasts, dismissToast } from '../feedback/toasts.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { DataList } from './DataList.tsx';
import { ExportButtons } from './ExportButtons.tsx';
import type { ListColumn } from './columns.tsx';
import type { ListRequest } from './list-request.ts';
import { useListQuery } from './list-of.ts';
import { type ListOptions, useListState } from './useListState.ts';

interface Ring {
  id: string;
  name: string;
}

const options: ListOptions = { name: 'selectable-rings', filters: [], defaultSort: 'name' };
const columns: ListColumn<Ring>[] = [
  {
    id: 'name',
    header: 'Name',
    value: (row) => row.name,
    render: (row) => row.name,
    sortable: true,
  },
  { id: 'drawing', header: 'Drawing', render: () => 'o' },
];
type Service = (request: ListRequest) => Promise<Page<Ring>>;
const service = vi.fn<Service>();
const acted = vi.fn<(ids: string[]) => void>();

const rings = Array.from({ length: 1100 }, (_, index) => ({
  id: `r${index + 1}`,
  name: index === 0 ? '=Ring 1' : `Ring ${index + 1}`,
}));
const paged: Service = async ({ pageSize, cursor, q }) => {
  const found = rings.filter(({ name }) => name.includes(q));
  const from = Number(cursor ?? 0);
  const hasMore = from + pageSize < found.length;
  const nextCursor = hasMore ? String(from + pageSize) : null;
  return { data: found.slice(from, from + pageSize), hasMore, nextCursor, total: undefined };
};
const ringsQuery = (request: ListRequest) =>
  queryOptions({ queryKey: ['rings', request], queryFn: () => service(request), retry: false });

function Rings() {
  const list = useListState(options);
  return (
    <DataList
      list={list}
      query={useListQuery(ringsQuery(list.request))}
      label="Rings"
      columns={columns}
      search="Name"
      rowId={(ring) => ring.id}
      rowPath={(ring) => `/rings/${ring.id}`}
      selection={{
        renderActions: (selected, clear) => (
          <button
            type="button"
            onClick={() => {
              acted(selected.map(({ id }) => id));
              clear();
            }}
          >
            Cut
          </button>
        ),
      }}
      exports={<ExportButtons list={list} query={ringsQuery} columns={columns} filename="rings" />}
      none={{ title: 'No rings yet' }}
    />
  );
}

async function open(address = '/') {
  const opened = await renderAt(address, Rings);
  await screen.findByRole('checkbox', { name: 'Select Ring 2' });
  return opened;
}
const row = (name: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
const wholePage = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
const bar = () => screen.queryByRole('region', { name: 'Selected entries' });

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('scrollTo', vi.fn());
  service.mockReset().mockImplementation(paged);
  acted.mockReset();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const { id } of currentToasts()) dismissToast(id);
});

it('offers no export of an empty list', async () => {
  service.mockImplementation(async () => ({ data: [], hasMore: false, nextCursor: null }));
  await renderAt('/', Rings);
  expect(await screen.findByText('No rings yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'List options' })).toBeNull();
});

describe('selecting rows', () => {
  it('counts selected rows, acts on them and clears the selection', async () => {
    const { user, router } = await open();
    expect(bar()).toBeNull();
    await user.click(row('Ring 2'));
    await user.click(row('Ring 3'));
    await user.click(row('Ring 2'));
    expect(within(bar() ?? document.body).getByText('1 selected')).toBeTruthy();
    expect(wholePage().indeterminate).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Cut' }));
    expect(acted).toHaveBeenCalledWith(['r3']);
    expect(bar()).toBeNull();
    expect(router.state.location.pathname).toBe('/');
  });

  it('selects all rows of the page and no others', async () => {
    const { user } = await open();
    await user.click(wholePage());
    await user.click(screen.getByRole('button', { name: 'Cut' }));
    expect(acted.mock.calls[0]?.[0]).toEqual(rings.slice(0, 50).map(({ id }) => id));
    await user.click(wholePage());
    await user.click(wholePage());
    expect(bar()).toBeNull();
  });

  it('clears the selection when the page, sort order or search changes', async () => {
    const { user, router } = await open();
    for (const next of ['/?cursor=50', '/?sort=-name', '/?q=Ring']) {
      await user.click(wholePage());
      expect(bar()).not.toBeNull();
      await router.navigate({ href: next });
      await waitFor(() => expect(bar()).toBeNull());
      await router.navigate({ href: '/' });
      await waitFor(() => expect(row('Ring 2').checked).toBe(false));
    }
  });
});

describe('exporting', () => {
  it('exports all matching rows, page by page, without columns that have no value', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:rings';
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'List options' }));
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]?.text())?.split('\r\n') ?? [];
    expect(lines.slice(0, 3)).toEqual(['\uFEFFName', "'=Ring 1", 'Ring 2']);
    expect(lines).toHaveLength(1 + 1100 + 1);
    expect(currentToasts().at(-1)?.message).toBe('1,100 rows exported, with all times in UTC');
  });

  it('can be cancelled, and shows an error when it fails', async () => {
    const answers: ((page: Page<Ring>) => void)[] = [];
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'List options' }));
    service.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await user.click(screen.getByRole('button', { name: 'Cancel export' }));
    answers[0]?.(await paged({ q: '', filters: {}, sort: undefined, pageSize: 500, cursor: '' }));
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeTruthy();
    expect(currentToasts()).toEqual([]);
    service.mockRejectedValue(new Error('The service is away.'));
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    const error = expect.objectContaining({ message: 'The service is away.' });
    await waitFor(() => expect(currentToasts().at(-1)?.failure).toMatchObject({ error }));
  });
});
