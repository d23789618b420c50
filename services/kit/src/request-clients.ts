import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Who sends a request: an address, and what the program there calls itself. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

interface Registered {
  client: Client;
  requestId: string;
}

/**
 * Where the requests come from that the console server sends to the services in its own process. They reach a service
 * from this machine, and no header tells who is behind them: only a fixed list of headers goes up. So each goes up with
 * a random key in place of its request id, under which its client and its own id are noted here while it is under way.
 * The key is made anew for each request and told to nobody but the service, so no caller can name that of another one.
 */
export class RequestClients {
  readonly #underWay = new Map<string, Registered>();

  /** Gives the key that goes up as x-request-id; remove it when the answer is there. */
  register(client: Client, requestId: string): string {
    const key = randomUUID();
    this.#underWay.set(key, { client, requestId });
    return key;
  }

  remove(key: string): void {
    this.#underWay.delete(key);
  }

  /** What was noted for a request that a service has received; undefined for one that comes from elsewhere. */
  find({ headers, socket }: IncomingMessage): Registered | undefined {
    const key = headers['x-request-id'];
    return typeof key === 'string' && isLoopback(socket.remoteAddress ?? '')
      ? this.#underWay.get(key)
      : undefined;
  }
}

const clients = new WeakMap<IncomingMessage, Client>();

/** To be called once, as the request arrives, when its client is known better than its connection tells. */
export function setClient(request: IncomingMessage, client: Client): void {
  clients.set(request, client);
}

/** The client of a request: as the console server noted it, or the one at the other end of the connection. */
export function clientOf(request: FastifyRequest): Client {
  const noted = clients.get(request.raw);
  if (noted) return noted;
  // what a reverse proxy wrote into X-Forwarded-For need not be an address
  const address = isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? '') : request.ip;
  return {
    address: address.replace(/^::ffff:(?=\d+\.)/i, ''),
    userAgent: request.headers['user-agent'] ?? '',
  };
}

/** Whether the address is one of this machine. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./i.test(address);
}
