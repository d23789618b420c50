import type { BodyOf } from '@annals/contracts/endpoint';
import { type changeUser, languages } from '@annals/contracts/users';
import { trimInvisible } from '@annals/contracts/unseen-characters';
import { emailProblem } from '../../domain/email-addresses/email-problem.ts';
import type { User } from '../../platform/api/things.ts';
import type { EditUserTexts } from './edit-user.texts.ts';

export interface UserValues {
  name: string;
  username: string;
  email: string;
  lang: string;
  /** Invited, active and locked are not choices; the service derives them. */
  status: 'ENABLED' | 'DISABLED';
  /** Empty: it does not end. Null: not a date. */
  accessEndsDate: string | null;
}

export function valuesOf(user: User): UserValues {
  return {
    name: user.name ?? '',
    username: user.username ?? '',
    email: user.email ?? '',
    lang: user.lang ?? 'en',
    status: user.status === 'DISABLED' ? 'DISABLED' : 'ENABLED',
    accessEndsDate: user.accessEndsDate ?? '',
  };
}

/** Existing values can be changed but not cleared. */
export function validationRules(user: User, t: EditUserTexts) {
  return {
    name: (name: string) => (trimInvisible(name) === '' && user.name ? t.nameMissing : null),
    username: (name: string) =>
      trimInvisible(name) === '' && user.username ? t.usernameMissing : null,
    email: (email: string) => {
      if (trimInvisible(email) === '' && !user.email) return null;
      return emailProblem(email);
    },
    accessEndsDate: (ends: string | null) =>
      ends === (user.accessEndsDate ?? '') || ends === '' || Date.parse(ends ?? '') > Date.now()
        ? null
        : t.accessEndsMissing,
  };
}

/** The changed fields only: an omitted field stays as it is, and an omitted user name follows the email. */
export function changesOf(values: UserValues, user: User): BodyOf<typeof changeUser> {
  const before = valuesOf(user);
  const pickChanged = (name: 'name' | 'username' | 'email') => {
    const text = trimInvisible(values[name]);
    return text !== '' && text !== before[name] ? { [name]: text } : {};
  };
  const lang = languages.find((each) => each === values.lang);
  return {
    ...pickChanged('name'),
    ...pickChanged('username'),
    ...pickChanged('email'),
    ...(lang !== undefined && lang !== before.lang && { lang }),
    ...(values.accessEndsDate !== before.accessEndsDate && {
      accessEndsDate: values.accessEndsDate || null,
    }),
    ...(values.status !== before.status && {
      status: values.status === 'DISABLED' ? 'DISABLED' : 'ACTIVE',
    }),
  };
}
