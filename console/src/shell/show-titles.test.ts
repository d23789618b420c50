// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { showTitles } from './show-titles.ts';

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML =
    '<main><time title="7 March 2026 at 12:00">3 days ago</time><button title="Zoom in">+</button><button title="Save">Save</button></main>';
  stop = showTitles();
});
afterEach(() => stop());

const shown = () => document.querySelector<HTMLElement>('[data-title]')?.dataset['title'];
const tap = (selector: string, pointerType: string) =>
  document
    .querySelector(selector)
    ?.dispatchEvent(
      Object.assign(new window.MouseEvent('click', { bubbles: true }), { pointerType }),
    );
const buttons = () => [...document.querySelectorAll('button')];

it('shows the title of a time that is tapped, until Esc', () => {
  tap('time', 'mouse');
  expect(shown()).toBeUndefined();
  tap('time', 'touch');
  expect(shown()).toBe('7 March 2026 at 12:00');
  document.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Escape' }));
  expect(shown()).toBeUndefined();
});

it('leaves a tapped button to its own action', () => {
  tap('button', 'touch');
  expect(shown()).toBeUndefined();
});

it('shows the title of what gets the focus by keyboard, unless it is its text', () => {
  const [zoom, save] = buttons();
  zoom?.focus();
  expect(shown()).toBe('Zoom in');
  save?.focus();
  expect(shown()).toBeUndefined();
});
