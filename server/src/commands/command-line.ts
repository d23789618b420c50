import { parseArgs, type ParseArgsConfig } from 'node:util';
import { evidenceLanguages } from '@annals/contracts/evidence';
import { id, moment } from '@annals/contracts/fields';
import { changeReason, readableLine } from '@annals/contracts/object-version';
import { parseUrl } from '@annals/rules/parse-url';
import type { ServerPart } from '../running-server.ts';
import type { BackupCommand } from './backup.ts';
import { CommandError } from './command-error.ts';
import type { ApplyCommand, ExportConfigCommand, PlanCommand } from './configuration.ts';
import type { MigrateCommand, UserToCreate } from './database-commands.ts';
import type { DistributeCommand } from './distribute.ts';
import type { EvidenceCommand } from './evidence.ts';
import type { ImportCommand } from './import.ts';
import type { RestoreCommand } from './restore.ts';
import type { McpCommand } from './mcp.ts';
import type { KeyRotation } from './rotate-key.ts';
import type { ServeOptions } from './serve.ts';
import type { VerifyBundle } from './verify-bundle.ts';
import type { VerifyStored } from './verify-stored.ts';

export type Command =
  | ({ name: 'serve' } & ServeOptions)
  | ({ name: 'migrate' } & MigrateCommand)
  | ({ name: 'distribute' } & DistributeCommand)
  | ({ name: 'user create' } & UserToCreate)
  | ({ name: 'import' } & ImportCommand)
  | ({ name: 'evidence' } & EvidenceCommand)
  | ({ name: 'plan' } & PlanCommand)
  | ({ name: 'apply' } & ApplyCommand)
  | ({ name: 'export-config' } & ExportConfigCommand)
  | ({ name: 'mcp' } & McpCommand)
  | ({ name: 'verify bundle' } & VerifyBundle)
  | ({ name: 'verify partition' } & VerifyStored)
  | ({ name: 'backup' } & BackupCommand)
  | ({ name: 'restore' } & RestoreCommand)
  | ({ name: 'rotate-key' } & KeyRotation)
  | { name: 'checkpoint-key'; logName: string }
  | { name: 'delete-sign-in-rules' }
  | { name: 'openapi' }
  | { name: 'licenses' }
  | { name: 'version' }
  | { name: 'help' };

const defaultUrl = 'http://127.0.0.1:3000';

/**
 * The command on the command line.
 * @throws CommandError with exit code 2
 */
export function readCommandLine(words: readonly string[]): Command {
  const [first = 'serve', ...rest] = words;
  if (words.includes('--help') || words.includes('-h')) return { name: 'help' };
  switch (first) {
    case 'serve':
      return readServe(rest);
    case 'migrate': {
      const options = { 'schema-only': { type: 'boolean' }, force: { type: 'boolean' } } as const;
      const { values } = read(first, rest, options, 0);
      return {
        name: first,
        schemaOnly: values['schema-only'] ?? false,
        force: values.force ?? false,
      };
    }
    case 'delete-sign-in-rules':
    case 'openapi':
    case 'licenses':
    case 'version':
    case 'help':
      read(first, rest, {}, 0);
      return { name: first };
    case '--version':
      return { name: 'version' };
    case 'distribute':
      return readDistribute(rest);
    case 'user':
      return readUserCreate(rest);
    case 'verify':
      return readVerify(rest);
    case 'evidence':
      return readEvidence(rest);
    case 'import':
      return readImport(rest);
    case 'plan':
      return readPlan(rest);
    case 'apply':
      return readApply(rest);
    case 'export-config':
      return readExportConfig(rest);
    case 'mcp':
      return readMcp(rest);
    case 'backup':
      return readBackup(rest);
    case 'restore':
      return readRestore(rest);
    case 'rotate-key':
      return readRotateKey(rest);
    case 'checkpoint-key':
      return readCheckpointKey(rest);
    default:
      if (first.startsWith('-')) return readServe(words);
      throw wrong(`There is no command "${first}".`);
  }
}

function readServe(words: readonly string[]): Command {
  const options = {
    demo: { type: 'boolean' },
    only: { type: 'string' },
    'no-files': { type: 'boolean' },
  } as const;
  const { values } = read('serve', words, options, 0);
  const { only } = values;
  if (only !== undefined && !isPart(only)) throw wrong('--only takes console or services.');
  return {
    name: 'serve',
    demo: values.demo ?? false,
    only,
    withoutFiles: values['no-files'] ?? false,
  };
}

