import { domainOf } from '@annals/contracts/email-address';
import type { EventAction } from '@annals/contracts/events';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/queryable';
import { conflict, Problem } from '@annals/kit/problem';
import { isLoopback } from '@annals/kit/ip-address';
import { isNameTaken } from '../accounts/sign-in-names.sql.ts';
import * as audit from '../audit/audit-log.sql.ts';
import { userToChange } from '../authority/authority.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { signInKey } from '../context/normalize.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { resendInvitation } from '../invitations/resend-invitation.ts';
import {
  countMailRequest,
  requestKey,
  waitForRequests,
  type RequestLimit,
} from '../mail/mail-requests.sql.ts';
import { enqueueMail, type MailParameters } from '../mail/outbox.sql.ts';
import { networkOf } from '../context/network.ts';

const quarter = 15 * 60;
/** Each kind of mail separately, so that sign-ups by an attacker cannot block a password reset. */
const perRecipient: RequestLimit = { most: 3, withinSeconds: quarter };
const perAddress: RequestLimit = { most: 20, withinSeconds: quarter };
/**
 * Of everybody together, because addresses are cheap. Only users receive the mails of resets; those of sign-ups go to
 * strangers, so there are fewer. A reset for an email that is nobody's sends no mail and does not count: otherwise a few
 * addresses could block the resets of a whole domain.
 */
const ceilings: Record<Request['kind'], { perDomain: RequestLimit; ofAll: RequestLimit }> = {
  RESET: {
    perDomain: { most: 200, withinSeconds: quarter },
    ofAll: { most: 500, withinSeconds: quarter },
  },
  SIGNUP: {
    perDomain: { most: 50, withinSeconds: quarter },
    ofAll: { most: 100, withinSeconds: quarter },
  },
};

interface Request {
  kind: 'RESET' | 'SIGNUP';
  action: EventAction;
  recipient: string;
  lang: string | undefined;
  parameters: MailParameters;
}

/**
 * Puts a mail requested without sign-in into the outbox. It does the same work for every recipient, who is looked up
 * when the mail is sent. Too many mails for one recipient are silently dropped.
 * @throws Problem 429 for too many from one address, for one domain, or of all together, whoever the recipient is
 */
export async function requestMail(
  context: ServiceContext,
  request: Request,
  source: AuditSource,
): Promise<void> {
  const { database, clock, mailWorker } = context;
  const { kind, action, recipient, lang, parameters } = request;
  const email = signInKey(recipient);
  await admitAddress(context, source);
  const key = requestKey('recipient', `${kind} ${email}`);
  // Before the transaction, in which all requests for one recipient wait for each other.
  if ((await waitForRequests(database, key, toTimestamp(clock()), perRecipient)) !== undefined)
    return;
  await refuseFlood(database, kind, email, toTimestamp(clock()));
  await database.transaction(async (transaction) => {
    const at = clock();
    const wait = await countMailRequest(transaction, key, toTimestamp(at), perRecipient);
    if (wait !== undefined) return;
    await requireBelowCeilings(transaction, kind, email, toTimestamp(at));
    const { address, requestId } = source;
    await enqueueMail(
      transaction,
      {
        kind,
        recipient,
        parameters: {
          ...parameters,
          address,
          requestId,
          ...(lang === undefined ? {} : { lang }),
        },
        lang: lang ?? 'en',
      },
      toTimestamp(at),
    );
    await audit.record(transaction, { id: null, at, source }, action, null);
  });
  mailWorker.wake();
}

async function admitAddress(
  { database, clock }: ServiceContext,
  { address }: AuditSource,
): Promise<void> {
  // Behind an untrusted reverse proxy on this machine, all users appear to have the address of this machine.
  if (address === null || isLoopback(address)) return;
  const key = requestKey('address', networkOf(address));
  const wait = await countMailRequest(database, key, toTimestamp(clock()), perAddress);
  if (wait !== undefined) throw tooManyMails(wait, { fromHere: true });
}

/** The counters of a kind of mail: of the recipient's domain, and of everybody. */
function ceilingsOf(kind: Request['kind'], email: string): [key: Buffer, limit: RequestLimit][] {
  const { perDomain, ofAll } = ceilings[kind];
  return [
    [requestKey('domain', `${kind} ${domainOf(email)}`), perDomain],
    [requestKey('all', kind), ofAll],
  ];
}

/** Refuses a flood before it waits for the counters, which all requests share. */
async function refuseFlood(
  database: Queryable,
  kind: Request['kind'],
  email: string,
  at: string,
): Promise<void> {
  for (const [key, limit] of ceilingsOf(kind, email)) {
    const wait = await waitForRequests(database, key, at, limit);
    if (wait !== undefined) throw tooManyMails(wait, { fromHere: false });
  }
}

async function requireBelowCeilings(
  transaction: Queryable,
  kind: Request['kind'],
  email: string,
  at: string,
): Promise<void> {
  const counts = (await isNameTaken(transaction, email)) || kind === 'SIGNUP';
  for (const [key, limit] of ceilingsOf(kind, email)) {
    const wait = await countMailRequest(transaction, key, at, limit, counts);
    if (wait !== undefined) throw tooManyMails(wait, { fromHere: false });
  }
}

/** @param wait in seconds */
function tooManyMails(wait: number, { fromHere }: { fromHere: boolean }): Problem {
  return new Problem(
    429,
    'too_many_requests',
    fromHere
      ? say('tooManyEmailsFromHere', { seconds: wait })
      : say('tooManyEmails', { seconds: wait }),
    { retryAfter: wait },
  );
}

/** Sends a user the mail to set a new password, or the invitation again. @throws Problem 403, 404, 409 */
export async function sendPasswordReset(
  context: ServiceContext,
  caller: Caller,
  userId: string,
  source: AuditSource,
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    const user = await userToChange(transaction, caller, userId);
    if (user.status === 'DISABLED') throw conflict('user_disabled', say('userDisabled'));
    if (user.status === 'INVITED')
      return resendInvitation(context, transaction, caller, userId, source);
    const { email, lang } = user;
    if (email === null) throw conflict('no_email', say('noEmail'));
    const at = context.clock();
    const { address, requestId } = source;
    await enqueueMail(
      transaction,
      {
        kind: 'RESET',
        recipient: email,
        userId,
        parameters: { byAdministrator: true, address, requestId },
        lang,
      },
      toTimestamp(at),
    );
    await audit.record(
      transaction,
      { id: caller.userId, at, source },
      'password.resetRequested',
      `user/${userId}`,
    );
  });
  context.mailWorker.wake();
}
