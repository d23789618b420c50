import { parseUrl } from './parse-url.js';

/** Loosely matches a host name or address: `example.org`, `*.example.org`, with `:8443` for a port. */
const pattern = /^(\*\.)?([^*/\\?#@\s]+)$/;

/** Normalizes an entry of the allowed hosts as URLs do: lower case, punycode. Undefined if it is not a host. */
export function aliasHost(written: string): string | undefined {
  const [, wildcard = '', rest] = pattern.exec(written.trim()) ?? [];
  const url = rest === undefined ? undefined : parseUrl(`https://${rest}/`);
  if (!url) return undefined;
  const { host, hostname, pathname } = url;
  return pathname === '/' && !hostname.endsWith('.') ? wildcard + host : undefined;
}

/** Characters that URL parsers drop or interpret differently, so that two of them may disagree. */
const ambiguous = /[\s\\\p{Cc}]/u;

/**
 * Normalizes a URL that an alias may lead to: http or https, without credentials, with an allowed host. Undefined for
 * any other.
 * @param hosts as normalized by aliasHost
 */
export function allowedAddress(written: string, hosts: readonly string[]): string | undefined {
  if (!/^https?:\/\//i.test(written) || ambiguous.test(written)) return undefined;
  const url = parseUrl(written);
  if (!url) return undefined;
  const { host, username, password, href } = url;
  const allowed = hosts.some((entry) =>
    entry.startsWith('*.')
      ? host.endsWith(entry.slice(1)) && host.length > entry.length - 1
      : host === entry,
  );
  return allowed && username === '' && password === '' ? href : undefined;
}
