import { uuidv7 } from 'uuidv7';
import {
  confirmTotp,
  listFactors,
  removeFactor,
  renewRecoveryCodes,
  startTotp,
} from '@annals/contracts/account';
import type { Mount } from '@annals/kit/mount';
import { badRequest, conflict, notAuthenticated, notFound } from '@annals/kit/problem';
import { toTimestamp } from '../context/clock.ts';
import { appendEvent } from '../audit/audit-log.sql.ts';
import { originOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { addFactor, requireRoom, shownFactor } from './add-factor.ts';
import {
  confirmTotpFactor,
  deleteFactor,
  deleteRecoveryCodes,
  deleteUnfinishedTotps,
  insertTotp,
  lockUserRow,
  selectFactors,
  selectFactorStanding,
  selectTotps,
} from './factors.sql.ts';
import { relyingParty } from './passkeys.ts';
import { makeRecoveryCodes } from './recovery-code-set.ts';
import { acceptedStep, digitsOf, newTotpSecret, totpUri } from './totp.ts';

const wrongCode =
  'This is not the current code. Wait for the next one in the app, and check the clock of the device.';

export function mountOwnFactors(mount: Mount, context: ServiceContext): void {
  const { database, clock, productName } = context;

  mount(listFactors, async ({ caller: { userId } }) => {
    const data = (await selectFactors(database, userId)).map(shownFactor);
    const { recoveryCodesLeft, required } = await selectFactorStanding(database, userId);
    const passkeysAvailable = relyingParty(context) !== undefined;
    return { data, recoveryCodesLeft, required, passkeysAvailable };
  });

  mount(startTotp, async ({ caller, body }) => {
    await requireFreshProof(context, caller);
    const { userId } = caller;
    const id = uuidv7();
    const secret = newTotpSecret();
    const username = await database.transaction(async (transaction) => {
      const user = await lockUserRow(transaction, userId);
      if (!user) throw notAuthenticated();
      await requireRoom(transaction, userId);
      await deleteUnfinishedTotps(transaction, userId);
      const created = toTimestamp(clock());
      await insertTotp(transaction, { id, userId, name: body.name, secret, created, step: null });
      return user.username;
    });
    return { id, secret, uri: totpUri(productName, username, secret) };
  });

  mount(confirmTotp, async ({ caller, params, body, request }) => {
    await requireFreshProof(context, caller);
    const { userId } = caller;
    return database.transaction(async (transaction) => {
      await lockUserRow(transaction, userId);
      const started = await selectTotps(transaction, userId, false);
      const totp = started.find(({ id }) => id === params.factorId.toLowerCase());
      if (!totp) throw notFound('second factor that waits for its code');
      const at = clock();
      const code = digitsOf(body.code);
      const step = code === undefined ? undefined : acceptedStep(totp.totpSecret, code, at, null);
      if (step === undefined)
        throw badRequest(wrongCode, [{ path: 'body.code', message: wrongCode }]);
      return addFactor(transaction, userId, at, originOf(request), async () => {
        await confirmTotpFactor(transaction, totp.id, step);
        return totp.id;
      });
    });
  });

  mount(removeFactor, async ({ caller, params, request }) => {
    await requireFreshProof(context, caller);
    const { userId } = caller;
    const subject = `user/${userId}`;
    const factorId = params.factorId.toLowerCase();
    await database.transaction(async (transaction) => {
      await lockUserRow(transaction, userId);
      const factors = await selectFactors(transaction, userId, { unfinished: true });
      const factor = factors.find(({ id }) => id === factorId);
      if (!factor) throw notFound('second factor');
      await deleteFactor(transaction, factorId);
      // nothing was added yet, so nothing is to be told
      if (!factor.confirmed) return;
      if (!factors.some(({ id, confirmed }) => confirmed && id !== factorId)) {
        const { required } = await selectFactorStanding(transaction, userId);
        if (required)
          throw conflict(
            'second_factor_required',
            'One of your roles or organizational units requires a second factor, and this is your last one. Add another one first.',
          );
        await deleteRecoveryCodes(transaction, userId);
      }
      const { id, kind, name } = factor;
      await appendEvent(
        transaction,
        {
          action: 'factor.removed',
          at: clock(),
          actorId: userId,
          subject,
          before: { id, kind, name },
        },
        originOf(request),
      );
    });
  });

  mount(renewRecoveryCodes, async ({ caller, request }) => {
    await requireFreshProof(context, caller);
    const { userId } = caller;
    const recoveryCodes = await database.transaction(async (transaction) => {
      await lockUserRow(transaction, userId);
      if ((await selectFactors(transaction, userId)).length === 0)
        throw conflict(
          'no_second_factor',
          'Recovery codes replace a second factor. Add one first.',
        );
      return makeRecoveryCodes(transaction, userId, clock(), originOf(request));
    });
    return { recoveryCodes };
  });
}
