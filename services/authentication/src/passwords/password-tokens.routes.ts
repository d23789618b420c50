import { checkPasswordToken } from '@annals/contracts/sign-in';
import { DiskFull } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { selectLiveTokens } from '../api-tokens/api-tokens.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import * as audit from '../audit/audit-log.sql.ts';
import { sourceOf, type AuditSource } from '../context/actor.ts';
import { noteOpenedInvitation } from '../invitations/invitations.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { secretHash } from '../tokens/secrets.ts';
import { findLink } from '../one-time-links/one-time-links.ts';

export function mountPasswordTokens(mount: Mount, context: ServiceContext): void {
  mount(checkPasswordToken, async ({ params, request }) => {
    const found = await findLink(context, secretHash(params.token));
    if (found.state !== 'valid') return found;
    const { purpose, signUp, userId, status } = found.link;
    if (purpose === 'INVITATION' && status === 'INVITED' && userId !== null)
      await noteOpened(context, userId, sourceOf(request));
    const email = found.link.email ?? signUp?.email;
    const tokens =
      userId === null
        ? []
        : await selectLiveTokens(context.database, userId, toTimestamp(context.clock()));
    return {
      state: found.state,
      purpose,
      ...(email === undefined ? {} : { email }),
      ...(tokens.length === 0 ? {} : { tokens }),
    };
  });
}

async function noteOpened(
  { database, clock }: ServiceContext,
  userId: string,
  source: AuditSource,
) {
  try {
    await database.transaction(async (transaction) => {
      const at = clock();
      if (!(await noteOpenedInvitation(transaction, userId, toTimestamp(at)))) return;
      const subject = `user/${userId}`;
      await audit.record(transaction, { id: null, at, source }, 'invitation.opened', subject);
    });
  } catch (error) {
    // the link can be read all the same
    if (!(error instanceof DiskFull)) throw error;
  }
}
