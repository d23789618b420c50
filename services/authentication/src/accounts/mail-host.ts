import { domainOf, isPublicDomain } from '@annals/contracts/email-address';
import { badRequest } from '@annals/kit/problem';
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
  const message = `The host ${host} has no dot. An operator can allow it with MAIL_HOSTS.`;
  throw badRequest(message, [{ path: 'body.email', message }]);
}
