import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as a service receives it. */
export interface Received {
  method: string;
  url: string;
  headers: Record<string, string>;
  data?: unknown;
}
export type Answer = (call: Received, reply: ServerResponse) => void;

/** A server with fixed responses: the first call gets the first one, and so on; the last one repeats. */
export class AnsweringServer {
  readonly calls: Received[] = [];
  readonly #answers: readonly Answer[];
  readonly #server = createServer((request, reply) => void this.#receive(request, reply));

  constructor(answers: readonly Answer[]) {
    this.#answers = answers;
  }

  static async start(...answers: Answer[]): Promise<AnsweringServer> {
    const started = new AnsweringServer(answers);
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The calls as `GET /v1/users`. */
  get lines(): string[] {
    return this.calls.map(({ method, url }) => `${method} ${url}`);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Calls come directly or in the envelope of the console's proxy. */
  async #receive(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    if (request.url === '/api/env') {
      reply.end('{"PRODUCT_NAME":"chronicle","AUTHENTICATION_ENDPOINT":"http://a"}');
      return;
    }
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const { method = '', url = '', headers } = request;
    const call =
      url === '/api/chronicle'
        ? (body as Received)
        : { method, url, headers: headers as Record<string, string>, data: body };
    this.#answers[Math.min(this.calls.push(call), this.#answers.length) - 1]?.(call, reply);
  }
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_call, reply) =>
    reply
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(body === undefined ? undefined : JSON.stringify(body));

export const reset: Answer = (_call, reply) => reply.socket?.resetAndDestroy();

/** Never responds. */
export const silence: Answer = () => undefined;

export const tokens = (accessToken: string, expiresIn = 300): Answer =>
  json({ accessToken, refreshToken: `refresh-${accessToken}`, expiresIn });
