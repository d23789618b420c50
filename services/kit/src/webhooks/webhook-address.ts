import { say, type ServiceMessage } from '@annals/contracts/messages';
import { parseUrl } from '@annals/rules/parse-url';
import { addressError, isPrivateNumber } from '../outgoing/guarded-fetch.ts';
import { badRequest } from '../problem.ts';
import { receiver } from './send-message.ts';

/** @throws Problem 400 for an address that messages are not sent to */
export function checkedAddress(hosts: readonly string[], given: string): string {
  const url = parseUrl(given.trim());
  const refuse = (message: ServiceMessage) =>
    badRequest(say('addressNotAllowed'), [{ path: 'body.url', ...message }]);
  if (!url) throw refuse(say('badAddress'));
  const reason = addressError(url, hosts);
  if (reason !== undefined) throw refuse(reason);
  if (isPrivateNumber(url, hosts)) throw refuse(receiver.notPublic(url.hostname));
  return url.href;
}
