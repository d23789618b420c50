import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeState } from '../../platform/api/state.ts';
import { setLanguage } from '../../platform/texts.ts';
import { freshBrowserForEach, openConsole, services, token } from '../../testing/open-console.tsx';
import { shortcutKeys } from './shortcut-keys.ts';

freshBrowserForEach();
afterEach(() => {
  document.body.innerHTML = '';
});

describe('shortcuts', () => {
  const pressed: string[] = [];
  const went: string[] = [];
  const opened: string[] = [];
  let stop = () => undefined as void;

  /** Renders a page with these controls and with shortcuts. */
  function page(html: string): void {
    document.body.innerHTML = `<main>${html}</main>`;
    for (const control of document.querySelectorAll('[data-shortcut]'))
      control.addEventListener('click', () => pressed.push(control.id));
    const router = { history: { push: (path: string) => went.push(path) } };
    const keys = shortcutKeys(router as never, () => opened.push('shortcuts'));
    window.addEventListener('keydown', keys);
    stop = () => window.removeEventListener('keydown', keys);
  }

  beforeEach(() => {
    for (const list of [pressed, went, opened]) list.length = 0;
  });
  afterEach(() => stop());

  test('activate enabled controls of the page', async () => {
    page(`<button id="off" disabled data-shortcut="n">New</button>
      <button id="why" aria-disabled="true" data-shortcut="e">Edit</button>
      <button id="new" data-shortcut="n">New</button>
      <a id="before" href="#a" data-shortcut="[">Before</a>
      <input id="search" data-shortcut="/" value="oak">`);
    await userEvent.keyboard('ne[[]');
    expect(pressed).toEqual(['new', 'before']);
    await userEvent.keyboard('/');
    const search = document.querySelector<HTMLInputElement>('#search');
    expect(document.activeElement).toBe(search);
    expect(search?.value).toBe('oak');
  });

  test.each([
    '<input id="field" autofocus>',
    '<textarea id="field"></textarea>',
    '<div id="field" contenteditable="true" tabindex="0"></div>',
    '<select id="field"><option>n</option></select>',
  ])('are typed as text in %s', async (field) => {
    page(`${field}<button id="new" data-shortcut="n">New</button>`);
    document.querySelector<HTMLElement>('#field')?.focus();
    await userEvent.keyboard('ngp?');
    expect([pressed, went, opened]).toEqual([[], [], []]);
  });

  test('do nothing behind a dialog', async () => {
    page('<button id="new" data-shortcut="n">New</button>');
    const dialog = document.createElement('section');
    dialog.setAttribute('aria-modal', 'true');
    document.body.append(dialog);
    await userEvent.keyboard('n?');
    expect([pressed, opened]).toEqual([[], []]);
    dialog.remove();
    await userEvent.keyboard('n');
    expect(pressed).toEqual(['new']);
  });

  test('do nothing when switched off or pressed with Ctrl', async () => {
    page('<button id="new" data-shortcut="n">New</button>');
    await userEvent.keyboard('{Control>}n{/Control}');
    localStorage.setItem('annals.singleKeys', 'off');
    await userEvent.keyboard('ngp?');
    expect([pressed, went, opened]).toEqual([[], [], []]);
    localStorage.removeItem('annals.singleKeys');
    await userEvent.keyboard('n?');
    expect([pressed, opened]).toEqual([['new'], ['shortcuts']]);
  });

  test('open the pages of the menu and no others', async () => {
    page('');
    await userEvent.keyboard('gpgu');
    expect(went).toEqual(['/v1/partitions']);
    changeState({ isGlobalMaster: true });
    await userEvent.keyboard('gu');
    expect(went).toEqual(['/v1/partitions', '/v1/users']);
  });

  test('move from row to row', async () => {
    page(`<table>
      <tr><td><a data-row href="#1">1</a></td></tr>
      <tr><td><input type="checkbox"><a data-row href="#2">2</a></td></tr>
      <tr><td><a data-row href="#3">3</a></td></tr></table>`);
    const at = () => document.activeElement?.textContent;
    await userEvent.keyboard('j');
    expect(at()).toBe('1');
    await userEvent.keyboard('jj');
    expect(at()).toBe('3');
    await userEvent.keyboard('jk');
    expect(at()).toBe('2');
    document.querySelector('input')?.focus();
    await userEvent.keyboard('k');
    expect(at()).toBe('1');
  });
});

describe('the help sheet', () => {
  const sheet = async () => within(await screen.findByRole('dialog'));

  test('opens with ?, lists the shortcuts, and switches single-key shortcuts off', async () => {
    localStorage.setItem('auth', token);
    services();
    openConsole('/v1/partitions');
    await screen.findByRole('link', { name: 'Product lifecycles' });
    await userEvent.keyboard('?');
    const lines = (await sheet()).getAllByRole('term').map((term) => term.textContent);
    expect(lines).toEqual(expect.arrayContaining(['Command palette', 'Partitions', 'Next row']));
    expect(lines).not.toContain('Identity Providers');
    await userEvent.click((await sheet()).getByRole('checkbox'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox', { name: 'Command palette' })).toBeTruthy();
  });

  test('opens from the palette, in German', async () => {
    localStorage.setItem('auth', token);
    setLanguage('de');
    services();
    openConsole('/nowhere');
    await screen.findByRole('banner');
    fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true });
    await screen.findByRole('combobox');
    await userEvent.paste('tastenk');
    await userEvent.keyboard('{Enter}');
    expect((await sheet()).getByRole('heading', { name: 'Gehe zu' })).toBeTruthy();
    expect((await sheet()).getByText('Strg')).toBeTruthy();
  });
});
