// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RawJson } from '@annals/rules/json/raw-json';
import { ReceiptContext } from './RedactedMark.tsx';
import { RedactedValue } from '../../platform/json-values/json-values.ts';
import type { JsonSchema } from './json-schema.ts';
import { JsonTree } from './JsonTree.tsx';
import { webAddress } from './tree-rows.ts';

afterEach(cleanup);

function show(
  value: Record<string, unknown>,
  onReceipt?: (receipt: number) => void,
  schema?: JsonSchema,
) {
  render(
    <MantineProvider env="test">
      <ReceiptContext value={onReceipt}>
        <JsonTree value={value} schema={schema} />
      </ReceiptContext>
    </MantineProvider>,
  );
  return userEvent.setup();
}
const focused = () => document.activeElement?.textContent;

describe('JsonTree', () => {
  it('shows properties in schema order with their titles, then the others', () => {
    const place = { properties: { town: {}, land: { title: 'Country' } } };
    show({ zip: 1, place: { land: 'CH', town: 'Bern' }, name: 'Ash' }, undefined, {
      properties: { name: { title: 'Name of the tree' }, place: { $ref: '#/$defs/place' } },
      $defs: { place },
    });
    const names = screen.getAllByRole('treeitem').map((row) => row.firstElementChild?.nextSibling);
    expect(names.map((name) => name?.textContent)).toEqual([
      'Name of the tree',
      'place',
      'town',
      'Country',
      'zip',
    ]);
    expect(screen.getByText('Country').title).toBe('land');
  });

  it('shows numbers as they are written', () => {
    const n = new RawJson('1.10');
    show({ n, list: [{ id: new RawJson('9007199254740993') }] });
    expect(screen.getByText('1.10').dataset['type']).toBe('number');
    expect(screen.getAllByText('9007199254740993')).not.toEqual([]);
  });

  it('is navigated with the keys of a tree view', async () => {
    const user = show({ a: { b: { c: 1 } }, d: 'end' });
    await user.tab();
    while (document.activeElement?.getAttribute('role') !== 'treeitem') await user.tab();
    expect(focused()).toMatch(/^a/);
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getAllByRole('treeitem')).toHaveLength(2);
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(focused()).toMatch(/^b/);
    await user.keyboard('{End}');
    expect(focused()).toMatch(/^dend/);
    await user.keyboard('{Home}');
    expect(focused()).toMatch(/^a/);
    await user.keyboard('{ArrowDown}{ArrowLeft}{ArrowLeft}');
    expect(focused()).toMatch(/^a/);
    expect(screen.getAllByRole('treeitem').filter((item) => item.tabIndex === 0)).toHaveLength(1);
  });

  it('shows erased values and opens their receipts by keyboard', async () => {
    const opened = vi.fn<(receipt: number) => void>();
    const user = show({ name: new RedactedValue(3), note: null }, opened);
    await user.tab();
    while (document.activeElement?.getAttribute('role') !== 'treeitem') await user.tab();
    expect(focused()).toBe('nameerased, receipt 3');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(opened).toHaveBeenCalledExactlyOnceWith(3);
  });

  it('shows markup as text', () => {
    show({ html: '<img src=x onerror="alert(1)"><b>bold</b>' });
    expect(screen.getByText('<img src=x onerror="alert(1)"><b>bold</b>')).toBeDefined();
    expect(document.querySelector('img, b')).toBeNull();
  });

  it('shows a long list in portions of 100', async () => {
    const user = show({ list: Array.from({ length: 250 }, (_, index) => `n${index}`) });
    await user.click(screen.getByText('250 items'));
    expect(screen.getAllByRole('treeitem')).toHaveLength(1 + 100 + 1);
    await user.click(screen.getByText('Show 150 more'));
    expect(screen.getAllByRole('treeitem')).toHaveLength(1 + 200 + 1);
  });
});

describe('webAddress', () => {
  it.each(['https://example.org/a?b=c#d', 'HTTP://example.org'])('links %s', (text) => {
    expect(webAddress(text)).toBe(text);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'see https://example.org',
    'https://',
    '//example.org',
    'ftp://x.org',
    5,
    null,
  ])('does not link %s', (value) => {
    expect(webAddress(value)).toBeUndefined();
  });
});
