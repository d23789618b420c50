import { isbot } from 'isbot';

/**
 * Bots get no error page (specification 8), so that no error text ends up in a search index. A browser without a window
 * is none: it takes pictures and runs tests for people.
 */
export function isBot(userAgent: string | undefined): boolean {
  return isbot(userAgent?.replace('HeadlessChrome', 'Chrome'));
}
