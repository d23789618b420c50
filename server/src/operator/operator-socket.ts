import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { DiskFull } from '@annals/kit/database/database';
import { removeCopies, removeCopy } from '@annals/kit/database/cluster-copy';
import {
  firstLine,
  operatorAddress,
  OperatorRefused,
  operatorRequest,
  type OperatorAnswer,
  type OperatorRequest,
} from './protocol.ts';

export interface OperatorActions {
  copy(): Promise<string>;
  rotateKey(request: Extract<OperatorRequest, { ask: 'rotate-key' }>): Promise<string>;
  deleteSignInRules(): Promise<string>;
  recordFindings(findings: readonly string[]): Promise<string>;
}

export interface OperatorSocket {
  close(): Promise<void>;
}

const maxWaitMs = 10_000;

/**
 * Accepts operator commands on a socket in the directory of the embedded database. Only the owner of the directory can
 * connect, who can read and write the database files anyway, so there is no authentication.
 */
export async function openOperatorSocket(
  dataDir: string,
  actions: OperatorActions,
  log: FastifyBaseLogger,
): Promise<OperatorSocket> {
  await removeCopies(dataDir);
  const address = await operatorAddress(dataDir);
  if (address === undefined) {
    log.warn('The path of DATA_DIR is too long for a socket: backups need the server stopped.');
    return { close: async () => undefined };
  }
  const connections = new Set<Socket>();
  const server = createServer((connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
    connection.on('error', () => undefined);
    void answer(connection, actions, log);
  });
  // This process holds the directory, so an existing socket is a leftover.
  if (process.platform !== 'win32') await rm(address, { force: true });
  const err = await new Promise<Error | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(address, () => resolve(undefined));
  });
  if (err) {
    // Some file systems have no sockets; only these commands need them.
    log.warn({ err }, 'There can be no socket in DATA_DIR: backups need the server stopped.');
    return { close: async () => undefined };
  }
  if (process.platform !== 'win32') await chmod(address, 0o600);
  server.unref();
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const connection of connections) connection.destroy();
      await closed;
    },
  };
}

async function answer(
  connection: Socket,
  actions: OperatorActions,
  log: FastifyBaseLogger,
): Promise<void> {
  const closed = new Promise<void>((resolve) => connection.once('close', () => resolve()));
  let copy: string | undefined;
  try {
    const request = await requestOf(connection);
    if (request === undefined) return;
    log.info({ request }, 'Operator request.');
    const done = await act(request, actions);
    if (request.ask === 'copy') copy = done;
    send(connection, { done });
    if (copy !== undefined) await closed;
  } catch (err) {
    log.warn({ err }, 'An operator request failed.');
    const isReported = err instanceof OperatorRefused || err instanceof DiskFull;
    send(connection, {
      failed: isReported ? err.message : 'The server failed; see its log.',
    });
  } finally {
    connection.end();
    if (copy !== undefined) await removeCopy(copy);
  }
}

function act(request: OperatorRequest, actions: OperatorActions): Promise<string> {
  switch (request.ask) {
    case 'copy':
      return actions.copy();
    case 'rotate-key':
      return actions.rotateKey(request);
    case 'delete-sign-in-rules':
      return actions.deleteSignInRules();
    case 'record-findings':
      return actions.recordFindings(request.findings);
  }
}

async function requestOf(connection: Socket): Promise<OperatorRequest | undefined> {
  connection.setEncoding('utf8').setTimeout(maxWaitMs, () => connection.destroy());
  // Not the connection's own iterator, because leaving that ends the connection.
  const line = await firstLine(connection.iterator({ destroyOnReturn: false }));
  connection.setTimeout(0);
  const request = line === undefined ? undefined : operatorRequest.safeParse(parseLine(line));
  if (request?.success === true) {
    // Keeps reading, so that its end is noticed.
    connection.resume();
    return request.data;
  }
  send(connection, { failed: 'The server does not know this request: it has another version.' });
  connection.end();
  return undefined;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function send(connection: Socket, value: OperatorAnswer): void {
  if (connection.writable) connection.write(`${JSON.stringify(value)}\n`);
}
