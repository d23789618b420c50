import { changePassword } from '@annals/contracts/account';
import * as calls from '@annals/contracts/sign-in';
import { sendPasswordReset as sendPasswordResetCall } from '@annals/contracts/users';
import type { Mount } from '@annals/kit/mount';
import { requireMailHost } from '../accounts/mail-host.ts';
import { sourceOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { changeOwnPassword } from './change-password.ts';
import { requestMail, sendPasswordReset } from './request-mail.ts';
import { checkPasswordToken, setPassword } from './set-password.ts';
import { requireMayHaveAccount } from './sign-up.ts';

export function mountPasswords(mount: Mount, context: ServiceContext): void {
  mount(calls.checkPasswordToken, ({ params, request }) =>
    checkPasswordToken(context, params.token, sourceOf(request)),
  );

  mount(calls.setPassword, ({ body, request }) => setPassword(context, body, sourceOf(request)));

  mount(changePassword, ({ body, caller, request }) =>
    changeOwnPassword(context, caller, body, sourceOf(request, caller)),
  );

  mount(calls.requestPasswordReset, async ({ body: { email, lang }, request }) => {
    const action = 'password.resetRequested';
    const mail = { kind: 'RESET', action, recipient: email, lang, parameters: {} } as const;
    await requestMail(context, mail, sourceOf(request));
    return {};
  });

  mount(sendPasswordResetCall, async ({ params, caller, request }) => {
    await sendPasswordReset(context, caller, params.userId, sourceOf(request, caller));
    return {};
  });

  mount(calls.getSignUpRules, async () => {
    const rule = context.signUp;
    if (rule === 'off') return { open: false };
    return rule === 'open' ? { open: true } : { open: true, domains: [...rule] };
  });

  mount(calls.signUp, async ({ body: { email, name, lang }, request }) => {
    requireMailHost(context, email);
    requireMayHaveAccount(context.signUp, email);
    const action = 'signUp.requested';
    const mail = { kind: 'SIGNUP', action, recipient: email, lang, parameters: { name } } as const;
    await requestMail(context, mail, sourceOf(request));
    return {};
  });
}
