import { addressesOf } from '@annals/kit/database/addresses';
import { parseUrl } from '@annals/rules/parse-url';
import type { HttpMetrics } from '@annals/kit/http-metrics';
import { type LoadReport, loadOf } from '@annals/kit/metrics/recent-load';
import type { ServerFacts } from '@annals/kit/system-facts';
import type { Config } from './config.ts';
import { readLastBackup } from './last-backup.ts';
import { version } from './locations.ts';
import { workerNumber } from './workers/worker.ts';
import type { UntrustedProxy } from './untrusted-proxy.ts';

type Known = Partial<Config> & Pick<Config, 'dataDir'>;

/** The facts that the services cannot know: the process, its configuration and its backups. */
export function serverFacts(
  config: Known,
  http: HttpMetrics,
  /** What the other processes have answered lately, by their numbers. */
  elsewhere: (service: string) => ReadonlyMap<number, LoadReport> = () => new Map(),
  untrustedProxy?: Pick<UntrustedProxy, 'address'>,
): ServerFacts {
  return {
    version,
    workers: config.workers ?? 1,
    dataDir: config.dataDir,
    load: (service) => {
      const own = http.load(service);
      return own && loadOf(new Map([...elsewhere(service), [workerNumber() ?? 1, own]]));
    },
    lastBackup: () => readLastBackup(config.dataDir),
    untrustedProxy: () => untrustedProxy?.address,
    configuration: configurationOf(config),
  };
}

/** The effective configuration, variable by variable. These values are shown, so a new secret has to be masked. */
function configurationOf(config: Known): ServerFacts['configuration'] {
  const plain = (name: string, value: string | number | readonly string[] | undefined) => ({
    name,
    value: value === undefined || String(value) === '' ? null : String(value),
    secret: false,
  });
  const secret = (name: string, value: string | undefined) => ({
    name,
    value: value ?? null,
    secret: true,
  });
  const mask = (value: unknown) => (value === undefined ? undefined : masked);
  return [
    plain('PRODUCT_NAME', config.productName),
    plain('HOST', config.host),
    plain('PORT', config.port),
    plain('WORKERS', config.workers),
    plain('PUBLIC_URL', config.publicUrl),
    secret(
      'DATABASE_URL',
      config.databaseUrl && addressesOf(config.databaseUrl).map(withoutCredentials).join(', '),
    ),
    plain('DATABASE_POOLER', config.databasePooler),
    secret(
      'DATABASE_READ_URL',
      config.databaseReadUrls?.map(withoutCredentials).join(', ') || undefined,
    ),
    plain('DATABASE_READ_MAX_LAG', config.databaseReadMaxLag),
    plain('DATA_DIR', config.dataDir),
    plain('LOG_LEVEL', config.logLevel),
    secret('SMTP_URL', withoutCredentials(config.smtpUrl)),
    plain('MAIL_FROM', config.mailFrom),
    plain('SIGNUP', config.signUp),
    plain('PROVIDER_HOSTS', config.providerHosts),
    plain('MAIL_HOSTS', config.mailHosts),
    plain('BREACHED_PASSWORDS', shownSource(config.breachedPasswords)),
    plain('WEBHOOK_HOSTS', config.webhookHosts),
    secret('WEBHOOK_KEY', mask(config.webhookKeys?.[0])),
    plain('ALIAS_HOSTS', config.aliasHosts),
    plain('TRUST_PROXY', config.trustProxy),
    plain('DIGEST_HOUR', config.digestHour?.toString()),
    plain('MCP', config.mcp === undefined ? undefined : config.mcp ? 'on' : 'off'),
    secret('CHECKPOINT_KEY_FILE', mask(config.checkpointKey)),
    secret('METRICS_TOKEN', mask(config.metricsToken)),
    secret('DEMO_PASSWORD', mask(config.demoPassword)),
    plain('DEMO_DAY', config.demoDay),
  ];
}

const masked = '••••••••';

/**
 * Of an address, only the scheme, the host and one plain path segment: a password may precede the host or be in the
 * query. If its characters are not escaped, it may continue after the first slash; then nothing is shown.
 */
/** A path as it is. */
const shownSource = (source: string | undefined) =>
  source !== undefined && /^https?:/.test(source) ? withoutCredentials(source) : source;

function withoutCredentials(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const url = parseUrl(address);
  if (!url || !/^\/?[\w-]*$/.test(url.pathname)) return masked;
  const credentials = url.username === '' && url.password === '' ? '' : `${masked}@`;
  return `${url.protocol}//${credentials}${url.host}${url.pathname}`;
}
