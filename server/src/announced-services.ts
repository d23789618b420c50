import {
  serviceHeader,
  serviceNames,
  serviceNamesIn,
  serviceOf,
  type ServiceName,
} from '@annals/contracts/service-name';

/**
 * The services that are known to be Annals' own: those of this process or declared by the configuration, and those whose
 * latest response said so. Only they get calls beyond the specification, and visitors who have not signed in, for whom
 * no call has been made yet, are offered what they have.
 */
export class AnnouncedServices {
  readonly #names: Set<ServiceName>;
  readonly #isFixed: boolean;

  /** @param known without a need to announce themselves */
  constructor(known: readonly ServiceName[]) {
    this.#names = new Set(known);
    this.#isFixed = known.length > 0;
  }

  has(name: ServiceName): boolean {
    return this.#names.has(name);
  }

  /** As in the console's environment and document. */
  toString(): string {
    return serviceNames.filter((name) => this.has(name)).join(' ');
  }

  /**
   * Records a response. Only a success can say that a service is not ours, because a failure may come from a server on
   * the way.
   * @param target the path of the request
   */
  record(target: string, status: number, headers: Readonly<Record<string, string>>): void {
    if (this.#isFixed) return;
    const said = serviceNamesIn(headers[serviceHeader] ?? '');
    for (const name of said) this.#names.add(name);
    const isSuccess = status >= 200 && status < 300;
    if (said.length === 0 && isSuccess) this.#names.delete(serviceOf(target));
  }
}
