import type { ResponseOf } from '@annals/contracts/endpoint';
import type { listProviderCertificates, ProviderCertificate } from '@annals/contracts/system';
import { Unreachable, type GuardedFetchOptions } from '@annals/kit/outgoing/guarded-fetch';
import { toTimestamp } from '../context/clock.ts';
import { ReadThroughCache } from '../context/read-through-cache.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { providerFetch } from './provider-fetch.ts';
import { selectEnabledIssuers } from './providers.sql.ts';

type Certificate = Pick<ProviderCertificate, 'expiresDate' | 'failure'>;

/** All are queried at the same time, each for at most five seconds. */
const maxProviders = 50;
const maxAgeMs = 10 * 60_000;

/** When the TLS certificates of providers expire: read from the providers, as a sign-in would see them. */
export class ProviderCertificates {
  readonly #context: Pick<ServiceContext, 'database' | 'providerHosts'>;
  readonly #certificates: ReadThroughCache<string, Certificate>;
  readonly #options: Pick<GuardedFetchOptions, 'authority' | 'resolve'>;

  constructor(
    context: Pick<ServiceContext, 'database' | 'providerHosts' | 'clock'>,
    options: Pick<GuardedFetchOptions, 'authority' | 'resolve'> = {},
  ) {
    this.#context = context;
    this.#options = options;
    this.#certificates = new ReadThroughCache({ max: 200, maxAgeMs, clock: context.clock });
  }

  async read(): Promise<ResponseOf<typeof listProviderCertificates>> {
    const providers = await selectEnabledIssuers(this.#context.database, maxProviders);
    const certificates = await Promise.all(
      providers.map(async ({ id, name, issuer }) => {
        const read = () => this.#read(issuer);
        const { expiresDate, failure } = await this.#certificates.get(issuer, read);
        return { id, name, host: new URL(issuer).host, expiresDate, failure };
      }),
    );
    return { certificates };
  }

  async #read(issuer: string): Promise<Certificate> {
    let expires: number | undefined;
    const fetch = providerFetch({
      hosts: this.#context.providerHosts,
      ...this.#options,
      onCertificate: (date) => (expires = date),
    });
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    try {
      await fetch(address, { method: 'GET' });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      // The provider's test reports other problems.
      if (expires === undefined) return { expiresDate: null, failure: error.explanation };
    }
    return { expiresDate: expires === undefined ? null : toTimestamp(expires), failure: null };
  }
}
