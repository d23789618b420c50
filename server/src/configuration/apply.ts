import { randomUUID } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { CallInput, Endpoint, ResponseOf } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import { type ApiClient, CallFailed } from '../client/api-client.ts';
import type { CurrentState } from './current-state.ts';
import { pathInside } from './file-inside.ts';
import { FilesWrong } from './files.ts';
import type { Change, SecretReference } from './kind.ts';

/** Somebody else changed the thing meanwhile. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

/** Makes the changes, and knows the ids of what it creates. */
export class Apply {
  readonly #secrets = new Map<string, string>();

  constructor(
    readonly client: ApiClient,
    readonly current: CurrentState,
    /** The directory of the files, which `file:` references are relative to. */
    readonly directory: string,
  ) {}

  /**
   * Reads every secret that the changes need, before the first of them is made.
   * @throws FilesWrong for one that cannot be read
   */
  async readSecrets(changes: readonly Change[]): Promise<void> {
    const problems = [];
    for (const { reference, place } of changes.flatMap(({ secrets = [] }) => secrets)) {
      const value = await this.#valueOf(reference);
      if (value === undefined)
        problems.push({ ...place, ...say('neededNow', { problem: missingSecret(reference) }) });
      else this.#secrets.set(reference, value);
    }
    if (problems.length > 0) throw new FilesWrong(problems);
  }

  secret({ reference }: SecretReference): string {
    const value = this.#secrets.get(reference);
    if (value === undefined) throw new Error(`The secret ${reference} was not read.`);
    return value;
  }

  /**
   * Writes a secret created by the service to a file. The file is opened first, so that no secret is created that
   * cannot be stored.
   * @throws Error if the file already exists, or is not inside the directory
   */
  async storeSecret<Made extends { secret: string | null }>(
    file: string,
    make: () => Promise<Made>,
  ): Promise<Made> {
    const target = await pathInside(this.directory, file);
    const handle = await open(target, 'wx', 0o600).catch((cause: unknown) => {
      throw new Error(
        `The secret cannot be written to ${file}: no file is overwritten, and it has to be writable.`,
        { cause },
      );
    });
    try {
      const made = await make();
      if (made.secret === null)
        throw new Error('The response was lost, and the secret with it. Create a new one.');
      await handle.writeFile(`${made.secret}\n`);
      return made;
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  }

  /** @param version that the change is based on: any other is a conflict */
  readonly write = <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    version?: number,
  ): Promise<ResponseOf<E>> =>
    this.client.call(endpoint, input, { ifVersion: version, idempotencyKey: randomUUID() });

  unitId(unit: string): string;
  unitId(unit: string | null): string | null;
  unitId(unit: string | null): string | null {
    return unit === null ? null : idIn(this.current.units, unit);
  }

  userId(email: string): string {
    return idIn(this.current.users, email);
  }

  applicationId(name: string): string {
    return idIn(this.current.applications, name);
  }

  async #valueOf(reference: string): Promise<string | undefined> {
    const [, scheme, name = ''] = /^(env|file):(.+)$/s.exec(reference) ?? [];
    if (scheme === 'env') return process.env[name] || undefined;
    try {
      const text = await readFile(path.resolve(this.directory, name), 'utf8');
      return text.replace(/\r?\n$/, '') || undefined;
    } catch {
      return undefined;
    }
  }
}

const missingSecret = (reference: string) =>
  reference.startsWith('env:')
    ? `The environment variable ${reference.slice('env:'.length)} is not set.`
    : `The file ${reference.slice('file:'.length)} cannot be read, or is empty.`;

function idIn(known: ReadonlyMap<string, { id: string }>, name: string): string {
  const found = known.get(name);
  if (!found) throw new Error(`"${name}" does not exist yet.`);
  return found.id;
}

export interface Outcome {
  done: Change[];
  /** The change that failed, and why; undefined if all are made. */
  stopped?: { change: Change; why: string; isConflict: boolean };
}

/** Makes one change after the other, and stops at the first failure. */
export async function carryOut(
  changes: readonly Change[],
  apply: Apply,
  onDone: (change: Change) => void,
  signal?: AbortSignal,
): Promise<Outcome> {
  const done: Change[] = [];
  for (const change of changes) {
    if (!change.run) continue;
    if (signal?.aborted)
      return { done, stopped: { change, why: 'It was interrupted.', isConflict: false } };
    try {
      await change.run(apply);
    } catch (error) {
      return { done, stopped: { change, ...reasonOf(error) } };
    }
    done.push(change);
    onDone(change);
  }
  return { done };
}

function reasonOf(error: unknown): { why: string; isConflict: boolean } {
  if (error instanceof ChangedMeanwhile) return { why: error.message, isConflict: true };
  if (!(error instanceof Error)) throw error;
  if (!(error instanceof CallFailed)) return { why: error.message, isConflict: false };
  const fields = (error.answer.fields ?? []).map(({ path: at, message }) => `${at}: ${message}`);
  const why = [error.message, ...fields].join(' ');
  return { why, isConflict: error.status === 412 || error.status === 409 };
}
