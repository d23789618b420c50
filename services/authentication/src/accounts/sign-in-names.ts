import { signInKey } from '../context/normalize.ts';
import type { Profile } from './accounts.sql.ts';
import type { SignInName } from './sign-in-names.sql.ts';

/** User names and emails share one space. In the same order for all, so that concurrent changes cannot deadlock. */
export function signInNames(username: string, email: string | null): SignInName[] {
  const key = signInKey(username);
  if (email === null) return [{ key, isUsername: true, isEmail: false }];
  const emailKey = signInKey(email);
  if (emailKey === key) return [{ key, isUsername: true, isEmail: true }];
  const names = [
    { key, isUsername: true, isEmail: false },
    { key: emailKey, isUsername: false, isEmail: true },
  ];
  return names.toSorted((left, right) => (left.key < right.key ? -1 : 1));
}

/** A user name that equals the email changes together with it. */
export function usernameWith(
  before: Pick<Profile, 'username' | 'email'>,
  email: string | null,
): string {
  const follows = before.email !== null && signInKey(before.username) === signInKey(before.email);
  return follows && email !== null ? email : before.username;
}
