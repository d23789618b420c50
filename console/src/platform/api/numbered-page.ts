/** A page of a list that is paged by number. */
export interface NumberedPage {
  /** From 0, like `page` of the specification. */
  page: number;
  /** The number of rows on earlier pages, if known. */
  before?: number | undefined;
  /** The mark of the page before it (`markOf`), if known. */
  mark?: string | undefined;
}

/** The cursor for a page of a list that is paged by number. */
export const numberedCursor = ({ page, before, mark }: NumberedPage): string =>
  ['page', page, ...(before === undefined ? [] : [before, ...(mark ? [mark] : [])])].join('-');

/** The page of a cursor of `numberedCursor`. */
export function numberOfCursor(cursor: unknown): NumberedPage | undefined {
  const [, page, before, mark] =
    (typeof cursor === 'string' && /^page-(\d{1,15})(?:-(\d{1,15})(?:-(\w+))?)?$/.exec(cursor)) ||
    [];
  if (page === undefined) return undefined;
  return { page: Number(page), before: before === undefined ? undefined : Number(before), mark };
}
