/**
 * The addresses that one with several hosts stands for, as libpq writes them: `postgres://user@db1:5432,db2:5432/annals`.
 * Everything but the host is the same for each.
 */
export function addressesOf(databaseUrl: string): string[] {
  const verified = databaseUrl.replace(unclearModes, '$1verify-full');
  const parts = /^(\w+:\/\/(?:[^/?#]*@)?)([^@/?#]+)([/?#].*)?$/s.exec(verified);
  if (!parts) return [verified];
  const [, before = '', hosts = '', after = ''] = parts;
  return hosts.split(',').map((host) => before + host + after);
}

/** Where the servers of an address are: hosts with their ports, or the directories of their sockets. */
export const serversOf = (databaseUrl: string): string[] =>
  addressesOf(databaseUrl).map((address) => {
    const { host, searchParams } = new URL(address);
    return decodeURIComponent(host) || (searchParams.get('host') ?? 'localhost');
  });

/** pg verifies the certificate in these modes too, and warns at each start that its next version will not. */
const unclearModes = /(\?(?:[^#]*&)?sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

/**
 * Adds settings of the connection to those that the address has in `options`, which pg would otherwise use instead: the
 * form in which the server writes values must not depend on the address.
 */
export function withSettings(address: string, settings: string): string {
  const url = new URL(address);
  const own = url.searchParams.get('options');
  // The last one of a name counts.
  url.searchParams.set('options', own === null ? settings : `${own} ${settings}`);
  return url.href;
}
