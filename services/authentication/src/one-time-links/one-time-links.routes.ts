import { checkPasswordToken } from '@annals/contracts/sign-in';
import type { Mount } from '@annals/kit/mount';
import type { Parts } from '../parts.ts';
import { secretHash } from '../tokens/secrets.ts';
import { findLink } from './one-time-links.ts';

export function mountOneTimeLinks(mount: Mount, parts: Parts): void {
  mount(checkPasswordToken, async ({ params }) => {
    const found = await findLink(parts, secretHash(params.token));
    if (found.state !== 'valid') return { state: found.state };
    const { purpose, email } = found.link;
    return { state: found.state, purpose, ...(email === null ? {} : { email }) };
  });
}
