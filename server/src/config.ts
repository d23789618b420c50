import { isUtf8 } from 'node:buffer';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { parse as parseDotenv } from 'dotenv';
import * as z from 'zod/mini';
import { serviceNames, type ServiceName } from '@annals/contracts/service-name';
import type { SignerKey } from '@annals/proofs/signed-note';
import { isTimeZone } from '@annals/rules/time-zone';
import { readKeyFile, readSecretFile } from './config-files.ts';
import { type LogLevel, type Rule, rules } from './config-rules.ts';

export interface Endpoints {
  /** Origins, without a trailing slash. */
  readonly authentication: string;
  readonly data: string;
}

export interface Config {
  readonly productName: string;
  readonly host: string;
  /** 0: any free port, for the services too. */
  readonly port: number;
  /** Processes that serve the same ports. */
  readonly workers: number;
  /** The public origin; undefined: the address the console listens on. */
  readonly publicUrl: string | undefined;
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Whether a PgBouncer in transaction mode is in front of it. */
  readonly databasePooler: 'transaction' | undefined;
  /** Replicas of that database, which answer reads; empty: none. */
  readonly databaseReadUrls: readonly string[];
  /** How old an answer of a replica may be, in seconds. */
  readonly databaseReadMaxLag: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Services elsewhere; undefined: this program starts its own. */
  readonly endpoints: Endpoints | undefined;
  /** The services that are Annals' own without having to announce themselves: those of this program, or declared ones. */
  readonly knownServices: readonly ServiceName[];
  /** Undefined: depends on where the logs are written. */
  readonly logLevel: LogLevel | undefined;
  readonly demoPassword: string | undefined;
  /** The day on which the demo data ends; undefined: the day on which it is loaded. */
  readonly demoDay: string | undefined;
  /** Undefined: mail is written to the directory `mail` in `dataDir`. */
  readonly smtpUrl: string | undefined;
  /** The sender of mail; undefined: no-reply@ the host of the public URL. */
  readonly mailFrom: string | undefined;
  /** Who may sign up: nobody, everybody, or users with an email of these domains. */
  readonly signUp: 'off' | 'open' | readonly string[];
  /** Identity providers that may be on private addresses or without TLS: `host` or `host:port`. */
  readonly providerHosts: readonly string[];
  /** Hosts without a dot that email addresses may have. */
  readonly mailHosts: readonly string[];
  /** A service or a file with breached passwords; undefined: only the shipped list applies. */
  readonly breachedPasswords: string | undefined;
  /** Receivers of webhooks that may be on private addresses or without TLS: `host` or `host:port`. */
  readonly webhookHosts: readonly string[];
  /** Keys for the secrets of webhooks; the first one encrypts. Empty: a key in the database. */
  readonly webhookKeys: readonly Buffer[];
  /** Hosts whose URLs an alias may lead to: `host`, `host:port`, `*.host` for those below it. */
  readonly aliasHosts: readonly string[];
  /** Addresses of reverse proxies in front, whose X-Forwarded-For is trusted. */
  readonly trustProxy: readonly string[];
  /** Signs the checkpoints; undefined: the key in the database. */
  readonly checkpointKey: SignerKey | undefined;
  /** Earlier keys, which sign beside it. */
  readonly formerCheckpointKeys: readonly SignerKey[];
  /** When the daily mails are sent, by the clock of the server; undefined: at 7. */
  readonly digestHour: number | undefined;
  /** Whether /mcp serves assistants with an API token. */
  readonly mcp: boolean;
  /** Who may read /metrics; undefined: nobody over the console's port. */
  readonly metricsToken: string | undefined;
}

/** All problems of the configuration, one line per variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of the process, which takes precedence over the file `.env` in the working directory.
 */
export function readEnvironment(directory = workingDirectory()): Environment {
  return { ...readDotenv(path.join(directory, '.env')), ...process.env };
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new ConfigurationError([
      'The working directory has been removed, so .env cannot be read. Change to another one.',
    ]);
  }
}

function readDotenv(file: string): Environment {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new ConfigurationError([
      `.env cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}`,
    ]);
  }
  if (!isUtf8(content) || content.includes(0))
    throw new ConfigurationError(['.env is not text in UTF-8. Save it with this encoding.']);
  const text = content.toString();
  const unread = findUnreadLines(text);
  if (unread.length > 0)
    throw new ConfigurationError(
      unread.map((line) => `Line ${line} of .env must have the form NAME=value, or begin with #.`),
    );
  return parseDotenv(text);
}

