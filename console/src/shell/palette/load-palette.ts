/** Loads what most visits do without. */
export const loadOverlays = () => import('./overlays.ts');

export const loadPalette = async () => (await loadOverlays()).loadPalette();
