// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SimpleTable, type TableColumn } from './SimpleTable.tsx';

interface Tree {
  name: string;
  rings: number | null;
  level: number;
}
const trees: Tree[] = [
  { name: 'Oak', rings: 130, level: 0 },
  { name: 'Twig', rings: null, level: 1 },
];
const columns: TableColumn<Tree>[] = [
  { id: 'name', header: 'Name', names: true, render: ({ name }) => name },
  { id: 'rings', header: 'Rings', render: ({ rings }) => rings, align: 'end' },
  {
    id: 'cut',
    header: 'Actions',
    quietHead: true,
    render: ({ rings }) => rings !== null && <button type="button">Cut</button>,
  },
];

afterEach(cleanup);

it('labels the table, its columns and rows, and shows a dash for missing values', () => {
  render(
    <SimpleTable
      label="Trees"
      columns={columns}
      rows={trees}
      rowKey={({ name }) => name}
      levelOf={({ level }) => level}
    />,
  );
  const table = screen.getByRole('table', { name: 'Trees' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Name', 'Rings', 'Actions']);
  expect(within(table).getByRole('rowheader', { name: 'Twig' })).toBeTruthy();
  const [, oak, twig] = within(table).getAllByRole('row');
  expect(oak?.textContent).toBe('Oak130Cut');
  expect(twig?.textContent).toBe('Twig–');
  expect(twig?.style.getPropertyValue('--level')).toBe('1');
  // In a card on a phone, each cell has a label, except for buttons.
  expect([...(oak?.querySelectorAll('td') ?? [])].map((cell) => cell.dataset['label'])).toEqual([
    'Rings',
    undefined,
  ]);
});

it('is focusable if it scrolls, otherwise not', () => {
  const table = { label: 'Trees', columns, rows: trees, rowKey: ({ name }: Tree) => name };
  const { rerender } = render(<SimpleTable {...table} scrolls="tall" />);
  expect(screen.getByRole('group', { name: 'Trees' }).tabIndex).toBe(0);
  rerender(<SimpleTable {...table} />);
  expect(screen.queryByRole('group')).toBeNull();
});

it('shows a message in place of an empty table', () => {
  const table = { label: 'Trees', columns, rowKey: ({ name }: Tree) => name, none: 'No trees yet' };
  const { rerender } = render(<SimpleTable {...table} rows={[]} />);
  expect(screen.getByText('No trees yet')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  rerender(<SimpleTable {...table} rows={trees} />);
  expect(screen.queryByText('No trees yet')).toBeNull();
});
