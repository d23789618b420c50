import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { isLoopback, readAddress } from './ip-address.ts';

/** The client of a request: its address and user agent. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

interface Registered {
  client: Client;
  requestId: string;
}

/**
 * The clients of the requests that the console server forwards to the services in its own process. Such a request
 * reaches a service from this machine, and no header names its client: only a fixed list of headers is forwarded. So
 * each is forwarded with a random key as its request id, under which its client and its own id are stored here while it
 * is in progress. The key is new for each request and known only to the service, so no caller can guess another one's.
 */
export class RequestClients {
  readonly #underWay = new Map<string, Registered>();

  /** Returns the key to forward as x-request-id; remove it after the response. */
  register(client: Client, requestId: string): string {
    const key = randomUUID();
    this.#underWay.set(key, { client, requestId });
    return key;
  }

  remove(key: string): void {
    this.#underWay.delete(key);
  }

  /** The stored client of a request that a service has received; undefined for other requests. */
  find({ headers, socket }: IncomingMessage): Registered | undefined {
    const key = headers['x-request-id'];
    return typeof key === 'string' && isLoopback(socket.remoteAddress ?? '')
      ? this.#underWay.get(key)
      : undefined;
  }
}

const clients = new WeakMap<IncomingMessage, Client>();

/** Call it once, when the request arrives, if its client is known better than from its connection. */
export function setClient(request: IncomingMessage, client: Client): void {
  clients.set(request, client);
}

/** The client of a request: as stored by the console server, or the peer of the connection. */
export function clientOf(request: FastifyRequest): Client {
  const noted = clients.get(request.raw);
  if (noted) return noted;
  // X-Forwarded-For may contain something other than an address
  const address = readAddress(request.ip)?.text ?? plainAddress(request.socket.remoteAddress ?? '');
  return {
    address,
    userAgent: request.headers['user-agent'] ?? '',
  };
}

/** An IPv4 address as such, where the system writes it as IPv6. */
export function plainAddress(address: string): string {
  return readAddress(address)?.text ?? address;
}
