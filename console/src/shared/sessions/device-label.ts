import { texts } from '../texts.ts';

// In this order: each browser also names those it descends from.
const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];
const maxOtherNameLength = 60;

export const useDeviceTexts = texts({
  en: {
    unknown: 'Unknown device',
    on: (browser: string, system: string) => `${browser} on ${system}`,
  },
  de: {
    unknown: 'Unbekanntes Gerät',
    on: (browser, system) => `${browser} auf ${system}`,
  },
});

/** The browser and system of a User-Agent header in words; of another program its own name. */
export function deviceLabel(
  userAgent: string | undefined,
  t: ReturnType<typeof useDeviceTexts> = useDeviceTexts.now(),
): string {
  const given = userAgent ?? '';
  const browser = browsers.find(([pattern]) => pattern.test(given))?.[1];
  const system = systems.find(([pattern]) => pattern.test(given))?.[1];
  if (browser !== undefined && system !== undefined) return t.on(browser, system);
  return browser ?? system ?? (given.slice(0, maxOtherNameLength).trim() || t.unknown);
}
