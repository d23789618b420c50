import type { ListRequest } from '../../../ui/list/list-request.ts';

/** Filters in the URL besides the query, as written by links on other pages. */
type AddressFilters = Readonly<Partial<Record<'type' | 'ended' | 'modifiedBy', string>>>;

/**
 * The query of a list, with the filters of the URL as conditions. It does not import the query parser, because
 * lists start their requests before their pages have loaded.
 */
export function queryInAddress({
  q,
  filters: { type, ended, modifiedBy },
}: Pick<ListRequest, 'q'> & { filters: AddressFilters }): string {
  const conditions = [
    type === undefined ? '' : `type:${quote(type)}`,
    ended === undefined ? '' : ended === 'true' ? 'is:ended' : 'is:active',
    modifiedBy === undefined ? '' : `author:${quote(modifiedBy)}`,
  ];
  return [...conditions, q].filter((part) => part !== '').join(' ');
}

const quote = (text: string) =>
  /[\s"]/.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : text;
