import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const lookAgainMs = 50;

/** A client that keeps its connections open would never reach a worker that was started later. */
const mostRequestsOfConnection = 1_000;

/** Lets long connections end now and then, so that the next ones are given out among all workers. */
export function spreadConnections({ server }: FastifyInstance): void {
  const served = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }, response) => {
    const count = (served.get(socket) ?? 0) + 1;
    served.set(socket, count);
    if (count >= mostRequestsOfConnection) response.shouldKeepAlive = false;
  });
}

/** Each response from now on is the last of its connection. */
export function endConnections({ server }: FastifyInstance): void {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
}

/**
 * Stops taking calls and resolves when those that run are answered. A connection that was busy at first is closed once
 * it falls idle, where a browser would keep it open for more.
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
