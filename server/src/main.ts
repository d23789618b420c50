import {
  DatabaseInUse,
  DatabaseUnavailable,
  DatabaseUnsuitable,
  DirectoryRefused,
  DiskFull,
  unavailableReason,
} from '@annals/kit/database/database';
import { MigrationFailed, MigrationRefused, ServersBehind } from '@annals/kit/migrate/migrate';
import { openApiOf } from '@annals/kit/openapi/document';
import { Problem } from '@annals/kit/problem';
import { addressForDocument, apiDocument } from './api-document.ts';
import { backupCommand } from './commands/backup.ts';
import { checkpointKeyCommand } from './commands/checkpoint-key.ts';
import { CommandError } from './commands/command-error.ts';
import { readCommandLine } from './commands/command-line.ts';
import { createUserCommand, migrateCommand } from './commands/database-commands.ts';
import { distributeCommand } from './commands/distribute.ts';
import { evidenceCommand } from './commands/evidence.ts';
import { help } from './commands/help.ts';
import { importCommand } from './commands/import.ts';
import { licensesCommand } from './commands/licenses.ts';
import { mcpCommand } from './commands/mcp.ts';
import { restoreCommand } from './commands/restore.ts';
import { deleteSignInRulesCommand } from './commands/delete-sign-in-rules.ts';
import { rotateKeyCommand } from './commands/rotate-key.ts';
import { serve } from './commands/serve.ts';
import { verifyBundleCommand } from './commands/verify-bundle.ts';
import { verifyStoredCommand } from './commands/verify-stored.ts';
import {
  type Config,
  ConfigurationError,
  findMisspelt,
  misspeltNote,
  readConfig,
  readEnvironment,
} from './config.ts';
import { DemoRefused } from './demo/demo.ts';
import { LogKeyRefused } from './embedded.ts';
import { version } from './locations.ts';
import { AddressRefused, ConsoleMissing } from './running-server.ts';

// These errors explain themselves; all others are defects and get a stack trace.
const selfExplaining = [
  AddressRefused,
  CommandError,
  ConfigurationError,
  ConsoleMissing,
  DatabaseInUse,
  DatabaseUnsuitable,
  DemoRefused,
  DirectoryRefused,
  DiskFull,
  LogKeyRefused,
  MigrationFailed,
  MigrationRefused,
  Problem,
  ServersBehind,
];

/** Loaded separately with the code that reads and compares the files, because a server does not need it. */
const loadConfiguration = () => import('./commands/configuration.ts');

async function run(words: readonly string[]): Promise<void> {
  const command = readCommandLine(words);
  // A backup that does not arrive has failed, and it says so itself.
  if (command.name !== 'backup') process.stdout.on('error', endWithoutOutput);
  switch (command.name) {
    case 'serve':
      return serve(readConfig(readEnvironment()), command);
    case 'migrate':
      return migrateCommand(readCommandConfig(), command);
    case 'distribute':
      return distributeCommand(readCommandConfig(), command);
    case 'user create':
      return createUserCommand(readCommandConfig(), command);
    case 'verify bundle':
      process.exitCode = await verifyBundleCommand(command);
      return;
    case 'verify partition':
      process.exitCode = await verifyStoredCommand(readCommandConfig(), command);
      return;
    case 'evidence':
      return evidenceCommand(command);
    case 'import':
      return importCommand(command);
    case 'plan':
      process.exitCode = await (await loadConfiguration()).planCommand(command);
      return;
    case 'apply':
      return (await loadConfiguration()).applyCommand(command);
    case 'export-config':
      return (await loadConfiguration()).exportConfigCommand(command);
    case 'mcp':
      return mcpCommand(command);
    case 'backup':
      return backupCommand(readCommandConfig(), command);
    case 'restore':
      return restoreCommand(readCommandConfig(), command);
    case 'rotate-key':
      return rotateKeyCommand(readCommandConfig(), command);
    case 'delete-sign-in-rules':
      return deleteSignInRulesCommand(readCommandConfig());
    case 'checkpoint-key':
      return checkpointKeyCommand(command.logName);
    case 'openapi': {
      const document = openApiOf(apiDocument(addressForDocument(readEnvironment()), version));
      process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
      return;
    }
    case 'licenses':
      return licensesCommand();
    case 'version':
      process.stdout.write(`${version}\n`);
      return;
    case 'help':
      process.stdout.write(help);
  }
}

/** A server reports misspelt variables in its log. */
function readCommandConfig(): Config {
  const environment = readEnvironment();
  const config = readConfig(environment);
  for (const misspelt of findMisspelt(environment))
    process.stderr.write(`annals: ${misspeltNote(misspelt)}\n`);
  return config;
}

function endWithoutOutput({ code }: NodeJS.ErrnoException): never {
  // The reader of the output, such as `head`, has seen enough.
  if (code === 'EPIPE') process.exit(0);
  process.stderr.write(`annals: Standard output cannot be written (${code}).\n`);
  process.exit(1);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DatabaseUnavailable) return unavailableReason(error);
  const isSelfExplaining = selfExplaining.some((kind) => error instanceof kind);
  return isSelfExplaining ? error.message : (error.stack ?? error.message);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`annals: ${textOf(error)}\n`);
  process.exit(error instanceof CommandError ? error.exitCode : 1);
}
