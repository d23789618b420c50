import path from 'node:path';
import { readFileSync } from 'node:fs';
import { parse as parseDotenv } from 'dotenv';
import * as z from 'zod/mini';

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
  /** The origin people use; undefined: the address the console listens on. */
  readonly publicUrl: string | undefined;
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** Services elsewhere; undefined: this program starts its own. */
  readonly endpoints: Endpoints | undefined;
  /** Undefined: as the place the logs go to suggests. */
  readonly logLevel: LogLevel | undefined;
  readonly demoPassword: string | undefined;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** All that is wrong with the configuration, one line for each variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration is not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
  }
}

/** The services stand on the two ports after the console's. */
const highestPort = 65_535 - 2;
const shortestPassword = 12;

const rule = <T>(schema: z.ZodMiniType<T, string>, wrong: string, example: string) => ({
  schema,
  wrong,
  example,
});

const text = (pattern: RegExp) => z.string().check(z.regex(pattern));
const webOrigin = z.pipe(
  z.string().check(z.refine((written) => originOf(written) !== undefined)),
  z.transform((written: string) => originOf(written) ?? written),
);

const rules = {
  PRODUCT_NAME: rule(
    text(/^(?!(?:env|authentication)$)[a-z][a-z0-9]{0,30}$/),
    'must be one lower-case word of letters and digits that begins with a letter, and not env or authentication',
    'annals',
  ),
  HOST: rule(
    text(/^[A-Za-z0-9.:_-]{1,253}$/),
    'must be an IP address or a host name of this machine',
    '127.0.0.1',
  ),
  PORT: rule(
    z.pipe(
      text(/^\d{1,5}$/),
      z.pipe(z.transform(Number), z.number().check(z.maximum(highestPort))),
    ),
    `must be a whole number from 0 to ${highestPort} (the services take the two ports after it)`,
    '3000',
  ),
  PUBLIC_URL: rule(
    webOrigin,
    'must be http:// or https:// with a host and nothing after it',
    'https://annals.example.org',
  ),
  DATABASE_URL: rule(
    z.string().check(z.refine(isPostgresqlUrl)),
    'must be a postgres:// address with a host and a database',
    'postgres://annals:secret@127.0.0.1:5432/annals',
  ),
  DATA_DIR: rule(text(/^[^\0]+$/), 'must be a directory', './var'),
  endpoint: rule(
    webOrigin,
    'must be http:// or https:// with a host and nothing after it',
    'http://10.0.0.5:3001',
  ),
  LOG_LEVEL: rule(z.enum(logLevels), `must be one of ${logLevels.join(', ')}`, 'info'),
  DEMO_PASSWORD: rule(
    z.string().check(z.minLength(shortestPassword), z.maxLength(256)),
    `must have at least ${shortestPassword} characters`,
    'a-long-pass-phrase',
  ),
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The process's environment; what stands there wins over the file `.env` in the working directory. */
export function readEnvironment(directory = process.cwd()): Environment {
  return { ...readDotenv(path.join(directory, '.env')), ...process.env };
}

function readDotenv(file: string): Environment {
  try {
    return parseDotenv(readFileSync(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new ConfigurationError([
      `.env cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}`,
    ]);
  }
}

/** @throws ConfigurationError that names every variable that is wrong */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const read = <T>(
    name: string,
    { schema, wrong, example }: ReturnType<typeof rule<T>>,
  ): T | undefined => {
    // An empty variable counts as absent, as a line "NAME=" in a .env file is meant.
    const written = environment[name]?.trim();
    if (written === undefined || written === '') return undefined;
    const result = z.safeParse(schema, written);
    if (result.success) return result.data;
    problems.push(`${name} ${wrong}, for example ${name}=${example}.`);
    return undefined;
  };

  const productName = read('PRODUCT_NAME', rules.PRODUCT_NAME) ?? 'annals';
  const config = {
    productName,
    host: read('HOST', rules.HOST) ?? '127.0.0.1',
    port: read('PORT', rules.PORT) ?? 3000,
    publicUrl: read('PUBLIC_URL', rules.PUBLIC_URL),
    databaseUrl: read('DATABASE_URL', rules.DATABASE_URL),
    dataDir: path.resolve(read('DATA_DIR', rules.DATA_DIR) ?? './var'),
    logLevel: read('LOG_LEVEL', rules.LOG_LEVEL),
    demoPassword: read('DEMO_PASSWORD', rules.DEMO_PASSWORD),
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
      `${missing} must be given too, since ${named[0]} is, for example ${missing}=${rules.endpoint.example}.`,
    );
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  const endpoints =
    authentication !== undefined && data !== undefined ? { authentication, data } : undefined;
  return { ...config, endpoints };
}

/** The variable, and the property of /api/env, that says where the data service is. */
export function dataEndpointName(productName: string): string {
  return `${productName.toUpperCase()}_ENDPOINT`;
}

function originOf(written: string): string | undefined {
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  const bare =
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '';
  return bare && (url.protocol === 'http:' || url.protocol === 'https:') ? url.origin : undefined;
}

function isPostgresqlUrl(written: string): boolean {
  if (!URL.canParse(written)) return false;
  const { protocol, pathname } = new URL(written);
  return (protocol === 'postgres:' || protocol === 'postgresql:') && pathname.length > 1;
}
