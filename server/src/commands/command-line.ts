import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Part } from '../running-server.ts';
import { CommandError } from './command-error.ts';
import type { UserToCreate } from './database-commands.ts';
import type { ImportCommand } from './import.ts';
import type { ServeOptions } from './serve.ts';

export type Command =
  | ({ name: 'serve' } & ServeOptions)
  | { name: 'migrate' }
  | ({ name: 'user create' } & UserToCreate)
  | ({ name: 'import' } & ImportCommand)
  | { name: 'verify events' }
  | { name: 'openapi' }
  | { name: 'version' }
  | { name: 'help' };

const defaultUrl = 'http://127.0.0.1:3000';

/**
 * What the words after the program's name ask for.
 * @throws CommandError with exit code 2
 */
export function readCommandLine(words: readonly string[]): Command {
  const [first = 'serve', ...rest] = words;
  if (words.includes('--help') || words.includes('-h')) return { name: 'help' };
  switch (first) {
    case 'serve':
      return readServe(rest);
    case 'migrate':
    case 'openapi':
    case 'version':
    case 'help':
      read(first, rest, {}, 0);
      return { name: first };
    case '--version':
      return { name: 'version' };
    case 'user':
      return readUserCreate(rest);
    case 'verify':
      return readVerify(rest);
    case 'import':
      return readImport(rest);
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

const isPart = (text: string): text is Part => text === 'console' || text === 'services';

function readUserCreate([second, ...words]: readonly string[]): Command {
  if (second !== 'create') throw wrong('Write: annals user create EMAIL');
  const options = { role: { type: 'string', multiple: true }, name: { type: 'string' } } as const;
  const { values, positionals } = read('user create', words, options, 1);
  const [email] = positionals;
  if (email === undefined) throw wrong('Name the email of the user: annals user create EMAIL');
  return { name: 'user create', email, roles: values.role ?? ['USER'], displayName: values.name };
}

function readVerify([second, ...words]: readonly string[]): Command {
  if (second !== 'events') throw wrong('Write: annals verify events');
  read('verify events', words, {}, 0);
  return { name: 'verify events' };
}

function readImport(words: readonly string[]): Command {
  const options = {
    partition: { type: 'string' },
    url: { type: 'string' },
    user: { type: 'string' },
  } as const;
  const { values, positionals } = read('import', words, options, 1);
  const [file] = positionals;
  const { partition, user, url = defaultUrl } = values;
  if (file === undefined) throw wrong('Name the file: annals import FILE --partition NAME');
  if (partition === undefined || partition.trim() === '')
    throw wrong('Name the partition with --partition NAME.');
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw wrong(`--url takes an address such as ${defaultUrl}.`);
  return { name: 'import', file, partitionName: partition.trim(), url, user };
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

const wrong = (message: string) => new CommandError(`${message} See: annals help`, 2);
