import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type SentRequest,
  base,
  closePage,
  openPage,
  partitionWith,
  type Service,
  version,
  versionId,
} from '../testing/partition-pages.tsx';

const other = '018f3c2a-7b1e-7c3d-8e4f-000000000009';
const tea = version(1, { objectData: { title: 'Tea', price: 20 } });
const cup = version(2, { timelineId: other, objectData: { title: 'Cup', price: 40 } });
const ended = version(3, { timelineId: versionId(77), endedDate: '2024-02-01T00:00:00.000000Z' });
const address = `${base}/objects/edit?q=tea`;

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, price: { type: 'number', minimum: 1 } },
  required: ['title'],
};

const shop: Service = ({ method, path }) => {
  if (method === 'POST' && path === `${base}/objects/search`)
    return [200, { data: [tea, cup, ended], hasMore: false, nextCursor: null }];
  if (path === `${base}/types/PRODUCT`)
    return [
      200,
      { type: 'PRODUCT', timelineCount: 2, versionCount: 2, version: 1, jsonSchema: schema },
    ];
  return undefined;
};

const saves: Service = ({ method, path, data }) => {
  if (method !== 'POST' || path !== `${base}/transactions`) return undefined;
  const { operations } = data as { operations: { timelineId?: string; objectData: object }[] };
  const written = operations.map(({ timelineId = versionId(88), objectData }, index) =>
    version(50 + index, { timelineId, objectData: { ...objectData } }),
  );
  return [201, { dryRun: false, data: written }];
};

const sent = (asked: readonly SentRequest[]) =>
  asked.find(({ path }) => path === `${base}/transactions`);

beforeEach(() => {
  // Without layout, the grid would have no room for columns.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 1400, 800),
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  closePage();
});

async function open(...services: Service[]) {
  const page = openPage(address, ...services, shop, partitionWith(1));
  const user = userEvent.setup();
  const grid = await screen.findByRole('grid', { name: 'Objects of type PRODUCT' });
  const cellOf = (name: string) => within(grid).findByRole('gridcell', { name });
  return { ...page, user, grid, cellOf };
}

const paste = (cell: HTMLElement, text: string) =>
  pasteKinds(cell, new Map([['text/plain', text]]));
const pasteKinds = (cell: HTMLElement, kinds: ReadonlyMap<string, string>) =>
  fireEvent.paste(cell, { clipboardData: { getData: (kind: string) => kinds.get(kind) ?? '' } });

it('saves changed rows in one transaction, each based on the version that was read', async () => {
  const { asked, user, cellOf } = await open(saves);
  expect(screen.getByText('1 ended object is left out.')).toBeDefined();
  const price = await cellOf('20');
  await user.click(price);
  paste(price, '2.5\r\n5\r\n');
  expect(await screen.findByText('2 changed')).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'New prices');
  await user.click(screen.getByRole('button', { name: 'Save 2 objects' }));
  await waitFor(() => expect(sent(asked)).toBeDefined());
  expect(sent(asked)?.data).toEqual({
    reason: 'New prices',
    operations: [
      {
        operation: 'newVersion',
        timelineId: tea.timelineId,
        predecessorId: tea.id,
        objectData: { title: 'Tea', price: 2.5 },
        references: [],
      },
      {
        operation: 'newVersion',
        timelineId: other,
        predecessorId: cup.id,
        objectData: { title: 'Cup', price: 5 },
        references: [],
      },
    ],
  });
  await waitFor(() =>
    expect(document.querySelector('output')?.textContent).toBe('2 objects saved'),
  );
});

