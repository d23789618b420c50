import { authenticate } from '@annals/contracts/sign-in';
import type { Mount } from '@annals/kit/mount';
import { badRequest } from '@annals/kit/problem';
import { sourceOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { confirmByEmailCode } from '../identity-providers/confirm-identity.ts';
import { finishAuthorization } from '../identity-providers/finish-authorization.ts';
import { finishSecondFactor } from '../second-factors/finish-second-factor.ts';
import { refreshSession } from '../sessions/refresh.ts';
import { signInWithPassword } from './sign-in-with-password.ts';

export function mountSignIn(mount: Mount, context: ServiceContext): void {
  const { metrics } = context;

  mount(authenticate, async ({ query: { type }, body, request }) => {
    const source = sourceOf(request);
    if (type === 'PASSWORD' && 'password' in body)
      return metrics.signIn(type, signInWithPassword(context, body, source));
    if (type === 'REFRESH_TOKEN' && 'refreshToken' in body)
      return metrics.signIn(type, refreshSession(context, body.refreshToken, source));
    if (type === 'SECOND_FACTOR' && 'challenge' in body)
      return metrics.signIn(type, finishSecondFactor(context, body, source));
    if (type === 'IDENTITY_PROVIDER' && 'state' in body)
      return metrics.signIn(type, finishAuthorization(context, body, source));
    if (type === 'EMAIL_CODE' && 'challenge' in body && 'code' in body)
      return metrics.signIn(type, confirmByEmailCode(context, body, source));
    throw wrongBody(type);
  });
}

const wanted = {
  PASSWORD: 'username and password',
  REFRESH_TOKEN: 'refreshToken',
  SECOND_FACTOR: 'challenge and code, or challenge and assertion',
  IDENTITY_PROVIDER: 'code and state',
  EMAIL_CODE: 'challenge and code',
};

function wrongBody(type: keyof typeof wanted) {
  return badRequest(`The body does not match type=${type}. Send ${wanted[type]}.`, [
    { path: 'body', message: `type=${type} takes ${wanted[type]}.` },
  ]);
}
