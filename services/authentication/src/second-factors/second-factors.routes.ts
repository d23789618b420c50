import * as account from '@annals/contracts/account';
import { enrolSecondFactor } from '@annals/contracts/sign-in';
import * as administration from '@annals/contracts/user-administration';
import type { Mount } from '@annals/kit/mount';
import { sourceOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { reauthenticate } from '../sessions/fresh-proof.ts';
import { startEnrolment } from './finish-second-factor.ts';
import * as factors from './manage-factors.ts';
import { addPasskey, startPasskey } from './own-passkeys.ts';
import { reauthenticateWithPasskey, startReauthentication } from './prove-with-passkey.ts';

export function mountSecondFactors(mount: Mount, context: ServiceContext): void {
  mount(enrolSecondFactor, ({ body }) => startEnrolment(context, body.challenge));

  mount(account.startReauthentication, ({ caller }) => startReauthentication(context, caller));

  mount(account.reauthenticate, ({ caller, body, request }) => {
    const source = sourceOf(request, caller);
    return 'password' in body
      ? reauthenticate(context, caller, body.password, source)
      : reauthenticateWithPasskey(context, caller, body.assertion, source);
  });

  mount(account.listFactors, ({ caller }) => factors.listOwnFactors(context, caller.userId));

  mount(account.startTotp, ({ caller, body }) => factors.startTotp(context, caller, body.name));

  mount(account.confirmTotp, ({ caller, params, body, request }) =>
    factors.confirmTotp(
      context,
      caller,
      params.factorId.toLowerCase(),
      body.code,
      sourceOf(request, caller),
    ),
  );

  mount(account.startPasskey, ({ caller }) => startPasskey(context, caller));

  mount(account.addPasskey, ({ caller, body, request }) =>
    addPasskey(context, caller, body, sourceOf(request, caller)),
  );

  mount(account.removeFactor, ({ caller, params, request }) =>
    factors.removeFactor(context, caller, params.factorId.toLowerCase(), sourceOf(request, caller)),
  );

  mount(account.renewRecoveryCodes, ({ caller, request }) =>
    factors.renewRecoveryCodes(context, caller, sourceOf(request, caller)),
  );

  mount(administration.getUserFactors, ({ caller, params }) =>
    factors.listUserFactors(context, caller, params.userId),
  );

  mount(administration.removeUserFactors, ({ caller, params, request }) =>
    factors.removeUserFactors(
      context,
      caller,
      params.userId.toLowerCase(),
      sourceOf(request, caller),
    ),
  );
}