const isPart = (text: string): text is ServerPart => text === 'console' || text === 'services';

const maxShards = 10_000;

function readDistribute(words: readonly string[]): Command {
  const { values } = read('distribute', words, { shards: { type: 'string' } } as const, 0);
  if (values.shards === undefined) return { name: 'distribute', shards: undefined };
  const shards = Number(values.shards);
  if (!Number.isInteger(shards) || shards < 1 || shards > maxShards)
    throw wrong('--shards takes a number from 1 to 10,000.');
  return { name: 'distribute', shards };
}

function readUserCreate([second, ...words]: readonly string[]): Command {
  if (second !== 'create') throw wrong('Write: annals user create EMAIL');
  const options = { role: { type: 'string', multiple: true }, name: { type: 'string' } } as const;
  const { values, positionals } = read('user create', words, options, 1);
  const [email] = positionals;
  if (email === undefined) throw wrong('Name the email of the user: annals user create EMAIL');
  return { name: 'user create', email, roles: values.role ?? ['USER'], displayName: values.name };
}

function readVerify(words: readonly string[]): Command {
  const options = {
    partition: { type: 'string' },
    key: { type: 'string', multiple: true },
    checkpoint: { type: 'string', multiple: true },
  } as const;
  const isOfEvents = words[0] === 'events';
  const { values, positionals } = read('verify', isOfEvents ? words.slice(1) : words, options, 1);
  const [file] = positionals;
  const { partition, key: keys = [], checkpoint: checkpointFiles = [] } = values;
  if (isOfEvents && file === undefined && partition === undefined)
    return { name: 'verify partition', partition: undefined, keys, checkpointFiles };
  if ((file === undefined) === (partition === undefined))
    throw wrong(
      'Use: annals verify FILE, annals verify --partition NAME, or annals verify events [FILE].',
    );
  const trust = { keys, checkpointFiles };
  return file === undefined
    ? { name: 'verify partition', partition: (partition ?? '').trim(), ...trust }
    : { name: 'verify bundle', file, ...trust };
}

function readImport(words: readonly string[]): Command {
  const options = {
    ...connection,
    partition: { type: 'string' },
    reason: { type: 'string' },
    'change-set': { type: 'string' },
    mapping: { type: 'string' },
  } as const;
  const { values, positionals } = read('import', words, options, 1);
  const [file] = positionals;
  const { partition } = values;
  if (file === undefined) throw wrong('Name the file: annals import FILE --partition NAME');
  if (partition === undefined || partition.trim() === '')
    throw wrong('Name the partition with --partition NAME.');
  return {
    name: 'import',
    file,
    partitionName: partition.trim(),
    ...readConnection(values),
    reason: readReason(values.reason),
    changeSet: readChangeSet(values['change-set']),
    mapping: values.mapping,
  };
}

function readChangeSet(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const title = readableLine(200).safeParse(given);
  if (!title.data)
    throw wrong('--change-set takes a title of at most 200 characters, or the ID of a change set.');
  return title.data;
}

function readReason(given: string | undefined): string | undefined {
  const reason = changeReason.safeParse(given);
  if (!reason.success) throw wrong('--reason takes a single line of at most 1,000 characters.');
  return reason.data || undefined;
}

const connection = { url: { type: 'string' }, user: { type: 'string' } } as const;

/** Its exit code 2 means that there are changes, so an invalid command line gets 1. */
function readPlan(words: readonly string[]): Command {
  try {
    const options = {
      ...connection,
      json: { type: 'boolean' },
      'exit-code': { type: 'boolean' },
    } as const;
    const { values, positionals } = read('plan', words, options, 1);
    return {
      name: 'plan',
      directory: readDirectory('plan', positionals),
      ...readConnection(values),
      json: values.json ?? false,
      exitCode: values['exit-code'] ?? false,
    };
  } catch (error) {
    throw error instanceof CommandError ? new CommandError(error.message) : error;
  }
}

function readApply(words: readonly string[]): Command {
  const options = {
    ...connection,
    yes: { type: 'boolean' },
    invite: { type: 'boolean' },
    secrets: { type: 'boolean' },
    reason: { type: 'string' },
  } as const;
  const { values, positionals } = read('apply', words, options, 1);
  return {
    name: 'apply',
    directory: readDirectory('apply', positionals),
    ...readConnection(values),
    yes: values.yes ?? false,
    invite: values.invite ?? false,
    renewsSecrets: values.secrets ?? false,
    reason: readReason(values.reason),
  };
}

