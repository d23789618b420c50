import { Problem } from '@annals/kit/problem';
import { isLoopback } from '@annals/kit/request-clients';
import type { EventAction } from '@annals/contracts/events';
import { toTimestamp } from '../context/clock.ts';
import { appendEvent } from '../audit/audit-log.sql.ts';
import type { Origin } from '../context/actor.ts';
import { enqueueMail, type MailParameters } from '../mail/outbox.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { networkOf } from '../sessions/network.ts';
import { normalizeForSearch } from '../context/normalize.ts';
import { countMailRequest, requestKey, type RequestLimit } from './mail-requests.sql.ts';

const quarter = 15 * 60;
/** Each kind of mail by itself, so that a reset is not kept away by somebody who signs others up. */
const perRecipient: RequestLimit = { most: 3, withinSeconds: quarter };
const perAddress: RequestLimit = { most: 20, withinSeconds: quarter };

interface Request {
  kind: 'RESET' | 'SIGNUP';
  action: EventAction;
  recipient: string;
  lang: string | undefined;
  parameters: MailParameters;
}

/**
 * Puts what somebody asked for without being signed in into the outbox. It does the same work whoever the recipient is:
 * that is found out when the mail goes out. What comes too often for one recipient is left out without a word.
 * @throws Problem 429 for too many from one address
 */
export async function askForMail(
  context: ServiceContext,
  request: Request,
  origin: Origin,
): Promise<void> {
  const { database, clock, mailWorker } = context;
  const { kind, action, recipient, lang, parameters } = request;
  await admitAddress(context, origin);
  await database.transaction(async (transaction) => {
    const at = clock();
    const key = requestKey('recipient', `${kind} ${normalizeForSearch(recipient.trim())}`);
    const wait = await countMailRequest(transaction, key, toTimestamp(at), perRecipient);
    if (wait !== undefined) return;
    const { address, requestId } = origin;
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
    await appendEvent(transaction, { action, at, actorId: null, subject: null }, origin);
  });
  mailWorker.wake();
}

async function admitAddress(
  { database, clock }: ServiceContext,
  { address }: Origin,
): Promise<void> {
  // a reverse proxy on this machine that is not trusted makes all its users together look like this machine
  if (address === null || isLoopback(address)) return;
  const key = requestKey('address', networkOf(address));
  const wait = await countMailRequest(database, key, toTimestamp(clock()), perAddress);
  if (wait === undefined) return;
  const minutes = Math.ceil(wait / 60);
  throw new Problem(
    429,
    'too_many_requests',
    `Too many emails were requested from here. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfter: wait },
  );
}
