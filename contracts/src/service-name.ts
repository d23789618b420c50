import { routeOf } from './routing.ts';

/** The two services. The authentication endpoint also answers the data service's partition calls. */
export type ServiceName = 'authentication' | 'data';

/**
 * Each response of our services carries this header with the name of the service. A service without it is one of
 * another vendor, of which only the calls of the specification are known.
 */
export const serviceHeader = 'annals-service';

export const serviceNames: readonly ServiceName[] = ['authentication', 'data'];

/** The paths of the data service that the routing rule sends to the authentication endpoint. */
const partitionPaths = /^\/v1\/(?:partitions|alias-url)(?:[/?]|$)/;

/**
 * The service that answers a call, which for partition paths is not the one of the endpoint it is sent to.
 * @param path the path of a row or of a request
 */
export function serviceOf(path: string): ServiceName {
  if (partitionPaths.test(path)) return 'data';
  return routeOf(path.split('?', 1)[0] ?? '')?.upstream ?? 'data';
}

/** The services in a list of names separated by spaces; other words are ignored. */
export function serviceNamesIn(text: string): readonly ServiceName[] {
  const words = text.split(' ');
  return serviceNames.filter((name) => words.includes(name));
}
