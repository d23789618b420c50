import { Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memberRoles } from '@annals/contracts/permissions';
import { type User } from '@annals/contracts/users';
import { rolesOf, storedAuth } from '../../api/session.ts';
import { currentState } from '../../api/state.ts';
import { showFailure, showToast } from '../feedback/toasts.ts';
import { GuardedForm } from '../forms/GuardedForm.tsx';
import { useGuardedForm } from '../forms/useGuardedForm.ts';
import { PartitionPicker } from '../pickers/PartitionPicker.tsx';
import { PickMany } from '../pickers/PickMany.tsx';
import { RolePicker } from '../pickers/RolePicker.tsx';
import { UnitPicker } from '../pickers/UnitPicker.tsx';
import { shortenId } from '../ids/shorten-id.ts';
import { useMay } from '../permissions/my-permissions.ts';
import { rolesQuery } from '../permissions/roles.queries.ts';
import { Dialog } from '../states/Dialog.tsx';
import { languageNames, languages } from '../texts.ts';
import { forgetInvitations, type InvitationValues, invite } from './invite.ts';
import { useInvitationTexts } from './invitations.texts.ts';
import classes from './InviteDialog.module.css';

interface InviteDialogProps {
  onInvited?: (user: User) => void;
  onClose: () => void;
}

/** Invites one person: the welcome mail goes out. For who holds `users:write`. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const t = useInvitationTexts();
  const seesUnits = useMay('organizational-units:read');
  const endsAtUnits = useEndsAtUnits();
  const form = useGuardedForm<InvitationValues, Awaited<ReturnType<typeof invite>>>({
    initialValues: emptyInvitation(),
    validate: {
      email: (text) => (/^\S+@\S+$/.test(text.trim()) ? null : t.emailMissing),
      organizationalUnitIds: (units) => (endsAtUnits && units.length === 0 ? t.unitsNeeded : null),
    },
    save: invite,
    onSaved: ({ user, refused }, { email }) => {
      showToast({ message: t.invited(email.trim()) });
      for (const { name, error } of refused) showFailure(t.notMember(email.trim(), name), error);
      void forgetInvitations();
      onInvited?.(user);
      onClose();
    },
  });
  return (
    <Dialog title={t.inviteTitle} onClose={onClose} form size="lg">
      <GuardedForm form={form} save={t.send} failed={t.notInvited} onCancel={onClose}>
        <p className={classes.hint}>{t.hint}</p>
        <TextInput
          label={t.email}
          type="email"
          withAsterisk
          autoComplete="off"
          maxLength={254}
          data-autofocus
          {...form.field('email')}
        />
        <TextInput
          label={t.name}
          description={t.nameHint}
          autoComplete="off"
          maxLength={200}
          {...form.field('name')}
        />
        {seesUnits && (
          <PickMany
            label={t.units}
            name={({ id, name }) => name ?? shortenId(id)}
            picker={UnitPicker}
            {...form.field('organizationalUnitIds')}
          />
        )}
        <RolePicker label={t.roles} {...form.field('roles')} />
        <PickMany
          label={t.partitions}
          description={t.partitionsHint}
          name={({ id, partitionName }) => partitionName ?? shortenId(id)}
          picker={PartitionPicker}
          {...form.field('partitions')}
        />
        {form.values.partitions.length > 0 && (
          <Radio.Group label={t.memberRole} {...form.field('memberRole')}>
            <div className={classes.choices}>
              {memberRoles.map((role) => (
                <Radio key={role} value={role} label={t.memberRoles[role]} />
              ))}
            </div>
          </Radio.Group>
        )}
        <Radio.Group label={t.language} {...form.field('lang')}>
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
      </GuardedForm>
    </Dialog>
  );
}

/** Whoever administers one unit invites into that one. */
function emptyInvitation(): InvitationValues {
  const { user } = currentState();
  const own = user?.roles?.includes('GLOBAL_MASTER') ? [] : (user?.organizationalUnits ?? []);
  return {
    email: '',
    name: '',
    organizationalUnitIds: own.length === 1 ? own : [],
    roles: [],
    partitions: [],
    memberRole: 'READER',
    lang: 'en',
  };
}

/** Whether all that lets the signed-in user invite ends at organizational units. */
function useEndsAtUnits(): boolean {
  const { data } = useQuery(rolesQuery());
  const held = rolesOf(storedAuth());
  const inviting = (data?.data ?? []).filter(
    ({ name, permissions }) => held.includes(name) && permissions?.includes('users:write'),
  );
  return inviting.length > 0 && inviting.every(({ reach }) => reach === 'unit');
}
