import { NativeSelect, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { EmailInput } from '../../domain/email-addresses/EmailInput.tsx';
import { changeUser, getUser, languages } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { useAppState } from '../../platform/api/state.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { MomentInput } from '../../platform/time/MomentInput.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { useEditUserTexts } from './edit-user.texts.ts';
import { changesOf, validationRules, valuesOf } from './user-form.ts';
import { useUserTexts } from './users.texts.ts';

/** The form of one user. */
export function EditUser({ user }: { user: User }) {
  const t = useEditUserTexts();
  const shared = useUserTexts();
  const router = useRouter();
  const isOwn = useAppState((state) => state.user?.id) === user.id;
  // The user that the form is based on: a background refetch must not change what counts as modified.
  const base = useRef(user);
  const toUser = () => router.history.push(pathTo('v1-users-userId', { userId: user.id }));
  const form = useGuardedForm({
    initialValues: valuesOf(user),
    version: user.version,
    validate: validationRules(user, t),
    save: async (values, ifMatch) => {
      const body = changesOf(values, base.current);
      if (Object.keys(body).length === 0) return base.current;
      return call(changeUser, { params: { userId: user.id }, body }, { ifMatch });
    },
    latest: async () => {
      base.current = await call(getUser, { params: { userId: user.id } });
      return { values: valuesOf(base.current), version: base.current.version };
    },
    onSaved: () => {
      showToast({ message: t.saved });
      void invalidateUsers();
      toUser();
    },
  });
  const enabled = user.status === 'DISABLED' ? 'ACTIVE' : (user.status ?? 'ACTIVE');
  const statuses = {
    ENABLED: labelFor(shared.statuses, enabled),
    DISABLED: shared.statuses.DISABLED,
  };
  return (
    <>
      <GuardedForm
        form={form}
        save={t.save}
        failed={t.notSaved}
        labels={{
          name: t.name,
          username: t.username,
          email: t.email,
          lang: t.language,
          status: t.status,
          accessEndsDate: t.accessEnds,
        }}
        show={(name, value) => {
          if (name === 'status') return labelFor(statuses, String(value));
          return name === 'lang' ? labelFor(shared.languages, String(value)) : undefined;
        }}
        onCancel={toUser}
      >
        <TextInput label={t.name} maxLength={200} {...form.field('name')} />
        <TextInput
          label={t.username}
          description={t.usernameHint}
          maxLength={320}
          autoComplete="off"
          spellCheck={false}
          {...form.field('username')}
        />
        <EmailInput
          label={t.email}
          description={t.emailHint}
          maxLength={254}
          autoComplete="off"
          {...form.field('email')}
        />
        <NativeSelect
          label={t.language}
          description={t.languageHint}
          data={languages.map((language) => ({
            value: language,
            label: shared.languages[language],
          }))}
          {...form.field('lang')}
        />
        {user.accessEndsDate !== undefined && !isOwn && (
          <MomentInput
            label={t.accessEnds}
            description={t.accessEndsHint}
            day="end"
            {...form.field('accessEndsDate')}
          />
        )}
        <NativeSelect
          label={t.status}
          description={isOwn ? t.ownStatus : t.disabledHint}
          disabled={isOwn}
          data={Object.entries(statuses).map(([value, label]) => ({ value, label }))}
          {...form.field('status')}
        />
      </GuardedForm>
    </>
  );
}
