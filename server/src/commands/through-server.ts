import type { Config } from '../config.ts';
import type { OpenServices } from '../embedded.ts';
import { askServer } from '../operator/operator-client.ts';
import { OperatorRefused } from '../operator/protocol.ts';
import { CommandError } from './command-error.ts';
import { withServices } from './database-commands.ts';

/**
 * Does something through the server that holds the embedded database, or in the database itself, and prints what was done.
 * @throws CommandError if it is refused
 */
export async function doThroughServer(
  config: Config,
  question: Parameters<typeof askServer>[1],
  work: (services: OpenServices) => Promise<string>,
): Promise<void> {
  try {
    const reply =
      config.databaseUrl === undefined ? await askServer(config.dataDir, question) : undefined;
    if (reply) {
      reply.close();
      process.stdout.write(`${reply.done}\n`);
    } else
      await withServices(config, async (services) => {
        process.stdout.write(`${await work(services)}\n`);
      });
  } catch (error) {
    if (error instanceof OperatorRefused)
      throw new CommandError(error.message, 1, { cause: error });
    throw error;
  }
}
