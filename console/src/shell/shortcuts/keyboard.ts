/** ⌘ K on a Mac, Ctrl K elsewhere: there Ctrl K deletes to the end of the line. */
export function isPaletteKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const isModified = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isModified && !shiftKey && !altKey && key.toLowerCase() === 'k';
}

/** In the notation of `tinykeys`, where $mod is ⌘ on a Mac and Ctrl elsewhere. */
export const isMac = /Mac|iPod|iPhone|iPad/.test(navigator.platform);
