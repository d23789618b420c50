import { sameBytes } from '@annals/proofs/bytes';
import { entryLeaf } from '@annals/proofs/log-entry';
import type { Report } from '@annals/kit/verification/facts';
import type { ScannedEntry } from './log.sql.ts';
import { isObject } from './json-columns.ts';

/** Checks that the JSON Schemas of a partition's types match its log. */
export class SchemasCheck {
  readonly #report: Report;
  readonly #versions = new Map<string, number>();
  #count = 0;

  constructor(report: Report) {
    this.#report = report;
  }

  /** The number of changes in the log. */
  get count(): number {
    return this.#count;
  }

  add(entry: ScannedEntry & { type: string; schemaVersion: number }): void {
    const {
      logIndex: index,
      leaf,
      type,
      schemaVersion,
      jsonSchema,
      changedDate,
      changedUserId,
    } = entry;
    const name = `The JSON Schema of ${type} in version ${schemaVersion}`;
    this.#count += 1;
    if (changedDate === null || changedUserId === null)
      return this.#report('VERSION', `${name} is missing.`, { index });
    const before = this.#versions.get(type) ?? 0;
    if (schemaVersion !== before + 1)
      this.#report('CHAIN', `${name} comes after version ${before}.`, { index });
    this.#versions.set(type, schemaVersion);
    const schema = read(jsonSchema);
    const isLogged =
      schema !== undefined &&
      sameBytes(
        leaf,
        entryLeaf({
          kind: 'SCHEMA',
          type,
          version: schemaVersion,
          jsonSchema: schema,
          changedDate,
          changedUserId,
        }),
      );
    if (!isLogged)
      this.#report('VERSION', `${name}, its date or its author differs from the log.`, { index });
  }

  /** @param stored the number of rows */
  finish(stored: number): void {
    if (stored !== this.#count)
      this.#report(
        'VERSION',
        `${stored} versions of JSON Schemas are stored; the log has ${this.#count}.`,
      );
  }
}

/** Undefined for a text that the service would not write. */
function read(text: string | null): Record<string, unknown> | null | undefined {
  if (text === null) return null;
  const schema: unknown = JSON.parse(text);
  return JSON.stringify(schema) === text && isObject(schema) ? schema : undefined;
}
