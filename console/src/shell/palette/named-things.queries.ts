import { queryOptions } from '@tanstack/react-query';
import { aliasUrlsOf, listAliasUrls } from '@annals/contracts/alias-urls';
import { listApplications } from '@annals/contracts/applications';
import type { Endpoint } from '@annals/contracts/endpoint';
import { listIdentityProviders } from '@annals/contracts/identity-providers';
import { listOrganizationalUnits } from '@annals/contracts/organizational-units';
import { listPartitions } from '@annals/contracts/partitions';
import type { Permission } from '@annals/contracts/permissions';
import { findSavedSearches, type SavedSearch } from '@annals/contracts/saved-searches';
import { findUsersContaining } from '@annals/contracts/users';
import type { Page } from '../../platform/api/page.ts';
import { call } from '../../platform/api/call.ts';
import { isRefused, queryClient } from '../../platform/api/query.ts';
import { currentState } from '../../platform/api/state.ts';
import { shownName, shownPerson } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { isClientSideList } from '../../ui/list/client-side-list.ts';
import { columnsForSearch } from '../../ui/list/list-request.ts';
import { normalizeForSearch } from '../../platform/normalize-for-search.ts';

/** The number of results per kind. */
export const shownOfKind = 5;

export interface NamedThing {
  id: string;
  name: string;
  detail?: string | undefined;
  path: string;
}

export interface NamedThings {
  things: NamedThing[];
  /** Whether there are more than are shown. */
  more: boolean;
}

interface NameQuery {
  text: string;
  pageSize: number;
  signal: AbortSignal;
}

export interface Kind {
  name:
    | 'users'
    | 'partitions'
    | 'savedSearches'
    | 'applications'
    | 'organizationalUnits'
    | 'identityProviders'
    | 'aliasUrls';
  /** Undefined if everyone may search. */
  permission: Permission | undefined;
  /** The capability that not all services have. */
  needs?: Endpoint;
  /** The list of all matches, if there is one. */
  listOf?: (text: string) => string;
  find: (ask: NameQuery) => Promise<Page<NamedThing>>;
}

/** The kinds of items that are found by name, in display order. */
export const kinds: readonly Kind[] = [
  {
    name: 'partitions',
    permission: undefined,
    listOf: (q) => pathTo('v1-partitions', {}, { q }),
    find: async ({ text, pageSize, signal }) => {
      const query = { pageSize, name: text, sort: 'partitionName' as const };
      const page = await call(listPartitions, { query }, { signal });
      return mapPage(page, ({ id, partitionName, description }) => ({
        id,
        name: shownName(partitionName, id),
        detail: description ?? undefined,
        path: pathTo('v1-partitions-partitionId', { partitionId: id }),
      }));
    },
  },
  {
    name: 'savedSearches',
    permission: undefined,
    needs: findSavedSearches,
    find: async ({ text, pageSize, signal }) => {
      const query = { pageSize, name: text };
      const page = await call(findSavedSearches, { query }, { signal });
      return mapPage(page, (search) => ({
        id: search.id,
        name: search.name,
        detail: search.partitionName,
        path: pathOfSearch(search),
      }));
    },
  },
  {
    name: 'users',
    permission: 'users:read',
    listOf: (q) => pathTo('v1-users', {}, { q }),
    find: async ({ text, pageSize, signal }) => {
      const input = { params: { searchtext: text }, query: { pageSize } };
      const page = await call(findUsersContaining, input, { signal });
      return mapPage(page, (user) => {
        const name = shownPerson(user);
        const email = user.email ?? user.username;
        return {
          id: user.id,
          name,
          detail: email === name ? undefined : email,
          path: pathTo('v1-users-userId', { userId: user.id }),
        };
      });
    },
  },
  {
    name: 'organizationalUnits',
    permission: 'organizational-units:read',
    listOf: (q) => pathTo('v1-organizational-units', {}, { q }),
    find: async ({ text, pageSize, signal }) => {
      const query = { pageSize, name: text };
      const page = await call(listOrganizationalUnits, { query }, { signal });
      return mapPage(page, ({ id, name, path = [] }) => ({
        id,
        name: shownName(name, id),
        detail: path.map((above) => above.name).join(' › ') || undefined,
        path: pathTo('v1-organizational-units-orgUnitId', { orgUnitId: id }),
      }));
    },
  },
  {
    name: 'applications',
    permission: 'applications:read',
    listOf: (q) => pathTo('v1-applications', {}, { q }),
    find: async ({ text, pageSize, signal }) => {
      const query = { pageSize, name: text };
      const page = await call(listApplications, { query }, { signal });
      return mapPage(page, ({ id, name, organizationalUnit: unit }) => ({
        id,
        name: shownName(name, id),
        detail: unit?.name ?? undefined,
        path: pathTo('v1-applications-applicationId', { applicationId: id }),
      }));
    },
  },
  {
    name: 'identityProviders',
    permission: 'identity-providers:read',
    listOf: (q) => pathTo('v1-identity-providers', {}, { q }),
    find: async ({ text, pageSize, signal }) => {
      const query = { pageSize, name: text };
      const page = await call(listIdentityProviders, { query }, { signal });
      return mapPage(page, ({ id, name }) => ({
        id,
        name: shownName(name, id),
        path: pathTo('v1-identity-providers-idpId', { idpId: id }),
      }));
    },
  },
  {
    name: 'aliasUrls',
    permission: 'alias-urls:read',
    listOf: (q) => pathTo('v1-alias-urls', {}, { q }),
    find: async ({ text, pageSize, signal }) => {
      const query = { pageSize, text };
      const page = aliasUrlsOf(await call(listAliasUrls, { query }, { signal }));
      return mapPage(page, ({ alias, target }) => ({
        id: alias,
        name: alias,
        detail: target?.url,
        path: pathTo('v1-alias-urls', {}, { alias }),
      }));
    },
  },
];

