import type { Config } from '../config.ts';
import { distributeServices, DistributionRefused } from '../embedded-distribution.ts';
import { makeLog } from '../logging.ts';
import { CommandError } from './command-error.ts';
import { StatusLine } from './terminal.ts';

export interface DistributeCommand {
  /** Undefined: one for each worker. */
  shards: number | undefined;
}

/**
 * annals distribute: distributes the tables of the data service over the workers of a cluster.
 * @throws CommandError with exit code 1 if the database is not such a cluster, or in use
 */
export async function distributeCommand(
  config: Pick<Config, 'databaseUrl' | 'logLevel'>,
  { shards }: DistributeCommand,
): Promise<void> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined)
    throw new CommandError(
      'The embedded database cannot be distributed. Name the coordinator of a cluster in DATABASE_URL.',
      1,
    );
  const status = new StatusLine(process.stderr);
  try {
    const {
      done,
      distributed,
      workers,
      shards: spread,
    } = await distributeServices(databaseUrl, makeLog(config.logLevel), {
      shards,
      onProgress: (table) => status.show(table),
    });
    status.clear();
    process.stdout.write(
      `${done.length === 0 ? 'Nothing was left to distribute' : `Distributed ${done.length} tables`}: ` +
        `${distributed.length} tables are in ${spread} shards on ${workers} workers.\n`,
    );
  } catch (error) {
    status.clear();
    if (error instanceof DistributionRefused)
      throw new CommandError(error.message, 1, { cause: error });
    throw error;
  }
}
