import { isbot } from 'isbot';

/**
 * The model of a phone, which browsers on Android name where no bot does: behind the version of Android. Some are called
 * Robot or Spider.
 */
const model =
  /^(Mozilla\/5\.0 \(Linux; (?:U; )?Android [\d.]+;(?: [a-z]{2}[-_][a-z]{2};)?)[^;)]*?(?=(?: Build\/|[;)]).*AppleWebKit\/)/i;

/**
 * Bots get no error page (specification 8), so that no error text ends up in a search index. A browser without a window
 * is none: it takes pictures and runs tests for people.
 */
export function isBot(userAgent: string | undefined): boolean {
  return isbot(userAgent?.replace('HeadlessChrome', 'Chrome').replace(model, '$1'));
}
