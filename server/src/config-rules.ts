import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { serviceNames } from '@annals/contracts/service-name';
import { addressesOf } from '@annals/kit/database/addresses';
import { asciiDomain, isPublicDomain } from '@annals/contracts/email-address';
import { aliasHost } from '@annals/rules/alias-hosts';
import { isInCalendar } from '@annals/contracts/fields';
import { parseUrl } from '@annals/rules/parse-url';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** How a variable is read, and the message when it is invalid. */
export interface Rule<T> {
  schema: z.ZodMiniType<T, string>;
  /** Continues after the name of the variable. */
  wrong: string;
  example: string;
}

/** The services use the two ports after the console's. */
const highestPort = 65_535 - 2;
const minPasswordLength = 12;
const maxWorkers = 256;

const rule = <T>(schema: Rule<T>['schema'], wrong: string, example: string): Rule<T> => ({
  schema,
  wrong,
  example,
});

const text = (pattern: RegExp) => z.string().check(z.regex(pattern));
const webOrigin = z.pipe(
  z.string().check(z.refine((written) => originOf(written) !== undefined)),
  z.transform((written: string) => originOf(written) ?? written),
);

export const rules = {
  PRODUCT_NAME: rule(
    text(/^(?!(?:env|authentication)$)[a-z][a-z0-9]{0,30}$/),
    'must be one lower-case word of letters and digits that starts with a letter, and not env or authentication',
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
  WORKERS: rule(
    z.pipe(
      text(/^\d{1,3}$/),
      z.pipe(z.transform(Number), z.number().check(z.minimum(1), z.maximum(maxWorkers))),
    ),
    `must be a whole number from 1 to ${maxWorkers}`,
    '4',
  ),
  PUBLIC_URL: rule(
    webOrigin,
    'must be http:// or https:// with a host and nothing after it',
    'https://annals.example.org',
  ),
  DATABASE_URL: rule(
    z.string().check(z.refine((written) => addressesOf(written).every(isPostgresqlUrl))),
    'must be a postgres:// address with a host, or several separated by commas, and a database, with @ in the password as %40, / as %2F and # as %23, and with one of these values of sslmode, if any: disable, no-verify, prefer, require, verify-ca, verify-full',
    'postgres://annals:secret@127.0.0.1:5432/annals',
  ),
  DATABASE_POOLER: rule(
    z.pipe(
      text(/^transaction$/),
      z.transform(() => 'transaction' as const),
    ),
    'must be transaction, or absent',
    'transaction',
  ),
  DATABASE_READ_URL: rule(
    z.pipe(
      z.string().check(z.refine((written) => entriesOf(written).every(isPostgresqlUrl))),
      // In these, upper and lower case differ.
      z.transform(entriesOf),
    ),
    'must be postgres:// addresses with a host and a database, separated by commas, with values of sslmode as in DATABASE_URL',
    'postgres://annals:secret@10.0.0.6:5432/annals,postgres://annals:secret@10.0.0.7:5432/annals',
  ),
  DATABASE_READ_MAX_LAG: rule(
    z.pipe(
      text(/^\d{1,4}$/),
      z.pipe(z.transform(Number), z.number().check(z.minimum(1), z.maximum(3600))),
    ),
    'must be a whole number of seconds from 1 to 3600',
    '5',
  ),
  DATA_DIR: rule(text(/^[^\0]+$/), 'must be a directory', './var'),
  endpoint: rule(
    webOrigin,
    'must be http:// or https:// with a host and nothing after it',
    'http://10.0.0.5:3001',
  ),
  CHECKPOINT_KEY_FILE: rule(
    text(/^[^\0]+$/),
    'must be the path of a file',
    '/etc/annals/checkpoint.key',
  ),
  METRICS_TOKEN: rule(
    text(/^[\w.~+/=-]{32,256}$/),
    'must be 32 to 256 letters, digits and -._~+/=, chosen at random',
    '$(openssl rand -hex 32)',
  ),
  SERVICES: rule(
    z.pipe(
      z.literal('annals'),
      z.transform(() => serviceNames),
    ),
    'must be annals, or unset if the services are not those of Annals',
    'annals',
  ),
  MCP: rule(
    z.pipe(
      z.enum(['on', 'off']),
      z.transform((written: 'on' | 'off') => written === 'on'),
    ),
    'must be on or off',
    'off',
  ),
  DIGEST_HOUR: rule(
    z.pipe(text(/^(?:[01]?\d|2[0-3])$/), z.transform(Number)),
    'must be an hour of the day from 0 to 23, in the time zone of the server',
    '7',
  ),
  LOG_LEVEL: rule(z.enum(logLevels), `must be one of ${logLevels.join(', ')}`, 'info'),
  SMTP_URL: rule(
    z.string().check(z.refine(isSmtpUrl)),
    'must be an smtp:// or smtps:// address with a host',
    'smtps://annals:secret@mail.example.org:465',
  ),
  MAIL_FROM: rule(
    text(/^(?:[^<>\r\n"]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
    'must be an email address, optionally with a name before it',
    'Annals <annals@example.org>',
  ),
  SIGNUP: rule(
    z.pipe(
      z.string().check(z.refine(isSignUpRule)),
      z.transform((written: string): 'off' | 'open' | string[] =>
        written === 'off' || written === 'open' ? written : listOf(written).map(toAscii),
      ),
    ),
    'must be off, open, or the email domains of those who may sign up',
    'example.org,example.com',
  ),
  PROVIDER_HOSTS: rule(
    z.pipe(text(/^[A-Za-z0-9.:_\-[\]]+(?: *, *[A-Za-z0-9.:_\-[\]]+)*$/), z.transform(listOf)),
    'must be hosts, each with a port unless it is 443, separated by commas',
    'login.intranet:8443,127.0.0.1:4000',
  ),
  MAIL_HOSTS: rule(
    z.pipe(
      text(
        /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?: *, *[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/,
      ),
      z.transform(listOf),
    ),
    'must be hosts without a dot, separated by commas',
    'localhost,mail',
  ),
  BREACHED_PASSWORDS: rule(
    z
      .string()
      .check(
        z.refine((written) =>
          /^https?:/.test(written) ? parseUrl(written)?.search === '' : /^[^\0]+$/.test(written),
        ),
      ),
    'must be the http:// or https:// address of a service with /range/, or the path of a file',
    'https://api.pwnedpasswords.com',
  ),
  WEBHOOK_HOSTS: rule(
    z.pipe(text(/^[A-Za-z0-9.:_\-[\]]+(?: *, *[A-Za-z0-9.:_\-[\]]+)*$/), z.transform(listOf)),
    'must be hosts, each with a port unless it is 443 (https) or 80 (http), separated by commas',
    'receiver.intranet:8443,127.0.0.1:4000',
  ),
  WEBHOOK_KEY: rule(
    z.pipe(
      text(/^[A-Za-z0-9+/]{43}=(?: *, *[A-Za-z0-9+/]{43}=)*$/),
      z.transform((written: string) =>
        written.split(',').map((key) => Buffer.from(key.trim(), 'base64')),
      ),
    ),
    'must be 32 bytes in base64, as openssl rand -base64 32 prints them; earlier keys may follow after commas',
    'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
  ),
  ALIAS_HOSTS: rule(
    z.pipe(
      z
        .string()
        .check(
          z.refine((written) => listOf(written).every((host) => aliasHost(host) !== undefined)),
        ),
      z.transform((written: string) => listOf(written).flatMap((host) => aliasHost(host) ?? [])),
    ),
    'must be hosts, each with a port unless it is the default, and with *. for all subdomains, separated by commas',
    'docs.example.org,*.example.com',
  ),
  TRUST_PROXY: rule(
    z.pipe(z.string().check(z.refine(isAddressList)), z.transform(listOf)),
    'must be IP addresses or networks, separated by commas',
    '10.0.0.7,10.1.0.0/16',
  ),
  DEMO_PASSWORD: rule(
    z.string().check(z.minLength(minPasswordLength), z.maxLength(256)),
    `must have at least ${minPasswordLength} characters`,
    'a-long-pass-phrase',
  ),
  DEMO_DAY: rule(
    z
      .string()
      .check(
        z.refine(
          (written) => /^\d{4}-\d\d-\d\d$/.test(written) && isInCalendar(`${written}T00:00:00Z`),
        ),
      ),
    'must be a valid date',
    '2026-08-21',
  ),
} as const;

function originOf(written: string): string | undefined {
  const url = parseUrl(written);
  if (!url) return undefined;
  const bare =
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '';
  return bare && (url.protocol === 'http:' || url.protocol === 'https:') ? url.origin : undefined;
}

/** pg takes any other one, such as Require, for verify-full without a word; libpq refuses it. */
const tlsModes: ReadonlySet<string> = new Set([
  'disable',
  'no-verify',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
]);

function isPostgresqlUrl(written: string): boolean {
  const url = parseUrl(written);
  if (!url) return false;
  const modes = url.searchParams.getAll('sslmode');
  return (
    /^postgres(?:ql)?:$/.test(url.protocol) &&
    url.pathname.length > 1 &&
    modes.every((mode) => tlsModes.has(mode))
  );
}

function isSmtpUrl(written: string): boolean {
  const url = parseUrl(written);
  if (!url) return false;
  return /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}

function isSignUpRule(written: string): boolean {
  if (written === 'off' || written === 'open') return true;
  return listOf(written).every(isPublicDomain);
}

const toAscii = (domain: string): string => asciiDomain(domain) ?? domain;

function isAddressList(written: string): boolean {
  return listOf(written).every((entry) => {
    const [address = '', bits, ...rest] = entry.split('/');
    const most = isIP(address) === 4 ? 32 : 128;
    // Everybody is no network: each client could then choose its address.
    const inRange =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most);
    return isIP(address) !== 0 && inRange && rest.length === 0;
  });
}

/** Of names in which upper and lower case are the same. */
function listOf(written: string): string[] {
  return entriesOf(written.toLowerCase());
}

function entriesOf(written: string): string[] {
  return written
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
