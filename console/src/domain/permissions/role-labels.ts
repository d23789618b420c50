import { useCapability } from '../../platform/capabilities.ts';
import { usePermissionTexts } from './permissions.texts.ts';

interface RoleLabel {
  name: string;
  description: string | undefined;
}

/**
 * The name of a role in the user's language. Built-in roles are translated here; other roles, and those of other
 * services, have the name given by their author.
 */
export function useRoleLabels(): (role: {
  name: string;
  description?: string | undefined;
}) => RoleLabel {
  const { roles } = usePermissionTexts();
  const isOurs = useCapability('authentication');
  const labels = new Map<string, RoleLabel>(isOurs ? Object.entries(roles) : []);
  return ({ name, description }) => labels.get(name) ?? { name, description };
}
