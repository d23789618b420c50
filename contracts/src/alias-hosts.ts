import { parseUrl } from './parse-url.js';

/** As much of a host name or of an address as lets one be told from another: `example.org`, `*.example.org`, with `:8443` for a port. */
const pattern = /^(\*\.)?([^*/\\?#@\s]+)$/;

/** An entry of the allowed hosts as URLs spell hosts: in small letters and without international ones; undefined when it is none. */
export function aliasHost(written: string): string | undefined {
  const [, wildcard = '', rest] = pattern.exec(written.trim()) ?? [];
  const url = rest === undefined ? undefined : parseUrl(`https://${rest}/`);
  if (!url) return undefined;
  const { host, hostname, pathname } = url;
  return pathname === '/' && !hostname.endsWith('.') ? wildcard + host : undefined;
}

/** What parsers of addresses drop or read as something else, so that two of them may disagree. */
const ambiguous = /[\s\\\p{Cc}]/u;

/**
 * An address an alias may lead to, in one spelling: http or https, nobody's name or password in it, and a host that is
 * allowed. Undefined for every other.
 * @param hosts as aliasHost spells them
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
