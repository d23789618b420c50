import { queryErrors } from '@annals/contracts/messages/query-errors';
import type { QueryError } from '@annals/rules/query';
import { queryErrors as germanErrors } from '../../platform/service-messages/german/query-errors.ts';
import { texts } from '../../platform/texts.ts';

const useQueryErrorTexts = texts({
  en: {
    errors: queryErrors,
    errorAt: (place: number, part: string, what: string) =>
      part === '' ? what : `“${part}” at character ${place}: ${what}`,
  },
  de: {
    errors: germanErrors,
    errorAt: (place, part, what) => (part === '' ? what : `„${part}“ an Stelle ${place}: ${what}`),
  },
});

const maxPartLength = 40;

/** A sentence about an error in a query and its position. */
export function useQueryErrorText(): (error: QueryError, query: string) => string {
  const t = useQueryErrorTexts();
  return ({ code, start, end }, query) => {
    const part = query.slice(start, end);
    const shown = part.length > maxPartLength ? `${part.slice(0, maxPartLength - 1)}…` : part;
    return t.errorAt(start + 1, shown, t.errors[code]);
  };
}
