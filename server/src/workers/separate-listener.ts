import { createServer, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface OwnListener {
  readonly origin: string;
  close(): void;
}

const host = '127.0.0.1';

/**
 * Serves an app of this process on a separate port. A connection to the shared port may reach another worker, which
 * would not know the client address, and whose exit would fail requests here.
 */
export async function listenOnSeparatePort(app: FastifyInstance): Promise<OwnListener> {
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
