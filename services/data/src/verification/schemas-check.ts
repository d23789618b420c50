import { sameBytes } from '@annals/proofs/bytes';
import { entryLeaf } from '@annals/proofs/log-entry';
import type { Report } from './findings.ts';
import type { WalkedEntry } from './log.sql.ts';
import { isObject } from './json-columns.ts';

/** Whether the JSON Schemas of a partition's types are those that stand in its log. */
export class SchemasCheck {
  readonly #report: Report;
  readonly #versions = new Map<string, number>();
  #count = 0;

  constructor(report: Report) {
    this.#report = report;
  }

  /** How many changes stand in the log. */
  get count(): number {
    return this.#count;
  }

  add(entry: WalkedEntry & { type: string; schemaVersion: number }): void {
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
      this.#report(
        'VERSION',
        `${name}, its date or its author are not those that stand in the log.`,
        { index },
      );
  }

  /** @param stored how many rows there are */
  finish(stored: number): void {
    if (stored !== this.#count)
      this.#report(
        'VERSION',
        `${stored} versions of JSON Schemas are stored; ${this.#count} stand in the log.`,
      );
  }
}

/** Undefined for what is not written as the service writes it. */
function read(text: string | null): Record<string, unknown> | null | undefined {
  if (text === null) return null;
  const schema: unknown = JSON.parse(text);
  return JSON.stringify(schema) === text && isObject(schema) ? schema : undefined;
}
