/** In a chunk of its own: the import lists of these modules would make the shell's chunk larger. */
export const loadPalette = () => import('./Palette.tsx');
export const loadSheet = () => import('../shortcuts/ShortcutSheet.tsx');
export const loadKeys = () => import('../shortcuts/shortcut-keys.ts');
