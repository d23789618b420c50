/** The fields in which services name a role; `authority` is Spring Security's. */
const nameFields = ['name', 'role', 'authority'] as const;

/**
 * The name of a role that a service tells as a text or as an object, and whether it tells more than the name; undefined if
 * it tells no name.
 */
export function roleNameOf(role: unknown): { name: string; isMore: boolean } | undefined {
  if (typeof role === 'string')
    return role.trim() === '' ? undefined : { name: role, isMore: false };
  if (typeof role !== 'object' || role === null || Array.isArray(role)) return undefined;
  for (const field of nameFields) {
    const inner = roleNameOf(Reflect.get(role, field));
    if (inner) return { name: inner.name, isMore: inner.isMore || Object.keys(role).length > 1 };
  }
  return undefined;
}