const quotedValue = /(?<==\s*)(["'`])(?:\\.|(?!\1)[^])*\1/g;

/** The numbers of the lines that dotenv would skip: a variable in one of them would silently have no effect. */
function findUnreadLines(text: string): number[] {
  return text
    .replaceAll(quotedValue, (value) =>
      value.replaceAll(/[^\r\n]/g, '').replaceAll(/\r?\n/g, '\n#'),
    )
    .split(/\r?\n/)
    .flatMap((line, index) =>
      /^\s*(?:#|$|(?:export\s+)?[\w.-]+(?:\s*=|:\s))/.test(line) ? [] : [index + 1],
    );
}

/** @throws ConfigurationError that lists every invalid variable */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const secrets = readSecrets(environment, problems);
  const read = <T>(name: string, { schema, wrong, example }: Rule<T>): T | undefined => {
    // An empty variable counts as absent, because that is the intention of a line "NAME=" in a .env file.
    const written = environment[name]?.trim() || secrets.get(name);
    if (written === undefined || written === '') return undefined;
    const result = z.safeParse(schema, written);
    if (result.success) return result.data;
    problems.push(`${name} ${wrong}, for example ${name}=${example}.`);
    return undefined;
  };

  const readCheckpointKeys = (): SignerKey[] => {
    const name = 'CHECKPOINT_KEY_FILE';
    const file = read(name, rules[name]);
    if (file === undefined) return [];
    const keys = readKeyFile(file, environment['CREDENTIALS_DIRECTORY'] || undefined);
    if (!('wrong' in keys)) return keys;
    problems.push(`${name} ${keys.wrong}, for example ${name}=${rules[name].example}.`);
    return [];
  };
  const [checkpointKey, ...formerCheckpointKeys] = readCheckpointKeys();

  const productName = read('PRODUCT_NAME', rules.PRODUCT_NAME) ?? 'annals';
  const config = {
    productName,
    host: read('HOST', rules.HOST) ?? '127.0.0.1',
    port: read('PORT', rules.PORT) ?? 3000,
    workers: read('WORKERS', rules.WORKERS),
    publicUrl: read('PUBLIC_URL', rules.PUBLIC_URL),
    databaseUrl: read('DATABASE_URL', rules.DATABASE_URL),
    databasePooler: read('DATABASE_POOLER', rules.DATABASE_POOLER),
    databaseReadUrls: read('DATABASE_READ_URL', rules.DATABASE_READ_URL) ?? [],
    databaseReadMaxLag: read('DATABASE_READ_MAX_LAG', rules.DATABASE_READ_MAX_LAG) ?? 5,
    dataDir: path.resolve(read('DATA_DIR', rules.DATA_DIR) ?? './var'),
    logLevel: read('LOG_LEVEL', rules.LOG_LEVEL),
    demoPassword: read('DEMO_PASSWORD', rules.DEMO_PASSWORD),
    demoDay: read('DEMO_DAY', rules.DEMO_DAY),
    smtpUrl: read('SMTP_URL', rules.SMTP_URL),
    mailFrom: read('MAIL_FROM', rules.MAIL_FROM),
    signUp: read('SIGNUP', rules.SIGNUP) ?? 'off',
    providerHosts: read('PROVIDER_HOSTS', rules.PROVIDER_HOSTS) ?? [],
    mailHosts: read('MAIL_HOSTS', rules.MAIL_HOSTS) ?? [],
    breachedPasswords: read('BREACHED_PASSWORDS', rules.BREACHED_PASSWORDS),
    webhookHosts: read('WEBHOOK_HOSTS', rules.WEBHOOK_HOSTS) ?? [],
    webhookKeys: read('WEBHOOK_KEY', rules.WEBHOOK_KEY) ?? [],
    aliasHosts: read('ALIAS_HOSTS', rules.ALIAS_HOSTS) ?? [],
    trustProxy: read('TRUST_PROXY', rules.TRUST_PROXY) ?? [],
    checkpointKey,
    formerCheckpointKeys,
    digestHour: read('DIGEST_HOUR', rules.DIGEST_HOUR),
    mcp: read('MCP', rules.MCP) ?? true,
    metricsToken: read('METRICS_TOKEN', rules.METRICS_TOKEN),
  };
  const dataName = dataEndpointName(productName);
  const named = ['AUTHENTICATION_ENDPOINT', dataName].filter(
    (name) => (environment[name] ?? '').trim() !== '',
  );
  const authentication = read('AUTHENTICATION_ENDPOINT', rules.endpoint);
  const data = read(dataName, rules.endpoint);
  if (named.length === 1) {
    const missing = named[0] === dataName ? 'AUTHENTICATION_ENDPOINT' : dataName;
    problems.push(
      `${missing} must be set too, because ${named[0]} is, for example ${missing}=${rules.endpoint.example}.`,
    );
  }
  const endpoints =
    authentication !== undefined && data !== undefined ? { authentication, data } : undefined;
  const declared = read('SERVICES', rules.SERVICES) ?? [];
  const knownServices = endpoints === undefined ? serviceNames : declared;
  const isEmbedded = config.databaseUrl === undefined && named.length === 0;
  const several = (config.workers ?? 1) > 1;
  if (config.databaseReadUrls.length > 0 && config.databaseUrl === undefined)
    problems.push(
      'DATABASE_READ_URL names replicas of the database in DATABASE_URL, which is missing. Set it, or remove DATABASE_READ_URL.',
    );
  if (config.databasePooler !== undefined && config.databaseUrl === undefined)
    problems.push(
      'DATABASE_POOLER describes the address in DATABASE_URL, which is missing. Set it, or remove DATABASE_POOLER.',
    );
  const zone = environment['TZ']?.trim() ?? '';
  if (isZoneName(zone) && !isTimeZone(zone))
    problems.push('TZ is not a time zone that is known here, for example TZ=Europe/Vienna.');
  if (several && isEmbedded)
    problems.push(
      'WORKERS must be 1 with the embedded database, which one process holds. Remove it, or set DATABASE_URL.',
    );
  const reachedAt =
    config.publicUrl === undefined ? config.port : Number(new URL(config.publicUrl).port);
  if (unopenedPorts.has(reachedAt))
    problems.push(
      config.publicUrl === undefined
        ? `PORT must be one that browsers open, which ${reachedAt} is not, for example PORT=3000. If a proxy in front has another port, set PUBLIC_URL.`
        : `PUBLIC_URL must have a port that browsers open, which ${reachedAt} is not, for example PUBLIC_URL=${rules.PUBLIC_URL.example}.`,
    );
  if (several && config.port === 0)
    problems.push('WORKERS must be 1 with PORT=0: set the port that the workers share.');
  if (problems.length > 0)
    throw new ConfigurationError([...problems, ...findMisspelt(environment).map(misspeltNote)]);
  const usual =
    endpoints === undefined && config.databaseUrl !== undefined && config.port !== 0
      ? availableParallelism()
      : 1;
  return { ...config, endpoints, knownServices, workers: config.workers ?? usual };
}

/** The "bad ports" of the Fetch standard from 1024 on, and those below it that somebody might choose. */
const unopenedPorts: ReadonlySet<number> = new Set([
  1, 22, 25, 53, 123, 389, 465, 587, 636, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
  5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Rules in the form of POSIX, such as `CET-1CEST`, and files are left to the system. */
const isZoneName = (zone: string): boolean => /^[A-Za-z_]+(?:\/[\w+-]+)*$/.test(zone);

/**
 * Variables that are probably misspelt, because their names nearly are those of the program: `DATABSE_URL` would
 * silently start the embedded database. Each with the name that is probably meant.
 */
export function findMisspelt(environment: Environment): { name: string; meant: string }[] {
  const product = environment['PRODUCT_NAME'] || 'annals';
  const variables = [
    ...Object.keys(rules).filter((name) => name !== 'endpoint'),
    ...secretVariables.map((name) => `${name}_FILE`),
    'AUTHENTICATION_ENDPOINT',
    dataEndpointName(product),
  ];
  return Object.entries(environment).flatMap(([name, value]) => {
    if (value === undefined || value === '' || variables.includes(name)) return [];
    // Short names resemble each other by chance.
    const meant = variables.find((each) => each.length > 5 && isAlmost(name.toUpperCase(), each));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

export const misspeltNote = ({ name, meant }: { name: string; meant: string }): string =>
  `There is no variable ${name}, so it is ignored. Is ${meant} meant?`;

/** Whether at most one letter is added, omitted or replaced, or two are exchanged; `_` does not count. */
function isAlmost(written: string, meant: string): boolean {
  const [a, b] = [written.replaceAll('_', ''), meant.replaceAll('_', '')];
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const rest = (text: string, skipped: number) => text.slice(start + skipped);
  return (
    a === b ||
    rest(a, 1) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    rest(a, 0) === rest(b, 1) ||
    (a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2))
  );
}

/** Variables whose value may be in a file, named by the variable with the suffix _FILE. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'WEBHOOK_KEY',
] as const;

function readSecrets(environment: Environment, problems: string[]): Map<string, string> {
  const secrets = new Map<string, string>();
  for (const name of secretVariables) {
    const file = environment[`${name}_FILE`]?.trim();
    if (file === undefined || file === '') continue;
    const example = `${name}_FILE=/run/secrets/${name.toLowerCase()}`;
    const secret = readSecretFile(file);
    if ((environment[name] ?? '').trim() !== '')
      problems.push(`${name}_FILE must not be set together with ${name}: remove one of them.`);
    else if (typeof secret === 'string') secrets.set(name, secret);
    else problems.push(`${name}_FILE ${secret.wrong}, for example ${example}.`);
  }
  return secrets;
}

/** The variable, and the property of /api/env, with the address of the data service. */
export function dataEndpointName(productName: string): string {
  return `${productName.toUpperCase()}_ENDPOINT`;
}
