import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import sql from 'sql-template-tag';
import { BackgroundWorker } from '../background/background-worker.ts';
import type { Database, DatabaseLog } from '../database/database.ts';
import { schemaRefusal } from './migrate.ts';
import {
  newestOf,
  readMigrations,
  type MigrationFile,
  type MigrationSource,
} from './migration-files.ts';
import { serverTable } from './running-servers.ts';

const seenEveryMs = 15_000;

/**
 * Makes this server known in the database, so that a migration can name the servers that do not know its schema, and
 * finds out when the schema has moved past this server.
 */
export class ServerPresence {
  readonly #id = randomUUID();
  readonly #database: Database;
  readonly #sources: readonly MigrationSource[];
  readonly #version: string;
  readonly #log: DatabaseLog;
  /** Read once: an upgrade may replace the files while this server runs. */
  #known: { service: MigrationSource['service']; files: MigrationFile[] }[] = [];
  readonly #worker: BackgroundWorker;
  #refusal: string | undefined;

  constructor(
    database: Database,
    sources: readonly MigrationSource[],
    { version, log }: { version: string; log: DatabaseLog },
  ) {
    this.#database = database;
    this.#sources = sources;
    this.#version = version;
    this.#log = log;
    this.#worker = new BackgroundWorker({
      name: 'server_presence',
      run: () => this.#look(),
      pollEveryMs: seenEveryMs,
      failure: 'This server could not make itself known in the database.',
      log,
    });
  }

  /** Why this server cannot work with the schema; undefined if it can. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  /** Once the schema is up to date. The embedded database has one server. */
  async start(): Promise<void> {
    if (this.#database.kind === 'embedded') return;
    this.#known = await Promise.all(
      this.#sources.map(async ({ service, directory }) => ({
        service,
        files: (await readMigrations(directory)).migrations,
      })),
    );
    this.#worker.start();
    await this.look();
  }

  /** Writes that this server is alive, and compares its migrations with those of the database. */
  async look(): Promise<void> {
    this.#worker.wake();
    await this.#worker.idle();
  }

  async #look(): Promise<void> {
    let refusal: string | undefined;
    for (const { service, files } of this.#known) {
      await this.#write(service, newestOf(files));
      refusal ??= await schemaRefusal(this.#database, service, files);
    }
    if (refusal !== undefined && this.#refusal === undefined)
      this.#log.error({}, `This server is no longer ready. ${refusal}`);
    this.#refusal = refusal;
  }

  async close(): Promise<void> {
    await this.#worker.close();
    for (const { service } of this.#known)
      await this.#database
        .query(sql`delete from ${serverTable(service)} where id = ${this.#id}`)
        .catch(() => undefined);
  }

  async #write(service: MigrationSource['service'], newest: string): Promise<void> {
    await this.#database.query(
      sql`insert into ${serverTable(service)} (id, host, process_id, version, newest)
        values (${this.#id}, ${hostname()}, ${process.pid}, ${this.#version}, ${newest})
        on conflict (id) do update set seen_at = clock_timestamp()`,
      `${service}-server-seen`,
    );
    await this.#database.query(
      sql`delete from ${serverTable(service)} where seen_at < clock_timestamp() - interval '1 day'`,
      `${service}-servers-gone`,
    );
  }
}
