import { createServer, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface OwnListener {
  readonly origin: string;
  close(): void;
}

const host = '127.0.0.1';

/**
 * Lets this process reach an app of its own on a port of its own. A connection to the port that all workers share may go
 * to another one, which would not know where the requests come from, and whose end would fail requests here.
 */
export async function listenAlone(app: FastifyInstance): Promise<OwnListener> {
  const listener = createServer({ noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  );
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen({ host, port: 0, exclusive: true }, resolve);
  });
  const { port } = listener.address() as AddressInfo;
  return { origin: `http://${host}:${port}`, close: () => listener.close() };
}
