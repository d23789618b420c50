import type { AnyRouter } from '@tanstack/react-router';
import { isTyping } from '../shared/shortcuts/is-typing.ts';
import { singleKeysAreOn } from '../shared/shortcuts/single-keys.ts';
import type { Overlay } from './overlay.ts';
import { loadOverlays } from './palette/load-palette.ts';
import { isPaletteKey } from './shortcuts/palette-key.ts';

/** Listens for shortcuts. All but the palette's are in code of their own, which comes with the first key that may be one. */
export function listenForKeys(router: AnyRouter, open: (overlay: Overlay) => void): () => void {
  let loading: Promise<EventListener> | undefined;
  let handle: EventListener | undefined;
  const load = async () => {
    const { shortcutKeys } = await (await loadOverlays()).loadKeys();
    handle = shortcutKeys(router, () => open('shortcuts'));
    return handle;
  };
  const onKey = (event: KeyboardEvent) => {
    if (isPaletteKey(event)) {
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      open('palette');
    } else if (handle) handle(event);
    else if (!isTyping(event.target) && singleKeysAreOn()) {
      // Firefox searches in the page with it, and will not wait for code.
      if (event.key === '/') event.preventDefault();
      loading ??= load();
      loading.then(
        (handler) => handler(event),
        () => {
          loading = undefined;
        },
      );
    }
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}
