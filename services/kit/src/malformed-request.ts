import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { uuidv7 } from 'uuidv7';
import { say, type ServiceMessage } from '@annals/contracts/messages';

const answers: Readonly<Record<string, ServiceMessage & { status: number }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, ...say('requestTimeout') },
  HPE_HEADER_OVERFLOW: { status: 431, ...say('headersTooLarge') },
};
const otherwise = { status: 400, ...say('malformedHttp') };

/**
 * Responds to bytes that Node could not parse as a request with the usual error format, and closes the connection.
 * @param headers that every response has
 */
export function answerMalformed(
  headers: Readonly<Record<string, string>>,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, ...explanation } = answers[error.code ?? ''] ?? otherwise;
  const requestId = uuidv7();
  const body = JSON.stringify({
    error: explanation.message,
    code: 'bad_request',
    ...explanation,
    requestId,
  });
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        `x-request-id: ${requestId}`,
        ...('x-content-type-options' in headers ? [] : ['x-content-type-options: nosniff']),
        'cache-control: no-store',
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  socket.destroySoon();
}
