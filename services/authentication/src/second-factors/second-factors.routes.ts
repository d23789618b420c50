import type { Mount } from '@annals/kit/mount';
import type { Parts } from '../parts.ts';
import { mountEnrolment } from './enrolment.routes.ts';
import { mountOwnFactors } from './own-factors.routes.ts';
import { mountOwnPasskeys } from './own-passkeys.routes.ts';
import { mountReauthentication } from './reauthentication.routes.ts';
import { mountUserFactors } from './user-factors.routes.ts';

export function mountSecondFactors(mount: Mount, parts: Parts): void {
  mountReauthentication(mount, parts);
  mountOwnFactors(mount, parts);
  mountOwnPasskeys(mount, parts);
  mountEnrolment(mount, parts);
  mountUserFactors(mount, parts);
}
