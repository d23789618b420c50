import sql from 'sql-template-tag';
import type { Database } from '@annals/kit/database/database';
import { isDistributed } from '@annals/kit/distribution/distribute';

/** The limit for written data; its words take up to twice as much, and PostgreSQL's pending lists hold 4 MB. */
const maxBytes = 1.5 * 1024 * 1024;

/**
 * PostgreSQL collects new entries of the indexes of words and values, and the append that fills a pending list merges
 * it, which blocks its partitions for a tenth of a second. This does it earlier, beside the appends.
 */
export class PendingWords {
  readonly #database: Database;
  readonly #maxBytes: number;
  #bytes = 0;
  #sorting: Promise<void> | undefined;

  constructor(database: Database, most = maxBytes) {
    this.#database = database;
    this.#maxBytes = most;
  }

  /** @param bytes of the data that is being written */
  add(bytes: number): void {
    this.#bytes += bytes;
    // The single connection of the embedded database cannot do anything beside the appends.
    if (this.#bytes < this.#maxBytes || this.#database.kind === 'embedded') return;
    this.#sorting ??= this.#sort()
      // What fails here is done by an append.
      .catch(() => undefined)
      .finally(() => (this.#sorting = undefined));
  }

  /** Resolves when nothing is being merged. */
  async idle(): Promise<void> {
    await this.#sorting;
  }

  async #sort(): Promise<void> {
    this.#bytes = 0;
    // On a cluster the workers do it.
    if (await isDistributed(this.#database)) return;
    await this.#database.query(
      sql`select gin_clean_pending_list('data.head_search_tsv_across_partitions'),
        gin_clean_pending_list('data.head_search_data_across_partitions')`,
      'words-pending',
    );
  }
}
