import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

export interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

export interface LogRecord {
  timeUnixNano: string;
  severityText: string;
  severityNumber: number;
  eventName?: string;
  body: { stringValue: string };
  attributes: Attribute[];
  traceId?: string;
}
export interface LogsExport {
  resourceLogs: {
    resource: { attributes: Attribute[] };
    scopeLogs: { logRecords: LogRecord[] }[];
  }[];
}

export const recordsOf = (exports: readonly LogsExport[]): LogRecord[] =>
  exports.flatMap(({ resourceLogs }) =>
    resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)),
  );

interface Received {
  url: string;
  type: string;
  key: string | undefined;
  body: Buffer;
}

const receivers: Server[] = [];
afterEach(() => {
  for (const server of receivers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The reaction to the next exports; `hang` never responds. */
type Reaction = 'accept' | 'refuse' | 'hang';

/** A receiver of OTLP over HTTP, until the end of the test. */
export async function otlpReceiver<Export>() {
  const received: Received[] = [];
  const refused: Received[] = [];
  let reaction: Reaction = 'accept';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      const type = headers['content-type'] ?? '';
      const key = headers['x-key'] as string | undefined;
      (reaction === 'accept' ? received : refused).push({
        url,
        type,
        key,
        body: Buffer.concat(chunks),
      });
      if (reaction === 'hang') return;
      response.writeHead(reaction === 'accept' ? 200 : 500, { 'content-type': type });
      response.end(type.includes('json') ? '{}' : '');
    });
  });
  receivers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    /** What it accepted, and what arrived while it accepted nothing. */
    received,
    refused,
    setReaction(next: Reaction) {
      reaction = next;
    },
    /** What it accepted, as JSON. */
    exports: () => received.map(({ body }) => JSON.parse(body.toString()) as Export),
  };
}

export const valueOf = (attributes: Attribute[], key: string): unknown =>
  Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0];
