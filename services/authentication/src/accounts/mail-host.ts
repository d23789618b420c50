import { domainOf, isPublicDomain } from '@annals/contracts/email-address';
import { say } from '@annals/contracts/messages';
import { badField } from '@annals/kit/problem';
import type { ServiceContext } from '../context/service-context.ts';

/**
 * An address without a dot in its host reaches a mailbox only within a network.
 * @throws Problem 400 unless MAIL_HOSTS names the host
 */
export function requireMailHost(
  { mailHosts }: Pick<ServiceContext, 'mailHosts'>,
  email: string,
): void {
  const host = domainOf(email);
  if (isPublicDomain(host) || mailHosts.includes(host)) return;
  throw badField('body.email', say('hostWithoutDot', { host }));
}
