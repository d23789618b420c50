import { usePermissionTexts } from './permissions.texts.ts';

interface RoleWords {
  name: string;
  description: string | undefined;
}

/**
 * How a role is called in the person's language. Roles that ship with the service have words here; any other is
 * called as whoever defined it called it.
 */
export function useRoleWords(): (role: {
  name: string;
  description?: string | undefined;
}) => RoleWords {
  const { roles } = usePermissionTexts();
  const known = new Map<string, RoleWords>(Object.entries(roles));
  return ({ name, description }) => known.get(name) ?? { name, description };
}
