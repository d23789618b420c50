import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobin {
  readonly origin: string;
  /** The servers behind it, each of which gets every request in turn. */
  serve(origins: readonly string[]): void;
  close(): Promise<void>;
}

/** As a reverse proxy in front of several servers: each request goes to the next of them, whoever sends it. */
export async function startRoundRobin(): Promise<RoundRobin> {
  let origins: readonly string[] = [];
  let turn = 0;
  const server = createServer((incoming, reply) => {
    const origin = origins[turn++ % origins.length];
    const { method = 'GET', url = '/', headers } = incoming;
    const passed = request(origin + url, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.writeHead(502).end());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    serve: (servers) => {
      origins = servers;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
