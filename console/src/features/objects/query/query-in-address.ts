import type { ListRequest } from '../../../shared/list/list-request.ts';

/** Filters that an address may have beside its query, as links of other pages write them. */
type AddressFilters = Readonly<Partial<Record<'type' | 'ended' | 'modifiedBy', string>>>;

/**
 * The query of a list, with the filters of its address as conditions. The language itself is not loaded for this, since
 * lists start their requests before their pages are there.
 */
export function queryInAddress({
  q,
  filters: { type, ended, modifiedBy },
}: Pick<ListRequest, 'q'> & { filters: AddressFilters }): string {
  const conditions = [
    type === undefined ? '' : `type:${quoted(type)}`,
    ended === undefined ? '' : ended === 'true' ? 'is:ended' : 'is:active',
    modifiedBy === undefined ? '' : `author:${quoted(modifiedBy)}`,
  ];
  return [...conditions, q].filter((part) => part !== '').join(' ');
}

const quoted = (text: string) =>
  /[\s"]/.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : text;
