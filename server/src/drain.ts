import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const lookAgainMs = 50;

/** A client that keeps its connections open would never reach a worker that was started later. */
const maxRequestsPerConnection = 1_000;

/** Ends long connections now and then, so that new ones are distributed among all workers. */
export function spreadConnections({ server }: FastifyInstance): void {
  const served = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }, response) => {
    const count = (served.get(socket) ?? 0) + 1;
    served.set(socket, count);
    if (count >= maxRequestsPerConnection) response.shouldKeepAlive = false;
  });
}

/** Makes each response from now on the last of its connection. */
export function endConnections({ server }: FastifyInstance): void {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
}

/**
 * Stops accepting calls and resolves when running ones are answered. Busy connections are closed once they are idle; a
 * browser would keep them open.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  const closing = app.close();
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), lookAgainMs);
  try {
    await closing;
  } finally {
    clearInterval(closeIdle);
  }
}
