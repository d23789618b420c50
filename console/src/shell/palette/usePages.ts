import {
  IconActivityHeartbeat,
  IconApi,
  IconApps,
  IconArrowsExchange,
  IconBell,
  IconDatabase,
  IconFileSearch,
  IconGitPullRequest,
  IconHelp,
  IconHistory,
  IconHome,
  IconKey,
  IconLicense,
  IconLink,
  IconListCheck,
  IconShieldCheck,
  IconListSearch,
  IconLogin2,
  IconShieldLock,
  IconSitemap,
  IconUpload,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import { routes, type RouteName } from '@annals/contracts/routes';
import { productTitle } from '../../platform/api/product.ts';
import { useAppState } from '../../platform/api/state.ts';
import { pathTo } from '../../platform/links.ts';
import { useHasApiReference } from '../../platform/capabilities.ts';
import { useMayOfferPage } from '../../domain/permissions/may-open.ts';
import { useMayWriteTo } from '../../domain/permissions/may-write-to.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
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

/** The pages the user may open: those of the menu, and those only reachable from another page. */
export function usePages(): PaletteItem[] {
  const t = usePaletteTexts();
  const menu = useMenuTexts();
  const userId = useAppState((state) => state.user?.id);
  const mayOffer = useMayOfferPage();
  const mayReadEvents = useMay('events:read') && mayOffer('audit-log');
  const mayReadSystem = useMay('operations:read') && mayOffer('system');
  const maySetRules = useMay('roles:write') && mayOffer('v1-sign-in-rules');
  const hasReference = useHasApiReference();
  // More than the menu, which the specification reserves for global masters: an auditor can open most of these
  // pages too.
  const openPages = menuFor(true).flatMap(({ heading, entries }) =>
    entries
      .filter(({ route }) => mayOffer(route))
      .map(({ route, label }): PaletteItem => {
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
  const page = (
    name:
      | 'profile'
      | 'migrations'
      | 'roles'
      | 'auditLog'
      | 'accessChanges'
      | 'system'
      | 'signInRules'
      | 'apiReference'
      | 'subscriptions'
      | 'help'
      | 'licenses',
    path: string,
    icon: Icon,
  ): PaletteItem => ({
    id: `page:${name}`,
    label: t.pages[name],
    icon,
    path,
    others: [paletteTexts.en.pages[name], paletteTexts.de.pages[name]],
  });
  return [
    ...openPages,
    page('roles', pathTo('roles'), IconShieldCheck),
    ...(mayReadEvents
      ? [
          page('auditLog', pathTo('audit-log'), IconListCheck),
          page('accessChanges', `${pathTo('audit-log')}?kind=ACCESS`, IconListCheck),
        ]
      : []),
    ...(mayReadSystem ? [page('system', pathTo('system'), IconActivityHeartbeat)] : []),
    ...(maySetRules ? [page('signInRules', pathTo('v1-sign-in-rules'), IconShieldLock)] : []),
    ...(mayOffer('migrations')
      ? [page('migrations', pathTo('migrations'), IconArrowsExchange)]
      : []),
    ...(userId === undefined
      ? []
      : [page('profile', pathTo('v1-users-userId', { userId }), IconUserCircle)]),
    ...(mayOffer('subscriptions')
      ? [page('subscriptions', pathTo('subscriptions'), IconBell)]
      : []),
    ...(hasReference ? [page('apiReference', pathTo('api-reference'), IconApi)] : []),
    page('help', pathTo('help'), IconHelp),
    page('licenses', pathTo('licenses'), IconLicense),
  ];
}

/** The pages of the current partition. */
export function usePagesHere(partitionId: string | undefined): PaletteItem[] {
  const t = usePaletteTexts();
  const mayOffer = useMayOfferPage();
  const mayWrite = useMayWriteTo(partitionId);
  if (partitionId === undefined) return [];
  const page = (
    name: 'overview' | 'objects' | 'recent' | 'changeSets' | 'text' | 'members' | 'import',
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
    ...(mayOffer('v1-partitions-partitionId-objects-recent')
      ? [page('recent', pathTo('v1-partitions-partitionId-objects-recent', of), IconHistory)]
      : []),
    ...(mayOffer('v1-partitions-partitionId-change-sets')
      ? [
          page(
            'changeSets',
            pathTo('v1-partitions-partitionId-change-sets', of),
            IconGitPullRequest,
          ),
        ]
      : []),
    ...(mayOffer('v1-partitions-partitionId-indices-search-text')
      ? [page('text', pathTo('v1-partitions-partitionId-indices-search-text', of), IconListSearch)]
      : []),
    ...(mayOffer('v1-partitions-partitionId-users')
      ? [page('members', pathTo('v1-partitions-partitionId-users', of), IconUsers)]
      : []),
    ...(mayOffer('migrations') && mayWrite
      ? [
          page(
            'import',
            pathTo('migrations', {}, { tab: 'import', partition: partitionId }),
            IconUpload,
          ),
        ]
      : []),
  ];
}
