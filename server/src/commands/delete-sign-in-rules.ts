import type { Config } from '../config.ts';
import { deleteSignInRules } from '../embedded-sign-in-rules.ts';
import { askServer } from '../operator/operator-client.ts';
import { OperatorRefused } from '../operator/protocol.ts';
import { CommandError } from './command-error.ts';
import { withServices } from './database-commands.ts';

/**
 * annals delete-sign-in-rules, for an operator whom they have locked out: through the server that holds the embedded
 * database, or in the database itself.
 */
export async function deleteSignInRulesCommand(config: Config): Promise<void> {
  try {
    const reply =
      config.databaseUrl === undefined
        ? await askServer(config.dataDir, { ask: 'delete-sign-in-rules' })
        : undefined;
    if (reply) {
      reply.close();
      process.stdout.write(`${reply.done}\n`);
      return;
    }
    await withServices(config, async (services) => {
      process.stdout.write(`${await deleteSignInRules(services)}\n`);
    });
  } catch (error) {
    if (error instanceof OperatorRefused)
      throw new CommandError(error.message, 1, { cause: error });
    throw error;
  }
}
