import type { Page } from '@playwright/test';
import type { Crop } from './crop.ts';
import type { Studio } from './studio.ts';

export interface Journey {
  studio: Studio;
  page: Page;
  /** Takes the picture of this name, of these parts or of all that is in the window, of this page or another. */
  take: (name: string, parts?: Crop, from?: Page) => Promise<void>;
}
