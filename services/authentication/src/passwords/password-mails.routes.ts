import type { Mount } from '@annals/kit/mount';
import type { Parts } from '../parts.ts';

export function mountPasswordMails(_mount: Mount, _parts: Parts): void {
  // to be filled
}
