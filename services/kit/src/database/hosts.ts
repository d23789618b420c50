import pg from 'pg';
import { DatabaseUnavailable } from './errors.ts';

/** Several servers, of which one accepts writes, and the last one known to accept them. */
export class Hosts {
  readonly #addresses: readonly string[];
  #current = 0;
  readonly #hostOf = new WeakMap<object, number>();

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  get count(): number {
    return this.#addresses.length;
  }

  get address(): string {
    return this.#addresses[this.#current] ?? '';
  }

  /** Records that the client is for the current server. */
  note(client: object): void {
    this.#hostOf.set(client, this.#current);
  }

  /** The server of this client does not accept writes: later clients try the next one. */
  leave(client: object): void {
    if (this.#hostOf.get(client) === this.#current)
      this.#current = (this.#current + 1) % this.count;
  }
}

/** Connects to the last server known to accept writes, or to the next one if that cannot be reached. */
export const clientOf = (hosts: Hosts) =>
  class extends pg.Client {
    constructor(given?: pg.ClientConfig) {
      super({ ...given, connectionString: hosts.address });
      hosts.note(this);
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      if (!callback) return super.connect();
      super.connect((error: Error | undefined) => {
        if (error) hosts.leave(this);
        callback(error as Error);
      });
    }
  };

/** @throws DatabaseUnavailable if the server is a standby */
export async function requireWritable(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ follows: boolean }>(
    'select pg_is_in_recovery() as follows',
  );
  if (rows[0]?.follows !== false)
    throw new DatabaseUnavailable(
      'The server in DATABASE_URL is a standby, which takes no writes. Name the primary, or all servers separated by commas.',
    );
}
