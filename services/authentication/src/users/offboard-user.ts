import type { Queryable } from '@annals/kit/database/database';
import { revokeTokensOf } from '../api-tokens/api-tokens.sql.ts';
import { keepingAMaster, requireGrantableIn, userToChange } from '../authority/authority.ts';
import { noteWithdrawnInvitation } from '../invitations/invitations.sql.ts';
import { deleteMailsOf } from '../mail/outbox.sql.ts';
import { useLinksOf } from '../one-time-links/one-time-links.sql.ts';
import { deleteFactorsOf } from '../second-factors/factors.sql.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { refuseOneself } from './change-status.ts';
import { deleteIdentitiesOf } from './offboard-user.sql.ts';
import { doingOf, type Acting, type Done } from './user-acts.ts';
import { endMemberships, endUserRoles, selectUnitsOf } from '../accounts/user-rights.sql.ts';
import { updateStatus } from '../accounts/accounts.sql.ts';

interface Touched {
  sessions: number;
  tokens: { id: string; description: string }[];
  identities: { id: string; identityProviderName: string }[];
  factors: number;
  roles: string[];
  organizationalUnits: { id: string; name: string }[];
}

/**
 * Disables a user and takes away all that the user holds, in one go.
 * @throws Problem 403 also when one of the roles is not the caller's to take, 404; 409 for oneself and the last master
 */
export async function offboard(
  transaction: Queryable,
  acting: Acting,
  userId: string,
): Promise<Done & { touched: Touched }> {
  const user = await userToChange(transaction, acting.caller, userId);
  refuseOneself(acting, userId);
  const { directRoles: roles } = user;
  requireGrantableIn(
    acting.rolesByName,
    acting.caller,
    roles.filter((name) => acting.rolesByName.has(name)),
  );
  const doing = doingOf(acting);
  const { at } = doing;

  const disableAndTakeRoles = async () => {
    if (user.status !== 'DISABLED') await updateStatus(transaction, userId, 'DISABLED', at);
    await endUserRoles(transaction, userId, roles, doing);
  };
  await (roles.includes('GLOBAL_MASTER')
    ? keepingAMaster(transaction, disableAndTakeRoles)
    : disableAndTakeRoles());
  const organizationalUnits = await selectUnitsOf(transaction, userId);
  await endMemberships(
    transaction,
    userId,
    organizationalUnits.map(({ id }) => id),
    doing,
  );
  const sessions = await endSessionsOf(transaction, userId, at);
  const revoked = await revokeTokensOf(transaction, userId, at);
  const tokens = revoked.map(({ id, description }) => ({ id, description }));
  const identities = await deleteIdentitiesOf(transaction, userId);
  const gone = await deleteFactorsOf(transaction, userId);
  const factors = gone.filter(({ confirmed }) => confirmed).length;
  await deleteMailsOf(transaction, userId, 'INVITATION');
  const invitationWithdrawn = await noteWithdrawnInvitation(transaction, userId, at);
  await useLinksOf(transaction, userId, at);

  const touched = {
    sessions: sessions.length,
    tokens,
    identities,
    factors,
    roles,
    organizationalUnits,
  };
  return {
    touched,
    sessions,
    events: [
      {
        action: 'user.offboarded',
        before: { status: user.status, roles, organizationalUnits },
        after: {
          status: 'DISABLED',
          roles: [],
          organizationalUnits: [],
          endedSessions: sessions.length,
          revokedTokens: tokens,
          unlinkedIdentities: identities,
          removedFactors: factors,
          invitationWithdrawn,
        },
      },
    ],
  };
}
