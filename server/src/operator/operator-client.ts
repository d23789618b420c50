import { connect, type Socket } from 'node:net';
import {
  firstLine,
  operatorAddress,
  operatorAnswer,
  OperatorRefused,
  type OperatorRequest,
} from './protocol.ts';

export interface OperatorReply {
  done: string;
  /** Rejects if the server ends the connection before `close`. */
  readonly lost: Promise<never>;
  /** Lets the server delete what it created for this connection. */
  close(): void;
}

/**
 * Asks the server that holds the directory of the embedded database.
 * @returns undefined if no server listens there
 * @throws OperatorRefused
 */
export async function askServer(
  dataDir: string,
  request: OperatorRequest,
): Promise<OperatorReply | undefined> {
  const connection = await connectTo(dataDir);
  if (!connection) return undefined;
  let isWanted = true;
  const lost = new Promise<never>((_, reject) => {
    connection.once('close', () => {
      if (isWanted)
        reject(new OperatorRefused('The server stopped in the meantime. Run the command again.'));
    });
  });
  lost.catch(() => undefined);
  connection.on('error', () => undefined);
  connection.setEncoding('utf8').write(`${JSON.stringify(request)}\n`);
  const line = await firstLine(connection.iterator({ destroyOnReturn: false }));
  connection.resume();
  const close = () => {
    isWanted = false;
    connection.destroy();
  };
  const answer = operatorAnswer.safeParse(line === undefined ? undefined : JSON.parse(line));
  if (answer.success && 'done' in answer.data) return { done: answer.data.done, lost, close };
  close();
  throw new OperatorRefused(
    answer.success && 'failed' in answer.data
      ? answer.data.failed
      : 'The server stopped in the meantime. Run the command again.',
  );
}

async function connectTo(dataDir: string): Promise<Socket | undefined> {
  const address = await operatorAddress(dataDir).catch(() => undefined);
  if (address === undefined) return undefined;
  const connection = connect(address);
  return new Promise((resolve, reject) => {
    connection.once('connect', () => resolve(connection));
    connection.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES' || error.code === 'EPERM')
        reject(
          new OperatorRefused(
            `A server holds ${dataDir}, and only the user it runs as may ask it. Run the command as that user.`,
          ),
        );
      else resolve(undefined);
    });
  });
}
