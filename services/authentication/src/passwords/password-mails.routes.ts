import { getSignUpRules, requestPasswordReset, signUp } from '@annals/contracts/sign-in';
import { sendPasswordReset } from '@annals/contracts/users';
import { badRequest, conflict, forbidden } from '@annals/kit/problem';
import type { Mount } from '@annals/kit/mount';
import { userToChange } from '../authority/authority.ts';
import { toTimestamp } from '../context/clock.ts';
import { appendEvent } from '../audit/audit-log.sql.ts';
import { originOf } from '../context/actor.ts';
import { resendInvitation } from '../invitations/resend-invitation.ts';
import { enqueueMail } from '../mail/outbox.sql.ts';
import type { ServiceContext, SignUpRule } from '../context/service-context.ts';
import { askForMail } from './ask-for-mail.ts';
import { mayHaveAccount } from '../accounts/sign-up-rule.ts';

export function mountPasswordMails(mount: Mount, context: ServiceContext): void {
  mount(requestPasswordReset, async ({ body: { email, lang }, request }) => {
    await askForMail(
      context,
      {
        kind: 'RESET',
        action: 'password.resetRequested',
        recipient: email,
        lang,
        parameters: {},
      },
      originOf(request),
    );
    return {};
  });

  mount(getSignUpRules, async () => {
    const rule = context.signUp;
    if (rule === 'off') return { open: false };
    return rule === 'open' ? { open: true } : { open: true, domains: [...rule] };
  });

  mount(signUp, async ({ body: { email, name, lang }, request }) => {
    requireMayHaveAccount(context.signUp, email);
    await askForMail(
      context,
      {
        kind: 'SIGNUP',
        action: 'signUp.requested',
        recipient: email,
        lang,
        parameters: { name },
      },
      originOf(request),
    );
    return {};
  });

  mount(sendPasswordReset, async ({ params: { userId }, caller, request }) => {
    const origin = originOf(request);
    await context.database.transaction(async (transaction) => {
      const user = await userToChange(transaction, caller, userId);
      if (user.status === 'DISABLED')
        throw conflict('user_disabled', 'This user is disabled. Enable the account first.');
      if (user.status === 'INVITED')
        return resendInvitation(context, transaction, caller, userId, origin);
      const { email, lang } = user;
      if (email === null) throw conflict('no_email', 'This user has no email. Set an email first.');
      const at = context.clock();
      const { address, requestId } = origin;
      await enqueueMail(
        transaction,
        {
          kind: 'RESET',
          recipient: email,
          userId,
          parameters: { byAdministrator: true, address, requestId },
          lang,
        },
        toTimestamp(at),
      );
      await appendEvent(
        transaction,
        {
          action: 'password.resetRequested',
          at,
          actorId: caller.userId,
          subject: `user/${userId}`,
        },
        origin,
      );
    });
    context.mailWorker.wake();
    return {};
  });
}

/** @throws Problem 403 when nobody may sign up, 400 for an email of another domain: that says nothing about users */
function requireMayHaveAccount(rule: SignUpRule, email: string): void {
  if (rule === 'off') throw forbidden('Sign-up is closed. Ask an administrator to invite you.');
  if (rule === 'open' || mayHaveAccount(rule, email)) return;
  const domains = new Intl.ListFormat('en', { type: 'disjunction' }).format(rule);
  throw badRequest('Sign-up is not allowed for this email domain.', [
    {
      path: 'body.email',
      message: `Use an email of ${domains}, or ask an administrator for an invitation.`,
    },
  ]);
}
