import { stat } from 'node:fs/promises';
import path from 'node:path';

/** Longer paths are no socket addresses. */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107;

/** Where the server that holds this directory listens to commands; undefined when its path is too long for a socket. */
export async function operatorAddress(dataDir: string): Promise<string | undefined> {
  if (process.platform === 'win32') {
    const { dev, ino } = await stat(dataDir, { bigint: true });
    return `\\\\.\\pipe\\annals-operator-${dev}-${ino}`;
  }
  const socket = path.join(dataDir, 'operator');
  return Buffer.byteLength(socket) > longestSocketPath ? undefined : socket;
}
