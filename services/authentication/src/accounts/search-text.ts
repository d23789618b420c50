import { normalizeForSearch } from '../context/normalize.ts';

/** What "name contains" looks at: normalized name, user name and email, one per line, each once. */
export function searchTextOf(user: {
  name: string;
  username: string;
  email: string | null;
}): string {
  const lines = [user.name, user.username, user.email ?? ''].map(normalizeForSearch);
  return [...new Set(lines)].filter((line) => line !== '').join('\n');
}

const mostGrams = 16;

/**
 * Letters in a row of a normalized text by which the index finds what contains it: three, or two or one where it is no
 * longer. Of a long text some will do, since what the index finds is looked at again.
 */
export function gramsOf(text: string): string[] {
  const letters = Array.from(text);
  const size = Math.min(3, letters.length);
  const grams = letters
    .slice(0, letters.length - size + 1)
    .map((_letter, at) => letters.slice(at, at + size).join(''));
  const each = Math.ceil(grams.length / mostGrams);
  return [...new Set(grams.filter((_gram, at) => at % each === 0))];
}
