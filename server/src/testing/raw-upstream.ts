import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface RawUpstream {
  readonly origin: string;
  /** The bytes of each request, one entry for each connection, as latin-1. */
  readonly received: string[];
  readonly close: () => Promise<void>;
}

const ok =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}';

/**
 * An upstream that reads raw bytes instead of HTTP, so that nothing is normalized before a test sees it.
 * @param answer what to do once the head of a request has arrived; by default sends an empty object, then ends
 */
export async function startRawUpstream(
  answer: (socket: Socket, count: number) => void = (socket) => socket.end(ok),
): Promise<RawUpstream> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    const index = received.push('') - 1;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      const before = received[index] ?? '';
      received[index] = before + bytes.toString('latin1');
      if (!before.includes('\r\n\r\n') && received[index].includes('\r\n\r\n'))
        answer(socket, index);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