it('does not save rows that break the schema, and undoes and redoes changes', async () => {
  const { asked, user, cellOf } = await open(saves);
  const price = await cellOf('20');
  await user.click(price);
  paste(price, 'cheap');
  const wrong = within(await screen.findByRole('table', { name: 'Rows with problems' }));
  expect(wrong.getByText(/This must be/)).toBeDefined();
  paste(price, '9007199254740993');
  expect(await wrong.findByText(/This number cannot be stored exactly/)).toBeDefined();
  paste(price, '1,234');
  expect(await wrong.findByText(/1,234 could be 1234 or 1\.234/)).toBeDefined();
  expect(wrong.queryByText(/This must be/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save 1 object' }));
  expect(sent(asked)).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  for (const _ of ['9007199254740993', 'cheap'])
    await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Nothing changed yet')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  expect(await screen.findByText('1 changed')).toBeDefined();
});

// mui/mui-x#11754, beekeeper-studio/beekeeper-studio#2328
it('copies a text of several lines into one cell, and for others as it is', async () => {
  const lines = 'Tea\nwith\tmilk';
  const { user, grid } = await open(saves);
  // The first cell with this name has the title of the row.
  const cellOf = (name: string) => within(grid).getAllByRole('gridcell', { name })[1] ?? grid;
  await within(grid).findByRole('gridcell', { name: '20' });
  await user.click(cellOf('Tea'));
  pasteKinds(cellOf('Tea'), new Map([['application/x-annals-cell', lines]]));
  expect(await screen.findByText('1 changed')).toBeDefined();
  const copied = new Map<string, string>();
  fireEvent.copy(within(grid).getByRole('gridcell', { name: 'Tea with milk' }), {
    clipboardData: { setData: (kind: string, text: string) => copied.set(kind, text) },
  });
  expect(copied.get('text/plain')).toBe(lines);
  await user.click(cellOf('Cup'));
  pasteKinds(cellOf('Cup'), copied);
  expect(await screen.findByText('2 changed')).toBeDefined();
  expect(within(grid).getAllByRole('gridcell', { name: 'Tea with milk' })).toHaveLength(2);
});

it('does not save a text in place of a list, even without a schema', async () => {
  const tagged = version(1, { objectData: { tags: ['hot'] } });
  const { asked, user, cellOf } = await open(saves, ({ method, path }) => {
    if (path === `${base}/types/PRODUCT`)
      return [
        200,
        { type: 'PRODUCT', timelineCount: 1, versionCount: 1, version: 1, jsonSchema: null },
      ];
    return method === 'POST' && path === `${base}/objects/search`
      ? [200, { data: [tagged], hasMore: false, nextCursor: null }]
      : undefined;
  });
  const tags = await cellOf('["hot"]');
  await user.click(tags);
  paste(tags, 'cold');
  const wrong = within(await screen.findByRole('table', { name: 'Rows with problems' }));
  expect(wrong.getByText(/Enter a list or an object as JSON/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save 1 object' }));
  expect(sent(asked)).toBeUndefined();
  paste(tags, '["cold"]');
  await user.click(await screen.findByRole('button', { name: 'Save 1 object' }));
  await waitFor(() =>
    expect(sent(asked)?.data).toMatchObject({ operations: [{ objectData: { tags: ['cold'] } }] }),
  );
});

it('shows a row that another user changed, and applies the changes to that version on request', async () => {
  const theirs = version(9, { objectData: { title: 'Green tea', price: 3 } });
  let refuse = true;
  const conflicting: Service = (asked) => {
    if (!refuse || asked.path !== `${base}/transactions`) return undefined;
    refuse = false;
    const conflicts = [{ operation: 0, code: 'stale_predecessor', message: '', current: theirs }];
    return [409, { error: 'Conflict', code: 'transaction_conflict', message: 'No.', conflicts }];
  };
  const { asked, user, cellOf } = await open(conflicting, saves);
  const price = await cellOf('20');
  await user.click(price);
  paste(price, '7');
  await user.click(await screen.findByRole('button', { name: 'Save 1 object' }));
  expect(await screen.findByText(/Both changed: price/)).toBeDefined();
  // Nothing is sent until the conflict is resolved.
  await user.click(screen.getByRole('button', { name: 'Save 1 object' }));
  await user.click(screen.getByRole('button', { name: 'Apply my changes to it' }));
  await user.click(screen.getByRole('button', { name: 'Save 1 object' }));
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('1 object saved'));
  const calls = asked.filter(({ path }) => path === `${base}/transactions`);
  expect(calls).toHaveLength(2);
  expect(calls[1]?.data).toMatchObject({
    operations: [{ predecessorId: theirs.id, objectData: { title: 'Green tea', price: 7 } }],
  });
});

it('changes a field in all rows after a dry run', async () => {
  const { asked, user } = await open(saves);
  await user.click(screen.getByRole('button', { name: 'Change a field in all 2 results' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change a field' }));
  const isOff = (name: string) => dialog.getByRole<HTMLButtonElement>('button', { name }).disabled;
  expect(isOff('Apply')).toBe(true);
  await user.type(dialog.getByRole('combobox', { name: 'Field' }), 'price');
  expect(dialog.getByText('Enter a value. To clear the field, remove it.')).toBeDefined();
  expect(isOff('Apply')).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), '40');
  expect(await dialog.findByText('1 row changes, 1 does not')).toBeDefined();
  expect(dialog.getByText('Already has this value')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Apply to 1 row' }));
  await user.click(await screen.findByRole('button', { name: 'Save 1 object' }));
  await waitFor(() =>
    expect(sent(asked)?.data).toMatchObject({
      operations: [{ timelineId: tea.timelineId, objectData: { price: 40 } }],
    }),
  );
});

it('creates an object for a new row, and confirms before leaving with unsaved changes', async () => {
  const { asked, user, router, grid } = await open(saves);
  await user.click(screen.getByRole('button', { name: 'Add row' }));
  const rows = within(grid).getAllByRole('row');
  const cells = within(rows.at(-1) ?? grid).getAllByRole('gridcell');
  const title = cells[2] ?? grid;
  await user.click(title);
  paste(title, 'Pot\t8');
  expect(await screen.findByText('1 new')).toBeDefined();
  router.history.push(`${base}/objects`);
  expect(await screen.findByRole('dialog', { name: /unsaved|Leave/i })).toBeDefined();
  await user.click(screen.getByRole('button', { name: /Stay/ }));
  await user.click(screen.getByRole('button', { name: 'Save 1 object' }));
  await waitFor(() =>
    expect(sent(asked)?.data).toMatchObject({
      operations: [
        { operation: 'create', type: 'PRODUCT', objectData: { title: 'Pot', price: 8 } },
      ],
    }),
  );
});

it('shows no grid to readers', async () => {
  openPage(address, shop, partitionWith(1, 'READER'));
  expect(await screen.findByText(/You can read this partition/)).toBeDefined();
  expect(screen.queryByRole('grid')).toBeNull();
});

it('shows why the partition could not be loaded, and retries on request', async () => {
  let fails = true;
  const failing: Service = ({ method, path }) =>
    fails && method === 'GET' && path === base
      ? [500, { error: 'Internal Server Error', message: 'The database is unavailable.' }]
      : undefined;
  openPage(address, failing, shop, partitionWith(1));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The database is unavailable.');
  fails = false;
  await userEvent.setup().click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('grid', { name: 'Objects of type PRODUCT' })).toBeDefined();
});
