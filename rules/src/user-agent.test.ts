import { expect, test } from 'vitest';
import { deviceName } from './user-agent.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, 'Chrome, Linux'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${chrome.replace('Chrome', 'HeadlessChrome')}`,
    'Chrome, Linux',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, 'Chrome, ChromeOS'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/130.0.0.0`, 'Edge, Windows'],
  [`Mozilla/5.0 (Linux; Android 14; K) ${chrome} EdgA/130.0.0.0`, 'Edge, Android'],
  [`${phone} Version/17.0 EdgiOS/130.0.0.0 Mobile/15E148 Safari/605.1.15`, 'Edge, iPhone'],
  [`${phone} CriOS/130.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome, iPhone'],
  [`${phone} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari, iPhone'],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
    'Firefox, Linux',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  [' \u202ebackup\r\n job\u0007 ', 'backup job'],
  ['x'.repeat(100), 'x'.repeat(60)],
  ['', ''],
])('%s', (userAgent, name) => {
  expect(deviceName(userAgent, (browser, system) => `${browser}, ${system}`)).toBe(name);
});
