/** A chunk of its own: the import lists of these modules would enlarge the shell's chunk. */
export const loadPalette = () => import('./Palette.tsx');
export const loadSheet = () => import('../shortcuts/ShortcutSheet.tsx');
export const loadKeys = () => import('../shortcuts/shortcut-keys.ts');
