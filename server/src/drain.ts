import type { FastifyInstance } from 'fastify';

const lookAgainMs = 50;

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
