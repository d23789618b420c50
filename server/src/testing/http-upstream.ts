import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HttpUpstream {
  readonly origin: string;
  readonly seen: SeenRequest[];
  readonly close: () => Promise<void>;
}

const ok = (reply: ServerResponse) =>
  reply.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');

/** An upstream that records each request and, unless told otherwise, answers it. */
export async function startHttpUpstream(
  answer: (reply: ServerResponse, request: SeenRequest) => void = ok,
): Promise<HttpUpstream> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const entry = { method, url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(entry);
      answer(reply, entry);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
