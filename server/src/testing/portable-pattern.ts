const escape = String.raw`\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|[^\da-z\s])`;
const set = String.raw`\[\^?(?:${escape}|[^\\[\]])+\]`;
const group = String.raw`\((?:\?:|(?!\?))|\)|\|`;
const repetition = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??(?![*+?{])`;
const token = new RegExp(`${set}|${escape}|${group}|${repetition}|[^\\\\[\\](){}*+?|]`, 'iy');

/**
 * What another language might refuse or read differently in a regular expression; undefined if nothing. Python, Java,
 * .NET and Rust agree on literals, escaped punctuation, \xHH, \uHHHH, sets and ranges of characters, groups without
 * names, alternatives and repetitions. \d, \w, \s and \b mean Unicode in some of them, Python lacks \p, and Java reads
 * a set within a set.
 */
export function portabilityFault(pattern: string): string | undefined {
  for (token.lastIndex = 0; token.lastIndex < pattern.length;) {
    const rest = pattern.slice(token.lastIndex);
    const [read] = token.exec(pattern) ?? [];
    if (read === undefined || (read.startsWith('[') && /&&|--|~~|\|\|/.test(read))) return rest;
  }
  return undefined;
}
