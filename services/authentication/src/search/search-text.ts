import { domainToUnicode } from 'node:url';
import sql, { join, type Sql } from 'sql-template-tag';
import { domainOf } from '@annals/contracts/email-address';
import { foldedText } from '@annals/rules/folded-text';

/**
 * The text that "name contains" searches: folded name, user name and email, one per line, without duplicates. Addresses
 * are there with both forms of an international domain.
 */
export function searchTextOf(user: {
  name: string;
  username: string;
  email: string | null;
}): string {
  const addresses = [user.username, user.email ?? ''].flatMap(withBothDomains);
  const lines = [user.name, ...addresses].map(foldedText);
  return [...new Set(lines)].filter((line) => line !== '').join('\n');
}

function withBothDomains(address: string): string[] {
  const domain = domainOf(address);
  if (domain === '') return [address];
  const local = address.slice(0, address.lastIndexOf('@'));
  return [address, ...[domain, domainToUnicode(domain)].map((form) => `${local}@${form}`)];
}

/** Whether the search text contains all of the words. */
export const containsWords = (searchText: Sql, words: readonly string[]): Sql =>
  words.length === 0
    ? sql`true`
    : join(
        words.map((word) => sql`strpos(${searchText}, ${word}) > 0`),
        ' and ',
      );

const maxGrams = 16;

/**
 * The trigrams of a folded word for the index (or its one or two letters when it is shorter). A few are enough for
 * a long text, because the hits of the index are checked again.
 */
export function gramsOf(text: string): string[] {
  const letters = Array.from(text);
  const size = Math.min(3, letters.length);
  const grams = letters
    .slice(0, letters.length - size + 1)
    .map((_letter, at) => letters.slice(at, at + size).join(''));
  const each = Math.ceil(grams.length / maxGrams);
  return [...new Set(grams.filter((_gram, at) => at % each === 0))];
}
