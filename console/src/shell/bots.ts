// Cubot is a brand of phones.
const bot = /(?<!cu)bot\b|crawler|spider|slurp|facebookexternalhit/i;

/** Bots get no error page (specification 8), so that no error text ends up in a search index. */
export function isBot(userAgent: string = navigator.userAgent): boolean {
  return bot.test(userAgent);
}
