import { Agent, request } from 'node:http';

export interface Reply {
  status: number;
  text: string;
}

interface CallOptions {
  signal?: AbortSignal;
  accept?: string;
}

/** A program with an API token that calls the console's port on its own connections. */
export class TokenClient {
  readonly id: string;
  readonly token: string;
  readonly #origin: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2_000 });

  constructor(origin: string, id: string, token: string) {
    this.#origin = new URL(origin);
    this.id = id;
    this.token = token;
  }

  async call(
    method: string,
    url: string,
    data?: unknown,
    { signal, accept }: CallOptions = {},
  ): Promise<Reply> {
    const headers = {
      'X-Akarion-Api-Token': this.token,
      ...(accept === undefined ? {} : { Accept: accept }),
    };
    return new Promise((resolve) => {
      const noReply = () => resolve({ status: 0, text: '' });
      const outgoing = request(
        {
          host: this.#origin.hostname,
          port: this.#origin.port,
          method: 'POST',
          path: '/api/annals',
          headers: { 'content-type': 'application/json' },
          agent: this.#agent,
          ...(signal ? { signal } : {}),
        },
        (reply) => {
          let text = '';
          reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
          reply.on('error', noReply);
        },
      );
      outgoing.on('error', noReply);
      outgoing.end(JSON.stringify({ method, url, data, headers }));
    });
  }

  async must<Body>(method: string, url: string, data?: unknown): Promise<Body> {
    const { status, text } = await this.call(method, url, data);
    if (status < 200 || status > 299) throw new Error(`${method} ${url}: ${status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Body;
  }

  close(): void {
    this.#agent.destroy();
  }
}
