import * as calls from '@annals/contracts/user-administration';
import type { Mount } from '@annals/kit/mount';
import { sourceOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { makeInvitationLink, resend, withdrawInvitation } from './change-invitation.ts';
import { listInvitations } from './invitation-list.ts';

export function mountInvitations(mount: Mount, context: ServiceContext): void {
  mount(calls.listInvitations, ({ caller, query }) => listInvitations(context, caller, query));

  mount(calls.resendInvitation, ({ params, caller, request }) =>
    resend(context, caller, params.invitationId, sourceOf(request, caller)),
  );

  mount(calls.makeInvitationLink, ({ params, caller, request }) =>
    makeInvitationLink(context, caller, params.invitationId, sourceOf(request, caller)),
  );

  mount(calls.withdrawInvitation, ({ params, caller, request }) =>
    withdrawInvitation(context, caller, params.invitationId, sourceOf(request, caller)),
  );
}
