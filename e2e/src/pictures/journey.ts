import type { Page } from '@playwright/test';
import type { Crop } from './crop.ts';
import type { Studio } from './studio.ts';

export interface Journey {
  studio: Studio;
  page: Page;
  /** Takes the picture with this name, of these elements or of the whole viewport, from this page or another. */
  take: (name: string, parts?: Crop, from?: Page) => Promise<void>;
}
