import type { Icon } from '@tabler/icons-react';

/** One line of the palette: it leads somewhere, or it does something. */
export type PaletteItem = {
  /** Unique in the whole palette. */
  id: string;
  label: string;
  /** Distinguishes it from others with the same name. */
  detail?: string | undefined;
  icon: Icon;
  /** Read out and shown as `kbd`: the shortcut that does the same. */
  keys?: string | undefined;
  /** Other names it is found by. */
  others?: readonly string[];
} & ({ path: string; run?: undefined } | { path?: undefined; run: () => void });

export interface PaletteGroup {
  id: string;
  heading: string;
  items: readonly PaletteItem[];
}
