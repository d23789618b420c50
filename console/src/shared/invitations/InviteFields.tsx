import { NativeSelect, TextInput } from '@mantine/core';
import type { GuardedFormState } from '../forms/useGuardedForm.ts';
import { shortenId } from '../ids/display-names.ts';
import { PickMany } from '../pickers/PickMany.tsx';
import { RolePicker } from '../pickers/RolePicker.tsx';
import { UnitPicker } from '../pickers/UnitPicker.tsx';
import { RoleEffects } from '../permissions/RoleEffects.tsx';
import { useRolesThroughUnits } from '../permissions/UnitEffects.tsx';
import { useCapability } from '../permissions/capabilities.ts';
import { languageNames, languages } from '../texts.ts';
import type { InvitationValues } from './invitation.ts';
import classes from './Invite.module.css';
import { useInvitationTexts } from './invitations.texts.ts';
import { MembershipFields } from './MembershipFields.tsx';

export function InviteFields({ form }: { form: GuardedFormState<InvitationValues> }) {
  const t = useInvitationTexts();
  const takesMore = useCapability('furtherFields');
  const { roles, organizationalUnitIds } = form.values;
  const throughUnits = useRolesThroughUnits(organizationalUnitIds.map(({ id }) => id));
  return (
    <>
      <p className={classes.hint}>{t.hint}</p>
      <TextInput
        label={t.email}
        type="email"
        withAsterisk
        maxLength={254}
        autoComplete="off"
        data-autofocus
        {...form.field('email')}
      />
      {takesMore && (
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
      {takesMore && (
        <>
          <PickMany
            label={t.units}
            name={(unit) => unit.name ?? shortenId(unit.id)}
            picker={UnitPicker}
            {...form.field('organizationalUnitIds')}
          />
          <RolePicker label={t.roles} description={t.rolesHint} {...form.field('roles')} />
          <RoleEffects gained={[...new Set([...roles, ...throughUnits])]} lost={[]} />
          <MembershipFields {...form.field('memberships')} />
        </>
      )}
    </>
  );
}
