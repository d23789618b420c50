// Cubot is a make of phones.
const bot = /(?<!cu)bot\b|crawler|spider|slurp|facebookexternalhit/i;

/** Bots get no error page (specification 8), so no error text ends in an index. */
export function isBot(userAgent: string = navigator.userAgent): boolean {
  return bot.test(userAgent);
}
