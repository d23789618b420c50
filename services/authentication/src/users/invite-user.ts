import { say } from '@annals/contracts/messages';
import { parseUrl } from '@annals/rules/parse-url';
import { languages, type MailTemplateParameters } from '@annals/contracts/users';
import type { Queryable } from '@annals/kit/database/database';
import { badField, badRequest } from '@annals/kit/problem';
import { insertUser } from '../accounts/insert-user.ts';
import { refuseLookAlike } from '../accounts/look-alikes.sql.ts';
import { requireMailHost } from '../accounts/mail-host.ts';
import { requireGrantableIn, requireUnitToFill } from '../authority/authority.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import type { CallingActor } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { makeInvitation } from '../invitations/make-invitation.ts';
import { requireFuture } from './access-end.ts';

export interface InvitationRequest {
  email: string;
  name?: string | undefined;
  roles?: readonly string[] | undefined;
  organizationalUnitIds?: readonly string[] | undefined;
  lang?: (typeof languages)[number] | undefined;
  accessEndsDate?: string | undefined;
  mailTemplateParameters?: MailTemplateParameters | undefined;
}

/**
 * Creates an invited user, with the welcome mail in the outbox, and returns the id. Wake the mail worker after the
 * transaction.
 * @throws Problem 400, 403 for roles beyond the caller's, 404 for units outside the scope, 409 if somebody in the
 * caller's scope has the email
 */
export async function inviteUser(
  context: ServiceContext,
  transaction: Queryable,
  actor: CallingActor,
  invitation: InvitationRequest,
): Promise<string> {
  const { caller, rolesByName } = actor;
  const { email, roles = [], organizationalUnitIds = [], mailTemplateParameters = {} } = invitation;
  requireMailHost(context, email);
  requireFuture(invitation.accessEndsDate, context.clock());
  checkLink(context, mailTemplateParameters.ctaLink);
  requireGrantableIn(rolesByName, caller, roles, 'body.roles');
  if (caller.scope('users:write') !== 'all' && organizationalUnitIds.length === 0)
    throw badRequest(say('chooseOneOfYourUnits'), [
      { path: 'body.organizationalUnitIds', ...say('inviteIntoYourUnits') },
    ]);
  for (const unitId of organizationalUnitIds)
    await requireUnitToFill(transaction, rolesByName, caller, unitId);
  const lang = invitation.lang ?? mailTemplateParameters.lang ?? languages[0];
  await refuseLookAlike(transaction, scopeOf(caller, 'users:read'), email);
  const userId = await insertUser(
    transaction,
    {
      email,
      name: invitation.name,
      roles,
      organizationalUnitIds,
      lang,
      accessEndsDate: invitation.accessEndsDate,
      status: 'INVITED',
      scope: scopeOf(caller, 'users:read'),
    },
    { ...actor, at: context.clock() },
  );
  await makeInvitation(
    context,
    transaction,
    { userId, email, lang, invitedBy: caller.userId, parameters: mailTemplateParameters },
    actor.source,
  );
  return userId;
}

/** Only the path of the link is the caller's, because a mail must not lead users elsewhere. */
function checkLink({ publicUrl }: ServiceContext, ctaLink: string | undefined): void {
  if (ctaLink === undefined) return;
  const link = parseUrl(ctaLink, publicUrl);
  const isWeb = link?.protocol === 'https:' || link?.protocol === 'http:';
  if (isWeb && link.pathname === '/set-password') return;
  throw badField('body.mailTemplateParameters.ctaLink', say('passwordLinkForm', { publicUrl }));
}
