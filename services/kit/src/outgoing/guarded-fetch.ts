import { ExplainedError } from '../problem.ts';
import { lookup as resolveByName, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { TLSSocket } from 'node:tls';
import { Agent, buildConnector, fetch as fetchWithUndici } from 'undici';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import { isPublicAddress } from './public-address.ts';

export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

/** Why a request to another program failed. The message may be shown to an administrator: it contains no IP address. */
export class Unreachable extends ExplainedError {
  override readonly name = 'Unreachable';
}

/** The kind of program that is called: its limits, and the messages when they are exceeded. */
export interface Peer {
  maxMs: number;
  tooSlow: ServiceMessage;
  maxBytes: number;
  /**
   * Undefined: any response is accepted. A redirect is then returned, and a larger body is truncated; otherwise both
   * are refused.
   */
  tooLarge: ((host: string) => ServiceMessage) | undefined;
  /** Names the setting for hosts that are private on purpose. */
  notPublic: (hostname: string) => ServiceMessage;
}

export interface GuardedFetchOptions {
  /** Hosts that may be on private addresses and without TLS, with a port if it is not the default of the scheme. */
  hosts: readonly string[];
  resolve?: ResolveHost;
  /** Aborts one request when its total time exceeds the limit. */
  deadline?: () => AbortSignal;
  /** Called for each accepted certificate with its expiry: milliseconds since 1970. */
  onCertificate?: (expires: number) => void;
  /** A certificate authority besides those that Node.js trusts, for tests. */
  authority?: string;
}

export interface GuardedRequest {
  method: string;
  headers?: Record<string, string>;
  body?: ArrayBuffer | ReadableStream | string | Uint8Array | URLSearchParams | null | undefined;
  signal?: AbortSignal | null | undefined;
}

export type GuardedFetch = (address: string, request: GuardedRequest) => Promise<Response>;

const resolveAll: ResolveHost = (host) => promisify(resolveByName)(host, { all: true });

/**
 * Fetches addresses entered by users: https, no redirects, limited time and size, and only public addresses. The name
 * is resolved once and that address is connected to, so DNS rebinding has no effect.
 */
export function guardedFetch(
  peer: Peer,
  {
    hosts,
    resolve = resolveAll,
    deadline = () => AbortSignal.timeout(peer.maxMs),
    onCertificate,
    authority,
  }: GuardedFetchOptions,
): GuardedFetch {
  return async (address, { signal, ...options }) => {
    const url = new URL(address);
    const reason = addressError(url, hosts);
    if (reason !== undefined) throw new Unreachable(reason);
    const { ended, forget } = firstOf(deadline(), signal);
    const found = await unlessEnded(ended, addressesOf(url, hosts, resolve, peer), peer).catch(
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    // A separate agent, because a reused connection would go to an address that was checked for another request.
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
        redirect: 'manual',
        signal: ended,
        dispatcher,
      } as Parameters<typeof fetchWithUndici>[1]);
      if (peer.tooLarge && response.status >= 300 && response.status < 400)
        throw new Unreachable(say('providerRedirects', { host: url.host }));
      const body = await bodyOf(response, url, peer);
      const headers = new Headers([...response.headers]);
      // The body is already decompressed.
      headers.delete('content-encoding');
      headers.delete('content-length');
      const isEmpty = [204, 205, 304].includes(response.status);
      return new Response(isEmpty ? null : body, { status: response.status, headers });
    } catch (error) {
      throw unreachable(error, url, ended, peer);
    } finally {
      forget();
      await dispatcher.destroy();
    }
  };
}

/**
 * Aborts with the first of them. AbortSignal.any only holds the deadline weakly, so the request has none once it is
 * garbage-collected.
 */
function firstOf(deadline: AbortSignal, signal: AbortSignal | null | undefined) {
  const controller = new AbortController();
  const all = signal ? [deadline, signal] : [deadline];
  const end = () => controller.abort();
  for (const each of all) {
    if (each.aborted) end();
    each.addEventListener('abort', end, { once: true });
  }
  const forget = () => {
    for (const each of all) each.removeEventListener('abort', end);
  };
  return { ended: controller.signal, forget };
}

/** Why a URL must not be requested, and a browser not be sent to it; undefined if it is allowed. */
export function addressError(url: URL, hosts: readonly string[]): ServiceMessage | undefined {
  if (url.username !== '' || url.password !== '') return say('addressWithCredentials');
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && isListed(url, hosts)) return undefined;
  return say('addressNotHttps', { provider: url.host || url.protocol });
}

/** An entry without a port means the default port of the scheme, as in an address. */
function isListed(url: URL, hosts: readonly string[]): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const names = new Set([url.host, `${url.hostname}:${port}`]);
  return hosts.some((host) => names.has(host.toLowerCase()));
}

/** Whether the URL contains a private IP address. Host names are resolved with each request. */
export function isPrivateNumber(url: URL, hosts: readonly string[]): boolean {
  const host = hostOf(url);
  return isIP(host) !== 0 && !isPublicAddress(host) && !isListed(url, hosts);
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

async function addressesOf(
  url: URL,
  hosts: readonly string[],
  resolve: ResolveHost,
  { notPublic }: Peer,
): Promise<LookupAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const found =
    family === 0
      ? await resolve(host).catch(() => [])
      : [{ address: host, family } satisfies LookupAddress];
  if (found.length === 0) throw new Unreachable(say('hostNotFound', { hostname: url.hostname }));
  if (!isListed(url, hosts) && !found.every(({ address }) => isPublicAddress(address)))
    throw new Unreachable(notPublic(url.hostname));
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
  { maxBytes, tooLarge }: Peer,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    chunks.push(chunk);
    if (bytes <= maxBytes) continue;
    if (!tooLarge) break;
    throw new Unreachable(tooLarge(url.host));
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function unlessEnded<T>(signal: AbortSignal, work: Promise<T>, peer: Peer): Promise<T> {
  return new Promise((done, fail) => {
    const end = () => fail(new Unreachable(peer.tooSlow));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(done, fail).finally(() => signal.removeEventListener('abort', end));
  });
}

function unreachable(error: unknown, url: URL, ended: AbortSignal, peer: Peer): Unreachable {
  if (error instanceof Unreachable) return error;
  if (ended.aborted) return new Unreachable(peer.tooSlow);
  const code = codeOf(error);
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED/.test(code))
    return new Unreachable(say('certificateRefused', { host: url.host, code }));
  return new Unreachable(say('connectionFailed', { host: url.host }));
}

function codeOf(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return '';
}
