import { usePermissionTexts } from './permissions.texts.ts';

interface RoleWords {
  name: string;
  description: string | undefined;
}

/**
 * The name of a role in the user's language. Built-in roles are translated here; other roles have the name given by
 * their author.
 */
export function useRoleWords(): (role: {
  name: string;
  description?: string | undefined;
}) => RoleWords {
  const { roles } = usePermissionTexts();
  const known = new Map<string, RoleWords>(Object.entries(roles));
  return ({ name, description }) => known.get(name) ?? { name, description };
}
