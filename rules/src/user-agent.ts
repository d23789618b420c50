// Ordered, because each browser also names its ancestors.
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

/**
 * The browser and system of a User-Agent header; for another program its own name, which is empty if the header is.
 * @param on puts a browser and a system into words
 */
export function deviceName(
  userAgent: string,
  on: (browser: string, system: string) => string,
): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser !== undefined && system !== undefined) return on(browser, system);
  return browser ?? system ?? otherName(userAgent);
}

/** Without characters that no program has in its name, but which could disguise a text in a mail. */
function otherName(userAgent: string): string {
  return userAgent
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, maxOtherNameLength)
    .trim();
}
