import { NativeSelect, TextInput } from '@mantine/core';
import { languageNames, languages } from '../../platform/texts.ts';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { EmailInput } from '../email-addresses/EmailInput.tsx';
import { useInvitationTexts } from './invitations.texts.ts';

interface PersonFieldsProps {
  form: Pick<GuardedFormState<{ email: string; name: string; lang: string }>, 'field'>;
  takesName?: boolean;
}

/** Whom an invitation goes to, and in which language. */
export function PersonFields({ form, takesName = true }: PersonFieldsProps) {
  const t = useInvitationTexts();
  return (
    <>
      <EmailInput
        label={t.email}
        withAsterisk
        maxLength={254}
        autoComplete="off"
        data-autofocus
        {...form.field('email')}
      />
      {takesName && (
        <TextInput
          label={t.name}
          description={t.nameHint}
          maxLength={200}
          autoComplete="off"
          {...form.field('name')}
        />
      )}
      <NativeSelect
        label={t.language}
        data={languages.map((language) => ({
          value: language,
          label: languageNames[language],
        }))}
        {...form.field('lang')}
      />
    </>
  );
}
