import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { maximalPageSize } from '@annals/contracts/fields';
import { listOrganizationalUnits } from '@annals/contracts/organizational-units';
import { searchObjects } from '@annals/contracts/object-search';
import { getObject, latestObject } from '@annals/contracts/objects';
import { listPartitions } from '@annals/contracts/partitions';
import { findUsersContaining } from '@annals/contracts/users';
import { parseUrl } from '@annals/rules/parse-url';
import type { ObjectVersion, OrganizationalUnit } from '../../platform/api/things.ts';
import type { Page } from '../../platform/api/page.ts';
import { call } from '../../platform/api/call.ts';
import { skipEmptyPages } from '../../platform/api/skip-empty-pages.ts';
import { ifThere } from '../../platform/api/errors.ts';
import { queryKeyOf } from '../../platform/api/query.ts';
import { compareNames } from '../../platform/name-order.ts';
import { isClientSideList } from '../../ui/list/client-side-list.ts';
import { relatedDetailPath } from '../../platform/related-detail-path.ts';
import { currentLanguage } from '../../platform/texts.ts';

/** The number of suggestions; finding others takes a longer text. */
const offered = 20;

/** Users whose name contains the text; none without a text, which would return the whole list. */
export function pickUserQuery(searchtext: string) {
  return queryOptions({
    queryKey: ['pick', 'user', searchtext] as QueryKey,
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
    queryKey: ['pick', 'partition', text] as QueryKey,
    queryFn: async ({ signal }) => {
      const query = { pageSize: offered, name: text || undefined, sort: 'partitionName' as const };
      const page = await call(listPartitions, { query }, { signal });
      if (!isClientSideList(page, offered)) return page;
      const data = page.data.filter(({ partitionName }) => contains(partitionName, text));
      return cut({ ...page, data }, offered);
    },
  });
}

const nothing: Page<ObjectVersion> = { data: [], hasMore: false, nextCursor: null };

/** Objects by words in their data, or the one with this id or page URL. */
export function pickObjectQuery(partitionId: string | undefined, asOf: string | undefined) {
  return (text: string) =>
    queryOptions({
      queryKey: ['pick', 'object', partitionId ?? '', asOf ?? '', text] as QueryKey,
      queryFn: async ({ signal }) => {
        const address = objectAddressOf(text, partitionId);
        if (address) return { ...nothing, data: await objectsAt(address, asOf, signal) };
        if (partitionId === undefined) return nothing;
        const page = await skipEmptyPages(undefined, (cursor) =>
          call(
            searchObjects,
            {
              params: { partitionId },
              query: { pageSize: offered, asOf, cursor },
              body: { ended: false, text: text || undefined },
            },
            { signal },
          ),
        );
        const data = page.data.map((version) => ({ ...version, partitionId }));
        return cut({ ...page, data }, offered);
      },
    });
}

interface ObjectAddress {
  partitionId: string;
  /** What the id identifies; undefined if it could be either. */
  kind: 'object' | 'timeline' | undefined;
  id: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function objectAddressOf(text: string, partitionId: string | undefined): ObjectAddress | undefined {
  if (uuid.test(text))
    return partitionId === undefined ? undefined : { partitionId, kind: undefined, id: text };
  const url = text.includes('/') ? parseUrl(text, window.location.origin) : undefined;
  if (!url) return undefined;
  const page = relatedDetailPath(url.pathname);
  if (page?.kind !== 'object' && page?.kind !== 'timeline') return undefined;
  const [, , , partition = '', , id = ''] = page.path.split('/');
  return { partitionId: partition, kind: page.kind, id };
}

/** Empty if there is none, or it is not visible. */
async function objectsAt(
  { partitionId, kind, id }: ObjectAddress,
  asOf: string | undefined,
  signal: AbortSignal,
): Promise<ObjectVersion[]> {
  const calls = [
    () => call(getObject, { params: { partitionId, objectId: id }, query: { asOf } }, { signal }),
    () =>
      call(latestObject, { params: { partitionId, timelineId: id }, query: { asOf } }, { signal }),
  ];
  const wanted = kind === undefined ? calls : calls.slice(kind === 'object' ? 0 : 1).slice(0, 1);
  for (const ask of wanted) {
    const found = await ifThere(ask());
    if (found !== undefined) return [{ ...found, partitionId }];
  }
  return [];
}

/** The units whose name contains the text, each below its parent. */
export function pickUnitQuery(text: string) {
  const query = { pageSize: maximalPageSize, name: text || undefined };
  return queryOptions({
    queryKey: [...queryKeyOf(listOrganizationalUnits, { query }), 'in-order'] as QueryKey,
    queryFn: async ({ signal }) => {
      const page = await call(listOrganizationalUnits, { query }, { signal });
      const fitting = isClientSideList(page, maximalPageSize)
        ? page.data.filter(({ name }) => contains(name, text))
        : page.data;
      return {
        ...page,
        data: fitting.toSorted((left, right) =>
          compareNames(pathOf(left), pathOf(right), currentLanguage()),
        ),
      };
    },
  });
}

/** A character that sorts before all others keeps children directly below their unit. */
function pathOf({ path = [], name = '' }: OrganizationalUnit): string {
  return [...path.map((unit) => unit.name), name].join('\u0001');
}

/** Other services may not search by name: then their list is filtered here. */
function contains(name: string | null | undefined, text: string): boolean {
  const language = currentLanguage();
  return (name ?? '').toLocaleLowerCase(language).includes(text.toLocaleLowerCase(language));
}

function cut<Item>(page: Page<Item>, most: number): Page<Item> {
  return page.data.length <= most
    ? page
    : { ...page, data: page.data.slice(0, most), hasMore: true };
}
