/**
 * The addresses that one with several hosts stands for, as libpq writes them: `postgres://user@db1:5432,db2:5432/annals`.
 * Everything but the host is the same for each.
 */
export function addressesOf(databaseUrl: string): string[] {
  const parts = /^(\w+:\/\/(?:[^/?#]*@)?)([^@/?#]+)([/?#].*)?$/s.exec(databaseUrl);
  if (!parts) return [databaseUrl];
  const [, before = '', hosts = '', after = ''] = parts;
  return hosts.split(',').map((host) => before + host + after);
}
