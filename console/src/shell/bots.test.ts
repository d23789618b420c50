// @vitest-environment node
import { expect, test } from 'vitest';
import { isBot } from './bots.ts';

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['Mozilla/5.0 (compatible; bingbot/2.0)', true],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0)', true],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36',
    false,
  ],
  ['Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', false],
])('%s is a bot: %s', (agent, bot) => {
  expect(isBot(agent)).toBe(bot);
});
