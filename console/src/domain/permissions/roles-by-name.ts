import { foldName } from '../../platform/plain-text.ts';
import { languages } from '../../platform/texts.ts';
import { usePermissionTexts } from './permissions.texts.ts';

/**
 * Roles by their names on the screen, in all languages, and by those of the service, which win. The names are as
 * `foldName` writes them.
 * @param roles further roles of the service
 */
export function rolesByName(roles: readonly string[] = []): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  const translated = languages.map((language) => usePermissionTexts.in(language).roles);
  for (const names of translated)
    for (const [role, { name }] of Object.entries(names)) byName.set(foldName(name), role);
  for (const role of [...Object.keys(translated[0] ?? {}), ...roles])
    byName.set(foldName(role), role);
  return byName;
}
