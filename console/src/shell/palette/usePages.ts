import { listMembers } from '@annals/contracts/partitions';
import { searchText } from '@annals/contracts/object-search';
import { recentObjects } from '@annals/contracts/objects';
import {
  IconApps,
  IconArrowsExchange,
  IconDatabase,
  IconFileSearch,
  IconHistory,
  IconHome,
  IconKey,
  IconLink,
  IconListSearch,
  IconLogin2,
  IconSitemap,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import { routes, type RouteName } from '@annals/contracts/routes';
import { productTitle } from '../../api/product.ts';
import { useAppState } from '../../api/state.ts';
import { pathTo } from '../../shared/links.ts';
import { useCapabilities } from '../../shared/permissions/capabilities.ts';
import { menuFor, menuKeys } from '../menu/menu-entries.ts';
import { menuTexts, useMenuTexts } from '../menu/menu.texts.ts';
import type { PaletteItem } from './palette-item.ts';
import { paletteTexts, usePaletteTexts } from './palette.texts.ts';

const icons: Partial<Record<RouteName, Icon>> = {
  index: IconHome,
  'user-management': IconUserCircle,
  'v1-users': IconUsers,
  'v1-tokens': IconKey,
  'v1-applications': IconApps,
  'v1-organizational-units': IconSitemap,
  'v1-identity-providers': IconLogin2,
  'v1-partitions': IconDatabase,
  'v1-partitions-all-users': IconUsersGroup,
  'v1-alias-urls': IconLink,
};

/** The pages the person may go to: those of the menu, and those the menu leads to only by way of another. */
export function usePages(): PaletteItem[] {
  const t = usePaletteTexts();
  const menu = useMenuTexts();
  const userId = useAppState((state) => state.user?.id);
  const isMaster = useAppState((state) => state.isGlobalMaster);
  const inMenu = menuFor(isMaster).flatMap(({ heading, entries }) =>
    entries.map(({ route, label }): PaletteItem => {
      const key = menuKeys[route];
      return {
        id: `page:${route}`,
        label: menu.entry[label],
        detail: heading === 'authentication' ? menu.authentication : heading && productTitle,
        icon: icons[route] ?? IconHome,
        path: routes[route].path,
        keys: key && `g ${key}`,
        others: [menuTexts.en.entry[label], menuTexts.de.entry[label]],
      };
    }),
  );
  const page = (name: 'profile' | 'migrations', path: string, icon: Icon): PaletteItem => ({
    id: `page:${name}`,
    label: t.pages[name],
    icon,
    path,
    others: [paletteTexts.en.pages[name], paletteTexts.de.pages[name]],
  });
  return [
    ...inMenu,
    ...(isMaster ? [page('migrations', pathTo('migrations'), IconArrowsExchange)] : []),
    ...(userId === undefined
      ? []
      : [page('profile', pathTo('v1-users-userId', { userId }), IconUserCircle)]),
  ];
}

/** The pages of the partition the person is in. */
export function usePagesHere(partitionId: string | undefined): PaletteItem[] {
  const t = usePaletteTexts();
  const has = useCapabilities();
  if (partitionId === undefined) return [];
  const page = (
    name: 'overview' | 'objects' | 'recent' | 'text' | 'members',
    path: string,
    icon: Icon,
  ): PaletteItem => ({
    id: `here:${name}`,
    label: t.pages[name],
    icon,
    path,
    others: [paletteTexts.en.pages[name], paletteTexts.de.pages[name]],
  });
  const of = { partitionId };
  const overview = page('overview', pathTo('v1-partitions-partitionId', of), IconDatabase);
  const objects = page('objects', pathTo('v1-partitions-partitionId-objects', of), IconFileSearch);
  return [
    overview,
    objects,
    ...(has(recentObjects)
      ? [page('recent', pathTo('v1-partitions-partitionId-objects-recent', of), IconHistory)]
      : []),
    ...(has(searchText)
      ? [page('text', pathTo('v1-partitions-partitionId-indices-search-text', of), IconListSearch)]
      : []),
    ...(has(listMembers)
      ? [page('members', pathTo('v1-partitions-partitionId-users', of), IconUsers)]
      : []),
  ];
}
