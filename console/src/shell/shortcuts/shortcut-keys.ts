import type { AnyRouter } from '@tanstack/react-router';
import { createKeybindingsHandler } from 'tinykeys';
import { routes } from '@annals/contracts/routes';
import { currentState } from '../../platform/api/state.ts';
import { isTyping, singleKeysAreOn } from '../../ui/shortcuts/single-keys.ts';
import {
  activate,
  controlOf,
  moveBetweenRows,
  pageKeys,
} from '../../ui/shortcuts/page-shortcuts.ts';
import { supportsPopover } from '../../ui/popover/usePopover.ts';
import { menuFor, menuKeys } from '../menu/menu-entries.ts';

type KeyHandler = (event: KeyboardEvent) => void;

/** Handles keys that are neither text nor meant for a dialog. */
export function shortcutKeys(router: AnyRouter, openSheet: () => void): EventListener {
  const goTo = Object.entries(menuKeys).map(([route, key]): [string, KeyHandler] => [
    `g ${key}`,
    () => {
      const entries = menuFor(currentState().isGlobalMaster).flatMap((group) => group.entries);
      const entry = entries.find((each) => each.route === route);
      if (entry) router.history.push(routes[entry.route].path);
    },
  ]);
  const onPage = pageKeys.map((key): [string, KeyHandler] => [
    // Some keyboards have these characters only with Shift or AltGr.
    /[a-z]/.test(key) ? key : `[Shift]+[Alt]+[Control]+${key}`,
    (event) => {
      const control = controlOf(key);
      if (!control) return;
      event.preventDefault();
      activate(control);
    },
  ]);
  // Sequences first: the earliest match wins.
  return createKeybindingsHandler(
    Object.fromEntries<KeyHandler>([
      ...goTo,
      ...onPage,
      ['[Shift]+?', openSheet],
      ['j', () => moveBetweenRows(1)],
      ['k', () => moveBetweenRows(-1)],
    ]),
    { ignore },
  );
}

function ignore(event: KeyboardEvent): boolean {
  const isHeld = event.repeat && event.key !== 'j' && event.key !== 'k';
  return (
    isHeld ||
    event.isComposing ||
    event.defaultPrevented ||
    !singleKeysAreOn() ||
    isTyping(event.target) ||
    isOverPage()
  );
}

/** Whether a dialog or a panel is open, which handles its own keys. */
function isOverPage(): boolean {
  if (document.querySelector('[aria-modal="true"], dialog[open], [role="menu"]')) return true;
  const panels = supportsPopover() ? [...document.querySelectorAll('[popover]')] : [];
  return panels.some((panel) => panel.matches(':popover-open'));
}
