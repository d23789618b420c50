import type { Config } from '../config.ts';
import { askServer } from '../operator/operator-client.ts';
import { OperatorRefused } from '../operator/protocol.ts';
import { rotateKey, type KeyRotation } from '../embedded-key-rotation.ts';
import { CommandError } from './command-error.ts';
import { withServices } from './database-commands.ts';

export type { KeyRotation } from '../embedded-key-rotation.ts';

/**
 * annals rotate-key: rotates through the server that holds the embedded database, or in the database itself.
 * @throws CommandError if the key is not stored in the database
 */
export async function rotateKeyCommand(
  config: Config,
  { key, compromised }: KeyRotation,
): Promise<void> {
  const rotation = { key, compromised };
  try {
    const reply =
      config.databaseUrl === undefined
        ? await askServer(config.dataDir, { ask: 'rotate-key', ...rotation })
        : undefined;
    if (reply) {
      reply.close();
      process.stdout.write(`${reply.done}\n`);
      return;
    }
    await withServices(config, async (services) => {
      process.stdout.write(`${await rotateKey(services, rotation)}\n`);
    });
  } catch (error) {
    if (error instanceof OperatorRefused)
      throw new CommandError(error.message, 1, { cause: error });
    throw error;
  }
}
