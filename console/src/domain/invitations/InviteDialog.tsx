import { useQuery } from '@tanstack/react-query';
import { isAnnounced } from '../../platform/api/announced.ts';
import { queryClient } from '../../platform/api/query.ts';
import { rolesOf, storedAuth } from '../../platform/api/session.ts';
import { currentState } from '../../platform/api/state.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { rolesQuery } from '../permissions/roles.queries.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import { checksOf, invite, type InvitationValues, type Invited } from './invitation.ts';
import { useInvitationTexts } from './invitations.texts.ts';
import { InviteFields } from './InviteFields.tsx';
import { useSentInvitation } from './useSentInvitation.tsx';

/** Invites one user: creates the user, sends the welcome mail, and adds the memberships. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useInvitationTexts();
  const { failures, onSaved } = useSentInvitation(onClose);
  // The form starts with a role that the inviting user may grant, so it waits until the roles are known.
  const { isLoading } = useQuery(rolesQuery());
  if (failures !== undefined) return failures;
  return (
    <Dialog title={t.title} onClose={onClose} form={!isLoading} size="lg">
      {isLoading ? <LineSkeletons lines={8} /> : <InviteForm onClose={onClose} onSaved={onSaved} />}
    </Dialog>
  );
}

interface InviteFormProps {
  onClose: () => void;
  onSaved: ReturnType<typeof useSentInvitation>['onSaved'];
}

function InviteForm({ onClose, onSaved }: InviteFormProps) {
  const t = useInvitationTexts();
  const form = useGuardedForm<InvitationValues, Invited>({
    initialValues: emptyInvitation(),
    validate: checksOf(t, useEndsAtUnits()),
    save: invite,
    onSaved,
  });
  return (
    <GuardedForm form={form} save={t.send} failed={t.notSent} onCancel={onClose}>
      <InviteFields form={form} />
    </GuardedForm>
  );
}

/**
 * An administrator of one unit invites into that unit; the role User is preselected. The call of the specification takes
 * neither, whatever another vendor's service tells of the person who invites.
 */
function emptyInvitation(): InvitationValues {
  const { user } = currentState();
  const roles = queryClient.getQueryData(rolesQuery().queryKey)?.data ?? [];
  const invitesAnywhere = !isAnnounced('authentication') || user?.roles?.includes('GLOBAL_MASTER');
  const own = invitesAnywhere ? [] : (user?.organizationalUnits ?? []);
  return {
    email: '',
    name: '',
    // The specification's, whatever the language of the one who invites.
    lang: 'en',
    organizationalUnitIds: own.length === 1 ? own : [],
    roles: roles.flatMap(({ name, mayGrant }) => (name === 'USER' && mayGrant ? name : [])),
    memberships: [],
  };
}

/** Whether the signed-in user can only invite into organizational units. */
function useEndsAtUnits(): boolean {
  const { data } = useQuery(rolesQuery());
  const roleNames = rolesOf(storedAuth());
  const inviting = (data?.data ?? []).filter(
    ({ name, permissions }) => roleNames.includes(name) && permissions?.includes('users:write'),
  );
  return inviting.length > 0 && inviting.every(({ scope }) => scope === 'unit');
}
