import { isObject } from '@annals/rules/json-values';
import { moreKey } from './page.ts';
import { listIn, saysWhole } from './lists-of-services.ts';
import { roleNameOf } from './role-name.ts';

/**
 * Whether a service tells more in a field than could be read of it: a value of another form, entries without a name or
 * an id, or that there are further ones.
 */
export function isReadInPart(thing: object, field: string): boolean {
  const more: unknown = Reflect.get(thing, moreKey);
  const unread = isObject(more) ? more[field] : undefined;
  if (unread === undefined) return false;
  // What a service tells of a role beside its name is kept too.
  if (Array.isArray(unread))
    return field !== 'roles' || unread.some((entry) => roleNameOf(entry) === undefined);
  const list = listIn(unread);
  const read: unknown = Reflect.get(thing, field);
  if (list === undefined || !Array.isArray(read) || read.length < list.items.length) return true;
  return !saysWhole(list.beside, list.items.length);
}
