import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod/mini';
import { eventWebhookMessage, webhookMessage } from '@annals/contracts/webhook-messages';

export interface Received {
  id: string;
  type: string;
  /** The sequence of a version. */
  sequence: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
  data: Record<string, unknown>;
}

/** The receiver's reaction to a request; default: answers 200. */
export type Reaction = (received: Received, response: ServerResponse) => void;

const anyMessage = z.union([webhookMessage, eventWebhookMessage]);

/** A program that receives messages. When it closes, it reports those that the contract does not describe. */
export class WebhookReceiver {
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server that is killed while sending.
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const message = JSON.parse(body) as { type: string; data: Record<string, unknown> };
      const { error } = z.safeParse(anyMessage, message);
      if (error) this.#undescribed.push(`${body.slice(0, 500)}: ${error.message}`);
      const received: Received = {
        id: String(request.headers['webhook-id']),
        type: message.type,
        sequence: message.data['sequence'] as number | undefined,
        headers: request.headers,
        body,
        data: message.data,
      };
      this.concurrent += 1;
      this.maxConcurrent = Math.max(this.maxConcurrent, this.concurrent);
      response.once('close', () => (this.concurrent -= 1));
      this.all.push(received);
      const reaction = this.reactions.shift() ?? this.defaultReaction;
      reaction(received, response);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  });
  readonly #undescribed: string[] = [];
  readonly #waiting: (() => void)[] = [];
  /** Every request, including refused ones. */
  readonly all: Received[] = [];
  /** Reactions to the next requests, one each. */
  readonly reactions: Reaction[] = [];
  defaultReaction: Reaction = (received, response) => {
    this.accepted.push(received);
    response.end('ok');
  };
  readonly accepted: Received[] = [];
  concurrent = 0;
  maxConcurrent = 0;
  host = '';

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await receiver.#listen(0);
    receiver.host = `127.0.0.1:${(receiver.#server.address() as AddressInfo).port}`;
    return receiver;
  }

  /** Listens again at the same address after `close`. */
  async reopen(): Promise<void> {
    await this.#listen(Number(this.host.split(':')[1]));
  }

  async #listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://${this.host}/hook`;
  }

  /** Resolves when the condition holds; it is checked after each request. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  reset(): void {
    this.all.length = 0;
    this.accepted.length = 0;
    this.reactions.length = 0;
    this.maxConcurrent = 0;
  }

  /** Accepts no more connections, as if its machine were gone. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
    if (this.#undescribed.length > 0) throw new Error(this.#undescribed.join('\n'));
  }
}

export const drop: Reaction = (_, response) => response.destroy();
export const hang: Reaction = () => undefined;
export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Reaction =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

/** @throws if no signature of the message matches the secret */
export function verify(secret: string, { body, headers }: Received): void {
  new Webhook(secret).verify(body, headers as Record<string, string>);
}