function readExportConfig(words: readonly string[]): Command {
  const options = { ...connection, replace: { type: 'boolean' } } as const;
  const { values, positionals } = read('export-config', words, options, 1);
  return {
    name: 'export-config',
    directory: readDirectory('export-config', positionals),
    ...readConnection(values),
    replaces: values.replace ?? false,
  };
}

function readDirectory(command: string, [directory]: readonly string[]): string {
  if (directory === undefined) throw wrong(`Name the directory: annals ${command} DIR`);
  return directory;
}

function readConnection({
  url = defaultUrl,
  user,
}: {
  url?: string | undefined;
  user?: string | undefined;
}) {
  if (!parseUrl(url) || !/^https?:/.test(url))
    throw wrong(`--url takes an address such as ${defaultUrl}.`);
  return { url, user };
}

function readMcp(words: readonly string[]): Command {
  const { values } = read('mcp', words, { url: { type: 'string' } } as const, 0);
  return { name: 'mcp', url: readConnection(values).url };
}

function readEvidence(words: readonly string[]): Command {
  const options = {
    partition: { type: 'string' },
    object: { type: 'string' },
    query: { type: 'string' },
    at: { type: 'string' },
    held: { type: 'boolean' },
    language: { type: 'string' },
    direct: { type: 'boolean' },
    ...connection,
  } as const;
  const { values, positionals } = read('evidence', words, options, 1);
  const [file] = positionals;
  const { partition = '', object, query, at, held = false } = values;
  if (file === undefined) throw wrong('Name a new file: annals evidence FILE --partition NAME');
  if (partition.trim() === '') throw wrong('Name the partition with --partition NAME.');

  if (object !== undefined && query !== undefined)
    throw wrong('Give --object or --query, not both.');
  if (object !== undefined && !id.safeParse(object.toLowerCase()).success)
    throw wrong('--object takes the ID of a version.');
  if (at !== undefined && !moment.safeParse(at).success)
    throw wrong('--at takes a moment in UTC, for example 2026-03-03T00:00:00Z.');
  if (held && at === undefined) throw wrong('--held needs --at.');
  const language = evidenceLanguages.find((one) => one === (values.language ?? 'en'));
  if (language === undefined) throw wrong(`--language takes ${evidenceLanguages.join(' or ')}.`);
  return {
    name: 'evidence',
    file,
    partition: partition.trim(),
    about: {
      objectId: object?.toLowerCase(),
      query,
      asOf: at,
      asHeld: held || undefined,
      language,
    },
    direct: values.direct ?? false,
    ...readConnection(values),
  };
}

function readBackup(words: readonly string[]): Command {
  const { positionals } = read('backup', words, {}, 1);
  const [target] = positionals;
  if (target === undefined) throw wrong('Name a new file, or a directory: annals backup FILE');
  return { name: 'backup', target };
}

function readRestore(words: readonly string[]): Command {
  const { values, positionals } = read('restore', words, { replace: { type: 'boolean' } }, 1);
  const [file] = positionals;
  if (file === undefined) throw wrong('Name the backup: annals restore FILE');
  return { name: 'restore', file, replace: values.replace ?? false };
}

function readRotateKey(words: readonly string[]): Command {
  const options = { compromised: { type: 'boolean' } } as const;
  const { values, positionals } = read('rotate-key', words, options, 1);
  const [key] = positionals;
  if (key !== 'signing' && key !== 'checkpoint')
    throw wrong('Use: annals rotate-key signing, or annals rotate-key checkpoint.');
  return { name: 'rotate-key', key, compromised: values.compromised ?? false };
}

function readCheckpointKey(words: readonly string[]): Command {
  const { positionals } = read('checkpoint-key', words, {}, 1);
  const [logName] = positionals;
  if (logName === undefined)
    throw wrong(
      'Name the logs that the key is for: annals checkpoint-key annals.example.org/annals',
    );
  return { name: 'checkpoint-key', logName };
}

function read<const Options extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  words: readonly string[],
  options: Options,
  positionals: number,
) {
  try {
    const result = parseArgs({ args: [...words], options, allowPositionals: true });
    if (result.positionals.length > positionals)
      throw wrong(`annals ${command} does not take "${result.positionals[positionals]}".`);
    return result;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (error instanceof Error && code.startsWith('ERR_PARSE_ARGS'))
      throw wrong(`annals ${command}: ${error.message.split('. ')[0]}.`);
    throw error;
  }
}

const wrong = (message: string) =>
  new CommandError(`${message.endsWith('.') ? message : `${message}.`} See: annals help`, 2);
