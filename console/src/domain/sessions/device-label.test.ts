// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { deviceLabel, useDeviceTexts } from './device-label.ts';

const t = useDeviceTexts.now();

test.each([
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
    'Firefox on Linux',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'Unknown device'],
  [undefined, 'Unknown device'],
])('labels %s as %s', (userAgent, words) => {
  expect(deviceLabel(userAgent, t)).toBe(words);
});