/** Only things with a page can be opened. */
function mapPage<Row>(page: Page<Row>, thing: (row: Row) => NamedThing): Page<NamedThing> {
  return { ...page, data: page.data.map(thing).filter(({ path }) => path !== '') };
}

/** A call that is unsupported or forbidden is not repeated until the page is reloaded. */
const refusedKinds = new Set<string>();
const keyOf = (kind: Kind) => `${currentState().user?.id}:${kind.name}`;

export function isSearchable(kind: Kind): boolean {
  return !refusedKinds.has(keyOf(kind));
}

/** How long a complete list is searched here before it is fetched again, in milliseconds. */
const clientSideListAge = 60_000;

/** The items of a kind that match a name; empty if the service does not support it. */
export function namedThingsQuery(kind: Kind, text: string, enabled: boolean) {
  return queryOptions({
    queryKey: ['palette', kind.name, text],
    enabled,
    staleTime: 30_000,
    retry: false,
    queryFn: async ({ signal }): Promise<NamedThings> => {
      const key = keyOf(kind);
      try {
        const page = clientSideList(kind) ?? (await ask(kind, text, signal));
        const things = isClientSide(page)
          ? page.data.filter((each) => fits(each, text))
          : page.data;
        return {
          things: things.slice(0, shownOfKind),
          more: page.hasMore || things.length > shownOfKind,
        };
      } catch (error) {
        if (isRefused(error)) refusedKinds.add(key);
        throw error;
      }
    },
  });
}

const pageSize = shownOfKind + 1;
const isClientSide = (page: Page<NamedThing>) => isClientSideList(page, pageSize);
const clientSideKey = (kind: Kind) => ['palette', 'whole', kind.name];

/** For services without search: the list is loaded once and filtered here. */
function clientSideList(kind: Kind): Page<NamedThing> | undefined {
  const state = queryClient.getQueryState<Page<NamedThing>>(clientSideKey(kind));
  return state && Date.now() - state.dataUpdatedAt < clientSideListAge ? state.data : undefined;
}

async function ask(kind: Kind, text: string, signal: AbortSignal): Promise<Page<NamedThing>> {
  const page = await kind.find({ text, pageSize, signal });
  if (isClientSide(page) && kind.name !== 'users')
    queryClient.setQueryData(clientSideKey(kind), page);
  return page;
}

function fits({ name, detail = '' }: NamedThing, text: string): boolean {
  return normalizeForSearch(`${name} ${detail}`).includes(normalizeForSearch(text));
}

/** The list with the results of a saved search. */
function pathOfSearch({ kind, partitionId, query, view }: SavedSearch): string {
  const search = {
    ...(query !== '' && { q: query }),
    ...(view.sort !== undefined && { sort: view.sort }),
    ...(view.columns && { columns: columnsForSearch(view.columns) }),
  };
  return kind === 'objects'
    ? pathTo('v1-partitions-partitionId-objects', { partitionId }, search)
    : pathTo('v1-partitions-partitionId-objects-recent', { partitionId }, search);
}
