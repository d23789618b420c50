import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { conflict, Problem } from '@annals/kit/problem';
import { recordAll } from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { signInAnswer } from '../second-factors/complete-sign-in.ts';
import { isSessionActive } from '../sessions/sessions.sql.ts';
import { secretHash } from '../tokens/secrets.ts';
import { uncountStart } from './authorization-limit.ts';
import { takeAuthorization, type Authorization } from './authorizations.sql.ts';
import type { Claims } from './claim-values.ts';
import { refusalOf } from './sign-in-decision.ts';
import { linkIdentity, type Vouched } from './linked-account.ts';
import { exchangeCode, ExchangeError, type ProviderAnswer } from './exchange-code.ts';
import { lockLinkedUser, lockUserById } from './identities.sql.ts';
import { personOf, type ProviderPerson } from './provider-claims.ts';
import { selectProvider, type ProviderRow } from './providers.sql.ts';
import { refusals, writeRefusal, type Refusal, type Refused } from './refusals.ts';
import { signInAtProvider } from './sign-in-at-provider.ts';
import { trySignIn } from './try-sign-in.ts';

/**
 * Completes an authorization at a provider: a sign-in, linking an account, or a test.
 * @throws Problem 401 for a response that is refused, 403 for a user who may not sign in
 */
export async function finishAuthorization(
  context: ServiceContext,
  answer: ProviderAnswer,
  source: AuditSource,
) {
  const { database, clock } = context;
  const began = await takeAuthorization(database, secretHash(answer.state), toTimestamp(clock()));
  const provider = began && (await selectProvider(database, began.providerId));
  if (!began || !provider || !(provider.enabled || began.purpose === 'TEST')) {
    await writeRefusal(
      context,
      database,
      { reason: 'state_unknown', providerId: provider?.id },
      source,
    );
    throw stateUnknown();
  }
  const vouchers = await exchangeCode(context, provider, began, answer).catch(
    async (error: unknown) => {
      if (!(error instanceof ExchangeError)) throw error;
      const { code, explanation: detail } = error;
      await writeRefusal(
        context,
        database,
        { reason: code, detail, providerId: provider.id },
        source,
      );
      throw exchangeProblem(error, provider, began);
    },
  );
  const { claims, sid, idToken, authTime } = vouchers;
  const person = personOf(claims, provider, vouchers);
  if (!person) {
    await writeRefusal(
      context,
      database,
      { reason: 'subject_missing', providerId: provider.id },
      source,
    );
    throw refusal('subject_missing');
  }
  const session = { sid, idToken, authTime, fresh: began.fresh };
  return finish(context, { began, provider, claims, person, session }, source);
}

async function finish(
  context: ServiceContext,
  vouched: Vouched & { began: Authorization; claims: Claims },
  source: AuditSource,
) {
  const { began, provider, claims, person, session } = vouched;
  const within = <T>(work: (transaction: Queryable) => Promise<T>) =>
    context.database.transaction(async (transaction) => {
      const locked = await selectProvider(transaction, provider.id, { lock: 'change' });
      // A response to a request with other settings is refused.
      if (locked?.version !== provider.version) throw providerChanged();
      return work(transaction);
    });
  if (began.purpose === 'TEST')
    return within((transaction) =>
      trySignIn(
        context,
        transaction,
        { provider, person, claims, authTime: session.authTime, actorId: began.userId },
        source,
      ),
    );
  const { userId, sessionId } = began;
  if (userId !== null) {
    const done = await within((transaction) =>
      link(context, transaction, { provider, person, userId, sessionId }, source),
    );
    if ('refused' in done) throw refusal(done.refused);
    return done;
  }
  const done = await within((transaction) =>
    signInAtProvider(context, transaction, { provider, person, session }, source),
  );
  if ('refused' in done) throw refusal(done.refused);
  if ('toConfirm' in done) return done.toConfirm;
  await uncountStart(context, source.address);
  return signInAnswer(context, done.signedIn);
}

async function link(
  context: ServiceContext,
  transaction: Queryable,
  {
    provider,
    person,
    userId,
    sessionId,
  }: { provider: ProviderRow; person: ProviderPerson; userId: string; sessionId: string | null },
  source: AuditSource,
): Promise<{ linked: { identityProviderId: string } } | Refused> {
  const linked = { linked: { identityProviderId: provider.id } };
  const holder = await lockLinkedUser(transaction, provider, person.subject);
  if (holder?.userId === userId) return linked;
  if (holder) throw conflict('identity_taken', say('linkedToOther'));
  const user = await lockUserById(transaction, provider, userId);
  // It may have ended during the request to the provider, for example because of a new password.
  if (sessionId === null || !(await isSessionActive(transaction, sessionId))) throw stateUnknown();
  const reason = user?.status === 'ACTIVE' ? refusalOf(provider, user) : 'account_disabled';
  if (reason) {
    const about = { reason, providerId: provider.id, userId };
    await writeRefusal(context, transaction, about, source);
    return { refused: reason };
  }
  const actor = { id: userId, at: context.clock(), source };
  const { event } = await linkIdentity(transaction, { provider, person }, userId, actor);
  await recordAll(transaction, [event]);
  return linked;
}

const refusal = (reason: Refusal) => new Problem(403, reason, refusals[reason]);

const stateUnknown = () => new Problem(401, 'state_unknown', say('signInNotStarted'));

const providerChanged = () => new Problem(401, 'provider_changed', say('providerChanged'));

function exchangeProblem(
  { code, explanation }: ExchangeError,
  { name }: ProviderRow,
  { purpose }: Authorization,
): Problem {
  if (purpose === 'TEST') return new Problem(401, code, explanation);
  return new Problem(
    401,
    code,
    code === 'provider_unreachable'
      ? say('providerUnreachable', { name })
      : say('providerAnswerRejected', { name }),
  );
}
