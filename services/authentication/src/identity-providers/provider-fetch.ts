import { lookup as resolveByName, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import type { CustomFetch } from 'openid-client';
import { TLSSocket } from 'node:tls';
import { Agent, buildConnector, fetch as fetchWithUndici } from 'undici';
import { isPublicAddress } from './public-address.ts';

const longestMs = 5_000;
const mostBytes = 256 * 1024;

type ResolveHost = (host: string) => Promise<LookupAddress[]>;

/** Why a request to a provider failed. The message may be shown to an administrator: it contains no IP address. */
export class ProviderUnreachable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProviderUnreachable';
  }
}

export interface ProviderFetchOptions {
  /** Hosts, with a port where it is not that of the scheme, that may be on private addresses and without TLS. */
  hosts: readonly string[];
  resolve?: ResolveHost;
  /** Aborts one request when it has taken too long in all. */
  deadline?: () => AbortSignal;
  /** Hears of each accepted certificate when it expires: milliseconds since 1970. */
  onCertificate?: (expires: number) => void;
  /** Another authority than those that Node.js trusts, for tests. */
  authority?: string;
}

const resolveAll: ResolveHost = (host) => promisify(resolveByName)(host, { all: true });

/**
 * All requests to providers: https, no redirects, at most five seconds and 256 KiB, and only to public addresses. The
 * name is resolved once and that address is connected to, so DNS rebinding has no effect.
 */
export function providerFetch({
  hosts,
  resolve = resolveAll,
  deadline = () => AbortSignal.timeout(longestMs),
  onCertificate,
  authority,
}: ProviderFetchOptions): CustomFetch {
  return async (address, { signal, ...options }) => {
    const url = new URL(address);
    const reason = addressError(url, hosts);
    if (reason !== undefined) throw new ProviderUnreachable(reason);
    const ended = signal ? AbortSignal.any([signal, deadline()]) : deadline();
    const found = await unlessEnded(ended, addressesOf(url, hosts, resolve));
    // a separate agent: a reused connection would go to an address checked for another request
    const open = buildConnector({ lookup: pinnedTo(found), ...(authority && { ca: authority }) });
    const connect: buildConnector.connector = (to, done) =>
      open(to, (...opened) => {
        const [, socket] = opened;
        if (socket instanceof TLSSocket)
          onCertificate?.(Date.parse(socket.getPeerCertificate().valid_to));
        done(...opened);
      });
    const dispatcher = new Agent({ connect, pipelining: 0 });
    try {
      const response = await fetchWithUndici(url.href, {
        ...options,
        signal: ended,
        dispatcher,
      } as Parameters<typeof fetchWithUndici>[1]);
      if (response.status >= 300 && response.status < 400)
        throw new ProviderUnreachable(
          `${url.host} answers with a redirect, which is not followed. Enter the address it leads to.`,
        );
      const body = await bodyOf(response, url);
      const headers = new Headers([...response.headers]);
      // the body is unpacked already
      headers.delete('content-encoding');
      headers.delete('content-length');
      const isEmpty = [204, 205, 304].includes(response.status);
      return new Response(isEmpty ? null : body, { status: response.status, headers });
    } catch (error) {
      throw unreachable(error, url, ended);
    } finally {
      await dispatcher.destroy();
    }
  };
}

/** Why a URL must not be requested, or a browser be sent there; undefined when it is allowed. */
export function addressError(url: URL, hosts: readonly string[]): string | undefined {
  if (url.username !== '' || url.password !== '')
    return 'The address must not contain a user name or password.';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && isListed(url, hosts)) return undefined;
  return `The address of ${url.host || 'the provider'} must begin with https://.`;
}

/** An entry without a port stands for the port of the scheme, as it does in an address. */
function isListed(url: URL, hosts: readonly string[]): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const names = new Set([url.host, `${url.hostname}:${port}`]);
  return hosts.some((host) => names.has(host.toLowerCase()));
}

async function addressesOf(
  url: URL,
  hosts: readonly string[],
  resolve: ResolveHost,
): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found =
    family === 0
      ? await resolve(host).catch(() => [])
      : [{ address: host, family } satisfies LookupAddress];
  if (found.length === 0)
    throw new ProviderUnreachable(`The host ${url.hostname} was not found. Check the address.`);
  if (!isListed(url, hosts) && !found.every(({ address }) => isPublicAddress(address)))
    throw new ProviderUnreachable(
      `The host ${url.hostname} does not have a public address. A provider in the intranet must be named in PROVIDER_HOSTS.`,
    );
  return found;
}

function pinnedTo(found: LookupAddress[]): LookupFunction {
  const [first] = found;
  return (_host, { all }, done) => {
    if (all === true) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  };
}

async function bodyOf(
  { body }: Awaited<ReturnType<typeof fetchWithUndici>>,
  url: URL,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes)
      throw new ProviderUnreachable(`The answer of ${url.host} is larger than 256 KiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unlessEnded<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    const end = () => fail(tooSlow());
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(done, fail).finally(() => signal.removeEventListener('abort', end));
  });
}

const tooSlow = () => new ProviderUnreachable('The provider took longer than 5 seconds to answer.');

function unreachable(error: unknown, url: URL, ended: AbortSignal): ProviderUnreachable {
  if (error instanceof ProviderUnreachable) return error;
  if (ended.aborted) return tooSlow();
  const code = codeOf(error);
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED/.test(code))
    return new ProviderUnreachable(`The TLS certificate of ${url.host} is not accepted (${code}).`);
  return new ProviderUnreachable(`Could not connect to ${url.host}. Check the address.`);
}

function codeOf(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return '';
}
