import { queryOptions } from '@tanstack/react-query';
import { type Page, maximalPageSize } from '@annals/contracts/fields';
import {
  listOrganizationalUnits,
  type OrganizationalUnit,
} from '@annals/contracts/organizational-units';
import { listPartitions } from '@annals/contracts/partitions';
import { findUsersContaining } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { isWholeList } from '../list/whole-list.ts';
import { currentLanguage } from '../texts.ts';

/** How many are offered for a text; what is not among them needs a longer text. */
const offered = 20;

/** Users whose name contains the text. Without a text nobody is offered: that would be the whole list. */
export function pickUserQuery(searchtext: string) {
  return queryOptions({
    queryKey: ['pick', 'user', searchtext],
    queryFn: async ({ signal }) => {
      if (searchtext === '') return { data: [], hasMore: false, nextCursor: null };
      const query = { pageSize: offered };
      const page = await call(findUsersContaining, { params: { searchtext }, query }, { signal });
      return cut(page, offered);
    },
  });
}

export function pickPartitionQuery(text: string) {
  return queryOptions({
    queryKey: ['pick', 'partition', text],
    queryFn: async ({ signal }) => {
      const query = { pageSize: offered, name: text || undefined, sort: 'partitionName' as const };
      const page = await call(listPartitions, { query }, { signal });
      if (!isWholeList(page, offered)) return page;
      const data = page.data.filter(({ partitionName }) => contains(partitionName, text));
      return cut({ ...page, data }, offered);
    },
  });
}

/** The units whose name contains the text, each below the one it belongs to. */
export function pickUnitQuery(text: string) {
  return queryOptions({
    queryKey: ['pick', 'unit', text],
    queryFn: async ({ signal }) => {
      const query = { pageSize: maximalPageSize, name: text || undefined };
      const page = await call(listOrganizationalUnits, { query }, { signal });
      const fitting = isWholeList(page, maximalPageSize)
        ? page.data.filter(({ name }) => contains(name, text))
        : page.data;
      const collator = new Intl.Collator(currentLanguage(), { numeric: true });
      return {
        ...page,
        data: fitting.toSorted((left, right) => collator.compare(pathOf(left), pathOf(right))),
      };
    },
  });
}

/** A character that sorts before all others keeps a unit's children right below it. */
function pathOf({ path = [], name = '' }: OrganizationalUnit): string {
  return [...path.map((unit) => unit.name), name].join('\u0001');
}

/** A foreign service may not search by name: then what it gives is searched here. */
function contains(name: string | null | undefined, text: string): boolean {
  const language = currentLanguage();
  return (name ?? '').toLocaleLowerCase(language).includes(text.toLocaleLowerCase(language));
}

function cut<Item>(page: Page<Item>, most: number): Page<Item> {
  return page.data.length <= most
    ? page
    : { ...page, data: page.data.slice(0, most), hasMore: true };
}
