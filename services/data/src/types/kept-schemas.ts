import type { Queryable } from '@annals/kit/database/database';
import { schemaKey } from './schema-checks.ts';
import { loadSchemas } from './schemas.sql.ts';
import type { JsonSchema } from './types.sql.ts';

export interface KeptSchemas {
  schemaVersion: number;
  byType: ReadonlyMap<string, { key: string; jsonSchema: JsonSchema }>;
  bytes: number;
}

const most = { partitions: 10_000, bytes: 64 * 1024 * 1024 };

/** The schemas of partitions that are written to, kept in memory as long as nobody says that there are newer ones. */
export class SchemasOfPartitions {
  readonly #database: Queryable;
  /** Longest unused first. */
  readonly #kept = new Map<string, KeptSchemas>();
  #bytes = 0;

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** @param atLeast what is kept of an older version does not do */
  async of(partitionId: string, atLeast = 0): Promise<KeptSchemas> {
    const kept = this.#kept.get(partitionId);
    const found = kept && kept.schemaVersion >= atLeast ? kept : await this.#load(partitionId);
    this.#keep(partitionId, found);
    return found;
  }

  async #load(partitionId: string): Promise<KeptSchemas> {
    const { schemaVersion, schemas } = await loadSchemas(this.#database, partitionId);
    return {
      schemaVersion,
      byType: new Map(
        schemas.map(({ type, jsonSchema }) => [type, { key: schemaKey(jsonSchema), jsonSchema }]),
      ),
      bytes: schemas.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  #keep(partitionId: string, found: KeptSchemas): void {
    const present = this.#kept.get(partitionId);
    // Another load may have been slower and yet begun later.
    if (present && present.schemaVersion > found.schemaVersion) return;
    this.#drop(partitionId);
    this.#kept.set(partitionId, found);
    this.#bytes += found.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= most.partitions && this.#bytes <= most.bytes) return;
      this.#drop(oldest);
    }
  }

  #drop(partitionId: string): void {
    this.#bytes -= this.#kept.get(partitionId)?.bytes ?? 0;
    this.#kept.delete(partitionId);
  }
}
