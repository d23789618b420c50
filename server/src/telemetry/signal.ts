import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Resource } from '@opentelemetry/resources';
import { parseUrl } from '@annals/rules/parse-url';
import { ConfigurationError } from '../config.ts';
import type * as otelSdk from './otel-sdk.js';

export type Sdk = typeof otelSdk;
export type Environment = Readonly<Record<string, string | undefined>>;
type Signal = 'TRACES' | 'LOGS' | 'METRICS';
type Protocol = 'http/protobuf' | 'http/json';

/** An exporter of a signal. */
export interface SignalExporter {
  sdk: Sdk;
  protocol: Protocol;
  resource: Resource;
  version: string;
}

/** The program that exports. */
export interface Program {
  environment: Environment;
  version: string;
}

/** The same for everything that this process exports. */
const instanceId = randomUUID();

/**
 * Starts the exporter of a signal if the OTEL_… variables enable it; undefined if they do not.
 * @param start creates everything that reads the variables
 * @throws ConfigurationError
 */
export async function startSignal<Running>(
  signal: Signal,
  { environment, version }: Program,
  start: (asked: SignalExporter) => Running,
): Promise<Running | undefined> {
  const protocol = protocolOf(signal, environment);
  if (protocol === undefined) return undefined;
  const sdk = (await import(new URL('./otel-sdk.js', import.meta.url).href)) as Sdk;
  return withVariables(environment, () => {
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
    const resource = sdk
      .resourceFromAttributes({
        'service.name': 'annals',
        'service.version': version,
        'service.instance.id': instanceId,
        'process.pid': process.pid,
      })
      .merge(sdk.detectResources({ detectors: [sdk.envDetector] }));
    return start({ sdk, protocol, resource, version });
  });
}

/**
 * The SDK reads its variables from the process, which lacks those of a .env file. They are removed again, because
 * workers started later reread the file.
 */
function withVariables<T>(environment: Environment, work: () => T): T {
  const added = Object.keys(environment).filter(
    (name) => name.startsWith('OTEL_') && process.env[name] === undefined,
  );
  for (const name of added) process.env[name] = environment[name];
  try {
    return work();
  } finally {
    for (const name of added) delete process.env[name];
  }
}

/** A server that is stopping waits no longer than this for the collector. */
const maxCloseMs = 2_000;

/** Waits for the final export; what the collector does not accept in time is lost. */
export async function closeWithin(sent: Promise<void>): Promise<void> {
  const late = wait(maxCloseMs, undefined, { ref: false });
  await Promise.race([sent.catch(() => undefined), late]);
}

/** Undefined if the signal is off. */
function protocolOf(signal: Signal, environment: Environment): Protocol | undefined {
  const read = (name: string) => environment[name]?.trim() ?? '';
  if (read('OTEL_SDK_DISABLED').toLowerCase() === 'true') return undefined;
  const exporter = read(`OTEL_${signal}_EXPORTER`);
  if (exporter === 'none') return undefined;
  // Logs include the audit log, which contains names: an address for all signals does not enable them.
  const general = signal === 'LOGS' ? '' : read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const own = `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`;
  const endpoint = read(own) || general;
  if (exporter === '' && endpoint === '') return undefined;
  if (exporter !== '' && exporter !== 'otlp')
    throw new ConfigurationError([
      `OTEL_${signal}_EXPORTER must be otlp or none, for example OTEL_${signal}_EXPORTER=otlp.`,
    ]);
  const address = parseUrl(endpoint);
  if (endpoint !== '' && address?.protocol !== 'http:' && address?.protocol !== 'https:') {
    const name = read(own) === '' ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : own;
    throw new ConfigurationError([
      `${name} must be an http:// or https:// address, for example ${name}=http://127.0.0.1:4318.`,
    ]);
  }
  const protocol =
    read(`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`) ||
    read('OTEL_EXPORTER_OTLP_PROTOCOL') ||
    'http/protobuf';
  if (protocol === 'http/protobuf' || protocol === 'http/json') return protocol;
  throw new ConfigurationError([
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json, for example OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf.',
  ]);
}
