import { normalizeForSearch } from '../../shared/normalize-for-search.ts';
import type { ApiCall } from './api-document.ts';

/** The calls that contain each of the words in their name, path, area or summary. */
export function findCalls(calls: readonly ApiCall[], typed: string): readonly ApiCall[] {
  const words = normalizeForSearch(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return calls;
  return calls.filter(({ name, method, path, area, summary }) => {
    const text = normalizeForSearch([name, method, path, area, summary].join(' '));
    return words.every((word) => text.includes(word));
  });
}

/** Whether a call has this name, or this method and path, as in links from other pages. */
export const isCalled =
  (asked: string) =>
  ({ name, method, path }: ApiCall): boolean =>
    name === asked || `${method} ${path}` === asked;
