import { changeUser, changeUserStatus, languages } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import type { EditUserTexts } from './edit-user.texts.ts';

export interface UserValues {
  name: string;
  username: string;
  email: string;
  lang: string;
  /** Invited, active and locked are not choices; the service derives them. */
  status: 'ENABLED' | 'DISABLED';
}

export function valuesOf(user: User): UserValues {
  return {
    name: user.name ?? '',
    username: user.username ?? '',
    email: user.email ?? '',
    lang: user.lang ?? 'en',
    status: user.status === 'DISABLED' ? 'DISABLED' : 'ENABLED',
  };
}

/** Existing values can be changed but not cleared. */
export function validationRules(user: User, t: EditUserTexts) {
  return {
    name: (name: string) => (name.trim() === '' && user.name ? t.nameMissing : null),
    username: (name: string) => (name.trim() === '' && user.username ? t.usernameMissing : null),
    email: (email: string) => {
      if (email.trim() === '') return user.email ? t.emailMissing : null;
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : t.emailMissing;
    },
  };
}

/** The changed fields only: an omitted field stays as it is, and an omitted user name follows the email. */
export function profileChanges(values: UserValues, user: User) {
  const before = valuesOf(user);
  const changed = (name: 'name' | 'username' | 'email') => {
    const text = values[name].trim();
    return text !== '' && text !== before[name] ? { [name]: text } : {};
  };
  const lang = languages.find((each) => each === values.lang);
  return {
    ...changed('name'),
    ...changed('username'),
    ...changed('email'),
    ...(lang !== undefined && lang !== before.lang && { lang }),
  };
}

/**
 * Saves what changed: the profile, then the status.
 * @param user the version the form is based on, including a merged concurrent change
 * @param keep receives the user after the profile is saved: if the status call fails, only that is retried
 */
export async function saveUser(
  values: UserValues,
  user: User,
  ifMatch: number | undefined,
  keep: (saved: User) => void,
): Promise<User> {
  const params = { userId: user.id };
  const body = profileChanges(values, user);
  let saved = user;
  if (Object.keys(body).length > 0) {
    saved = await call(changeUser, { params, body }, { ifMatch });
    keep(saved);
  }
  if (values.status === valuesOf(user).status) return saved;
  const status = values.status === 'DISABLED' ? ('DISABLED' as const) : ('ACTIVE' as const);
  return call(changeUserStatus, { params, body: { status } }, { ifMatch: saved.version });
}
