/** Apart from the shell: the lists of what each of these needs are longer than what the shell says of them. */
export const loadPalette = () => import('./Palette.tsx');
export const loadSheet = () => import('../shortcuts/ShortcutSheet.tsx');
export const loadKeys = () => import('../shortcuts/shortcut-keys.ts');
