import sql from 'sql-template-tag';
import type { Database } from '@annals/kit/database/database';
import { isDistributed } from '@annals/kit/distribution/distribute';

/** Of data that is written; its words take up to twice as much, and PostgreSQL collects 4 MB of them. */
const mostBytes = 1.5 * 1024 * 1024;

/**
 * PostgreSQL collects what is new in the indexes of words and values, and the append that fills a collection sorts it into the
 * index, a tenth of a second during which its partitions wait. Here that is done before, beside the appends.
 */
export class PendingWords {
  readonly #database: Database;
  readonly #mostBytes: number;
  #bytes = 0;
  #sorting: Promise<void> | undefined;

  constructor(database: Database, most = mostBytes) {
    this.#database = database;
    this.#mostBytes = most;
  }

  /** @param bytes of the data that is being written */
  add(bytes: number): void {
    this.#bytes += bytes;
    // The one connection of the embedded database has nothing beside the appends.
    if (this.#bytes < this.#mostBytes || this.#database.kind === 'embedded') return;
    this.#sorting ??= this.#sort()
      // What is not done here is done by an append.
      .catch(() => undefined)
      .finally(() => (this.#sorting = undefined));
  }

  /** Resolves when nothing is being sorted. */
  async idle(): Promise<void> {
    await this.#sorting;
  }

  async #sort(): Promise<void> {
    this.#bytes = 0;
    // There it is done on the workers.
    if (await isDistributed(this.#database)) return;
    await this.#database.query(
      sql`select gin_clean_pending_list('data.head_search_tsv_across_partitions'),
        gin_clean_pending_list('data.head_search_data_across_partitions')`,
      'words-pending',
    );
  }
}
