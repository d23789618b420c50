import { Checkbox, Radio, TextInput } from '@mantine/core';
import { currentUser } from '@annals/contracts/user';
import { changeUser } from '@annals/contracts/users';
import { trimInvisible } from '@annals/contracts/unseen-characters';
import type { User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { changeState } from '../../platform/api/state.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { languageNames, languages } from '../../platform/texts.ts';
import classes from './account.module.css';
import { invalidateAccount } from './account.queries.ts';
import { useAccountTexts } from './account.texts.ts';

interface EditProfileProps {
  user: User;
  onClose: () => void;
}

const valuesOf = ({ name, lang, changeSetMails }: User) => ({
  name: name ?? '',
  lang: languages.find((language) => language === lang) ?? 'en',
  changeSetMails: changeSetMails ?? true,
});

/** The dialog that changes the user's own name, language and emails. */
export function EditProfile({ user, onClose }: EditProfileProps) {
  const t = useAccountTexts();
  // A service that does not report the setting does not send such emails.
  const hasChangeSetMails = user.changeSetMails != null;
  const form = useGuardedForm({
    initialValues: valuesOf(user),
    version: user.version,
    validate: { name: (text) => (trimInvisible(text) === '' ? t.nameMissing : null) },
    save: ({ name, lang, changeSetMails }, version) => {
      const body = {
        name: trimInvisible(name),
        lang,
        ...(hasChangeSetMails ? { changeSetMails } : {}),
      };
      return call(changeUser, { params: { userId: 'current' }, body }, { ifMatch: version });
    },
    latest: async () => {
      const now = await call(currentUser, {});
      return { values: valuesOf(now), version: now.version };
    },
    onSaved: (saved) => {
      changeState({ user: saved });
      showToast({ message: t.saved });
      void invalidateAccount();
      onClose();
    },
  });
  return (
    <Dialog title={t.editProfile} onClose={onClose} form>
      <GuardedForm
        form={form}
        save={t.save}
        failed={t.notSaved}
        labels={{ name: t.name, lang: t.language, changeSetMails: t.changeSetMails }}
        onCancel={onClose}
      >
        <TextInput
          label={t.name}
          description={t.adminChanges}
          autoComplete="name"
          maxLength={200}
          data-autofocus
          {...form.field('name')}
        />
        <Radio.Group label={t.language} description={t.languageHint} {...form.field('lang')}>
          <div className={classes.choices}>
            {languages.map((language) => (
              <Radio
                key={language}
                value={language}
                label={<span lang={language}>{languageNames[language]}</span>}
              />
            ))}
          </div>
        </Radio.Group>
        {hasChangeSetMails && (
          <Checkbox
            label={t.changeSetMails}
            description={t.changeSetMailsHint}
            {...form.field('changeSetMails', 'checkbox')}
          />
        )}
      </GuardedForm>
    </Dialog>
  );
}
