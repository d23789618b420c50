/** The list in an answer, and what is said beside it. */
interface List {
  items: unknown[];
  beside: Record<string, unknown>;
}

const wrappers = ['data', 'items', 'content', 'results'] as const;

/**
 * The list of an answer: a bare array, or wrapped as `data`, `items`, `content` or `results`, or embedded (HAL).
 * Undefined where there is none.
 */
export function listIn(answer: unknown): List | undefined {
  if (Array.isArray(answer)) return { items: answer, beside: {} };
  if (!isRecord(answer)) return undefined;
  for (const name of wrappers) {
    const { [name]: inner, ...beside } = answer;
    if (Array.isArray(inner)) return { items: inner, beside };
    const nested = isRecord(inner) ? listIn(inner) : undefined;
    if (nested) return { items: nested.items, beside: { ...beside, ...nested.beside } };
    // Null for a list that is empty.
    if (inner === null) return { items: [], beside };
  }
  const { _embedded: embedded, ...beside } = answer;
  const lists = isRecord(embedded) ? Object.values(embedded).filter(Array.isArray) : [];
  const [items] = lists;
  return lists.length === 1 && items ? { items, beside } : undefined;
}

const marker = 'page-';

/** The cursor of the page of a list that goes by numbers from 0, as the specification's `page`. */
export const numberedCursor = (page: number): string => `${marker}${page}`;

/** The page that a cursor of `numberedCursor` stands for. */
export function numberOfCursor(cursor: unknown): number | undefined {
  if (typeof cursor !== 'string' || !cursor.startsWith(marker)) return undefined;
  const page = Number(cursor.slice(marker.length));
  return Number.isSafeInteger(page) && page >= 0 ? page : undefined;
}

/** The cursor of the next page of a service that says which page this is and whether it is the last (Spring, HAL). */
export function nextPageIn(beside: Readonly<Record<string, unknown>>): string | undefined {
  const said = isRecord(beside['page']) ? beside['page'] : beside;
  const { number, totalPages, last } = said;
  if (typeof number !== 'number') return undefined;
  const isLast =
    typeof last === 'boolean' ? last : typeof totalPages !== 'number' || number + 1 >= totalPages;
  return isLast ? undefined : numberedCursor(number + 1);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
