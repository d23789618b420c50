import { enrolSecondFactor } from '@annals/contracts/sign-in';
import type { Mount } from '@annals/kit/mount';
import { conflict } from '@annals/kit/problem';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { secretHash } from '../tokens/secrets.ts';
import { selectSignInChallenge, setChallengeTotp } from './challenges.sql.ts';
import { lockUserRow, selectFactors } from './factors.sql.ts';
import { challengeOver, mostAttempts } from './finish-second-factor.ts';
import { newTotpSecret, totpUri } from './totp.ts';

export function mountEnrolment(mount: Mount, context: ServiceContext): void {
  mount(enrolSecondFactor, async ({ body }) => {
    const { database, clock, productName } = context;
    const hash = secretHash(body.challenge);
    const find = async (from: Pick<typeof database, 'query'>) => {
      const challenge = await selectSignInChallenge(from, hash, toTimestamp(clock()), mostAttempts);
      if (!challenge) throw challengeOver();
      return challenge;
    };
    const { userId, username } = await find(database);
    const secret = await database.transaction(async (transaction) => {
      await lockUserRow(transaction, userId);
      const { totpSecret } = await find(transaction);
      if ((await selectFactors(transaction, userId)).length > 0)
        throw conflict(
          'second_factor_exists',
          'This account has a second factor. Finish the sign-in with it.',
        );
      // asked for again, a page that was reloaded shows what the app has scanned
      if (totpSecret !== null) return totpSecret;
      const made = newTotpSecret();
      await setChallengeTotp(transaction, hash, made);
      return made;
    });
    return { secret, uri: totpUri(productName, username, secret) };
  });
}
