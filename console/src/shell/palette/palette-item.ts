import type { Icon } from '@tabler/icons-react';

/** A line of the palette: it opens a page or runs a command. */
export type PaletteItem = {
  /** Unique in the whole palette. */
  id: string;
  label: string;
  /** Distinguishes it from others with the same name. */
  detail?: string | undefined;
  icon: Icon;
  /** The shortcut with the same effect, shown as `kbd` and announced. */
  keys?: string | undefined;
  /** Other names that find it. */
  others?: readonly string[];
} & ({ path: string; run?: undefined } | { path?: undefined; run: () => void });

export interface PaletteGroup {
  id: string;
  heading: string;
  items: readonly PaletteItem[];
}
