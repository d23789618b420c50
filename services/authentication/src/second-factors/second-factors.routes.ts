import type { Mount } from '@annals/kit/mount';
import type { ServiceContext } from '../context/service-context.ts';
import { mountEnrolment } from './enrolment.routes.ts';
import { mountOwnFactors } from './own-factors.routes.ts';
import { mountOwnPasskeys } from './own-passkeys.routes.ts';
import { mountReauthentication } from './reauthentication.routes.ts';
import { mountUserFactors } from './user-factors.routes.ts';

export function mountSecondFactors(mount: Mount, context: ServiceContext): void {
  mountReauthentication(mount, context);
  mountOwnFactors(mount, context);
  mountOwnPasskeys(mount, context);
  mountEnrolment(mount, context);
  mountUserFactors(mount, context);
}
