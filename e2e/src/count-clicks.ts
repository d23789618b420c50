import type { Locator } from '@playwright/test';

/** Counts clicks: each question has to be answered within three clicks from Home. */
export function countClicks(): { clicks: () => number; click: (target: Locator) => Promise<void> } {
  let clicks = 0;
  return {
    clicks: () => clicks,
    click: async (target) => {
      clicks += 1;
      await target.click();
    },
  };
}
