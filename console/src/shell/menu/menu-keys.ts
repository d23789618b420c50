import type { RouteName } from '@annals/contracts/routes';

/** What comes after g to go to a page of the menu. */
export const menuKeys: Partial<Record<RouteName, string>> = {
  index: 'h',
  'user-management': 'm',
  'v1-users': 'u',
  'v1-tokens': 't',
  'v1-applications': 'a',
  'v1-organizational-units': 'o',
  'v1-identity-providers': 'i',
  'v1-partitions': 'p',
  'v1-partitions-all-users': 'd',
  'v1-alias-urls': 'l',
};
