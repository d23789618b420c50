import { normalizeForSearch } from '../../shared/normalize-for-search.ts';
import type { ApiCall } from './api-document.ts';

/** The calls in whose name, path, area or summary each of the words stands. */
export function findCalls(calls: readonly ApiCall[], typed: string): readonly ApiCall[] {
  const words = normalizeForSearch(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return calls;
  return calls.filter(({ name, method, path, area, summary }) => {
    const text = normalizeForSearch([name, method, path, area, summary].join(' '));
    return words.every((word) => text.includes(word));
  });
}

/** Whether a call is the one of this name, or of this method and path, as links from other pages have it. */
export const isCalled =
  (asked: string) =>
  ({ name, method, path }: ApiCall): boolean =>
    name === asked || `${method} ${path}` === asked;
