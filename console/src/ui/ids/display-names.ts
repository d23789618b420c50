import type { User } from '../../platform/api/things.ts';
import { useIdTexts } from './ids.texts.ts';
import { visibleText } from './visible-text.ts';

export { visibleText } from './visible-text.ts';

interface Person {
  id: string;
  name?: string | null | undefined;
  username?: string | undefined;
  email?: string | null | undefined;
}

/** What to call a thing: its name, else its id, else that it has none. Links and options must never be blank. */
export function shownName(name: string | null | undefined, id: string): string {
  return visibleText(name) ?? shortenId(visibleText(id) ?? useIdTexts.now().unnamed);
}

/**
 * What a title or breadcrumb says: undefined, which is drawn as a placeholder, only while the name is loading. A thing without
 * a name, or whose name could not be loaded, is called what it is.
 */
export function nameOnceLoaded(
  name: string | null | undefined,
  { isPending }: { isPending: boolean },
  kind: string,
): string | undefined {
  return isPending ? undefined : (visibleText(name) ?? kind);
}

/** What to call a user, like `shownName`. */
export function shownPerson(user: Person): string {
  return shownName(personName(user), user.id);
}

/** The display name of a user: name, else user name, else email; undefined when the service reports only the id. */
export function personName({ name, username, email }: Person): string | undefined {
  return visibleText(name) ?? visibleText(username) ?? visibleText(email);
}

const head = 8;
const tail = 6;

/**
 * An id with its middle left out: the end of a UUIDv7 is the most distinctive, and its beginning encodes the
 * creation time.
 */
export function shortenId(id: string): string {
  return id.length <= head + tail + 3 ? id : `${id.slice(0, head)}…${id.slice(-tail)}`;
}

/** The ids of the units of a user; undefined if the service does not report them. */
export function unitIds({ organizationalUnits }: User): string[] | undefined {
  return organizationalUnits?.map(({ id }) => id);
}

/** The units of a user on one line; undefined if the service does not report them. */
export function unitNames({ organizationalUnits }: User): string | undefined {
  return organizationalUnits?.map(({ id, name }) => shownName(name, id)).join(', ');
}
