import { afterEach, expect, it, vi } from 'vitest';
import { browserZone } from './browser-zone.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['Europe/Vienna', 'Europe/Vienna'],
  // What Chromium reports with TZ=Nowhere/Town.
  ['Etc/Unknown', 'UTC'],
  ['Nowhere/Town', 'UTC'],
])('of a browser that reports %s is %s', (timeZone, zone) => {
  const { DateTimeFormat } = Intl;
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locale, options) {
    const format = new DateTimeFormat(locale, options);
    if (options?.timeZone === undefined)
      vi.spyOn(format, 'resolvedOptions').mockReturnValue({
        ...format.resolvedOptions(),
        timeZone,
      });
    return format;
  });
  expect(browserZone()).toBe(zone);
});
