import { expect, test } from 'vitest';
import { isBot } from './bots.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0';
const webView = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15';

test.each([
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['Googlebot by its name only', 'Googlebot/2.1'],
  [
    'Googlebot for phones',
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${chrome} Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  ],
  ['GoogleOther', 'GoogleOther'],
  [
    'GoogleOther for phones',
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${chrome} Mobile Safari/537.36 (compatible; GoogleOther)`,
  ],
  ['Google-InspectionTool', 'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)'],
  ['Google-Extended', 'Google-Extended'],
  ['AdsBot', 'AdsBot-Google (+http://www.google.com/adsbot.html)'],
  [
    'Lighthouse',
    `Mozilla/5.0 (Linux; Android 11; moto g power (2022)) ${chrome} Mobile Safari/537.36 Chrome-Lighthouse`,
  ],
  ['bingbot', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
  ['Baiduspider', 'Mozilla/5.0 (compatible; Baiduspider/2.0)'],
  ['Yandex', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
  ['DuckDuckBot', 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)'],
  ['Slurp', 'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)'],
  ['Applebot', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) ${chrome} (Applebot/0.1)`],
  ['the preview of WhatsApp', 'WhatsApp/2.23.20.0 A'],
  ['the preview of Facebook', 'facebookexternalhit/1.1'],
  ['the preview of Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['the preview of Telegram', 'TelegramBot (like TwitterBot)'],
  ['the preview of Teams', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5'],
  ['the preview of Embedly', 'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)'],
  ['Pinterest', 'Pinterest/0.2 (+https://www.pinterest.com/bot.html)'],
  ['GPTBot', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)'],
  ['ClaudeBot', 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)'],
  [
    'an archive',
    'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
  ],
  [
    'a bot on a phone called Robot',
    `Mozilla/5.0 (Linux; Android 9; Robot 5 Build/PPR1) ${chrome} Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  ],
  [
    'a bot that gives its address behind a model',
    `Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3; https://zhanzhang.toutiao.com/) ${chrome} Mobile Safari/537.36`,
  ],
  ['a bot that is no browser', 'Mozilla/5.0 (Linux; Android 9; ExampleBot)'],
  ['an uptime monitor', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
])('%s is a bot', (_name, userAgent) => {
  expect(isBot(userAgent)).toBe(true);
});

test.each([
  ['a request without the header', undefined],
  [
    'Firefox',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
  ],
  ['Chrome', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`],
  ['Edge', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/120.0.0.0`],
  ['Safari', `${iPhone} (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1`],
  [
    'Chromium without a window',
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36`,
  ],
  ['a Chromebook', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`],
  ['a CUBOT X19', `Mozilla/5.0 (Linux; Android 9; CUBOT X19) ${chrome} Mobile Safari/537.36`],
  [
    'a CUBOT without a space',
    `Mozilla/5.0 (Linux; Android 8.0.0; CUBOT_P20) ${chrome} Mobile Safari/537.36`,
  ],
  [
    'the view of an app on a CUBOT',
    `Mozilla/5.0 (Linux; U; Android 8.0.0; CUBOT_X18_Plus Build/O00623; wv) ${webView}/537.36 OPR/37.6.2254.134291`,
  ],
  ['a Robot', `Mozilla/5.0 (Linux; Android 9; Robot) ${chrome} Mobile Safari/537.36`],
  [
    'a Robot with its build',
    `Mozilla/5.0 (Linux; U; Android 8.1.0; de-de; IRobot 7S Build/O11019; wv) ${webView}/537.36`,
  ],
  [
    'a Spider',
    `Mozilla/5.0 (Linux; Android 12; Spider X1 Build/SP1A.210812.016) ${chrome} Mobile Safari/537.36`,
  ],
  [
    'a tablet called Crawler',
    `Mozilla/5.0 (Linux; Android 11; Crawler Tab) ${chrome} Safari/537.36`,
  ],
  ['a Pixel', `Mozilla/5.0 (Linux; Android 13; Pixel 6) ${chrome} Mobile Safari/537.36`],
  [
    'a Moto G',
    `Mozilla/5.0 (Linux; Android 11; moto g power (2022)) ${chrome} Mobile Safari/537.36`,
  ],
  [
    'a Titan',
    `Mozilla/5.0 (Linux; Android 10; Titan P8000 PRO 2021 Build/QP1A; wv) ${webView}/537.36 [FB_IAB/FB4A;FBAV/415.0.0.34.107;]`,
  ],
  [
    'WhatsApp on a computer',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) WhatsApp/2.2424.0 Chrome/91.0.4472.164 Electron/13.6.9 Safari/537.36',
  ],
  ['a link opened in Pinterest', `${iPhone} (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]`],
  [
    'a link opened in Pinterest on Android',
    `Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) ${webView}/537.36 [Pinterest/Android]`,
  ],
  [
    'a link opened in Instagram',
    `Mozilla/5.0 (Linux; Android 9; Eluga I8 Build/PPR1; wv) ${webView}/537.36 Instagram 340.0.0.14.109 Android (28/9; 320dpi; 720x1371; PANASONIC/Panasonic; Eluga I8; Eluga_I8; mt6765; en_IN; 622085927)`,
  ],
  [
    'the Google app',
    `${iPhone} (KHTML, like Gecko) GSA/300.0.598994205 Mobile/15E148 Safari/604.1`,
  ],
  ['DuckDuckGo', `Mozilla/5.0 (Linux; Android 13) ${webView}/537.36 DuckDuckGo/5`],
  [
    'Ecosia',
    `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 (Ecosia android@111.0.5563.116)`,
  ],
  [
    'the app of Bing',
    `Mozilla/5.0 (Linux; Android 8.0.0; SM-G960U Build/R16NW; wv) ${webView}/537.36 BingWeb/9.4.26267402`,
  ],
  [
    'Yandex Browser',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} YaBrowser/24.1.0 Safari/537.36`,
  ],
])('%s is none', (_name, userAgent) => {
  expect(isBot(userAgent)).toBe(false);
});
