/** Loads the palette on demand, because most visits do not need it. */
export const loadOverlays = () => import('./overlays.ts');

export const loadPalette = async () => (await loadOverlays()).loadPalette();
