import { normalizeForSearch } from '../context/normalize.ts';

/** The text that "name contains" searches: normalized name, user name and email, one per line, without duplicates. */
export function searchTextOf(user: {
  name: string;
  username: string;
  email: string | null;
}): string {
  const lines = [user.name, user.username, user.email ?? ''].map(normalizeForSearch);
  return [...new Set(lines)].filter((line) => line !== '').join('\n');
}

const maxGrams = 16;

/**
 * The trigrams of a normalized text for the index (or its one or two letters when it is shorter). A few are enough for
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
