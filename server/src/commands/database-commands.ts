import type { BackfillProgress } from '@annals/kit/migrate/backfills';
import type { MigrateOptions } from '@annals/kit/migrate/migrate';
import { addressOf } from '../running-server.ts';
import type { Config } from '../config.ts';
import { openServices, recordCommand, type OpenServices } from '../embedded.ts';
import { version } from '../locations.ts';
import { makeLog } from '../logging.ts';

export interface MigrateCommand {
  /** Leaves backfills to servers of this version, which run them in the background. */
  schemaOnly: boolean;
  /** Also beside running servers that do not know the new schema. */
  force: boolean;
}

/** annals migrate. */
export async function migrateCommand(
  config: Config,
  { schemaOnly, force }: MigrateCommand,
): Promise<void> {
  const work = async (
    { database, authentication, data }: OpenServices,
    applied: readonly string[],
  ) => {
    if (applied.length > 0)
      await recordCommand(database, 'migrate', 'schema.migrated', {
        migrations: applied,
        program: version,
      });
    for (const name of applied) process.stdout.write(`Applied: ${name}\n`);
    process.stdout.write(
      applied.length === 0
        ? 'The schema was up to date; nothing was applied.\n'
        : 'The schema is up to date.\n',
    );
    if (schemaOnly) return;
    const printedLines = new Map<string, string>();
    for (const service of [authentication, data])
      await service.backfilled((progress) => {
        const line = progressLine(progress);
        if (printedLines.get(progress.name) !== line) process.stdout.write(`${line}\n`);
        printedLines.set(progress.name, line);
      });
  };
  await withServices(config, work, { force });
}

function progressLine({ name, done, total, endedDate }: BackfillProgress): string {
  if (endedDate !== null) return `The backfill ${name} has finished: ${done} rows.`;
  return `The backfill ${name}: ${done} rows${total === null ? '' : ` of about ${total}`}.`;
}

export interface UserToCreate {
  email: string;
  displayName: string | undefined;
  roles: readonly string[];
}

/** annals user create: prints the link, which is shown nowhere else. */
export async function createUserCommand(
  config: Config,
  { email, displayName, roles }: UserToCreate,
): Promise<void> {
  await withServices(config, async ({ authentication }) => {
    const { link } = await authentication.createUser({
      email,
      name: displayName,
      roles,
      command: 'user create',
    });
    process.stdout.write(
      `Created the user ${email} (${roles.join(', ')}). They set their password with this link, which works once, for 7 days:\n${link}\n`,
    );
  });
}

/** Opens both services on an up-to-date schema, and closes them when the work is done. */
export async function withServices(
  config: Config,
  work: (services: OpenServices, applied: readonly string[]) => Promise<void>,
  migration: MigrateOptions = {},
): Promise<void> {
  const publicUrl = config.publicUrl ?? addressOf(config.host, config.port);
  const services = await openServices(config, publicUrl, makeLog(config.logLevel));
  try {
    const applied = await services.start(migration);
    await work(services, applied);
  } finally {
    await services.close();
  }
}
