import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { Operation } from '@annals/contracts/transactions';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, Problem, type FieldProblem } from '@annals/kit/problem';
import type { AppendCommand, ReadSet, WriteRequest } from '../append/append-command.ts';
import type { DataProblems } from '../append/checked-append.ts';
import type { Draft, ReferenceInput, Target, Targets } from '../append/draft.ts';
import { RuleViolation } from '../change-policy/change-rules.ts';
import {
  appendContent,
  appendEnd,
  appendRestored,
  HeadConflict,
  headToFollow,
  readsToRestore,
  type Authorship,
} from '../objects/object-commands.ts';
import type { SaltSource } from '../log/log-builder.ts';
import { idAt } from '../versions/timestamps.ts';
import type { Version, VersionRow } from '../versions/version.ts';

/** Operations that are written at one moment, all or none. */
export interface Transaction {
  operations: readonly Operation[];
  /** Decides without writing. */
  dryRun: boolean;
  /** The author of an operation; omitted: the caller. */
  authorOf?: (operation: number) => string;
  /** The ids of the version that an operation writes, and of the timeline that it starts; omitted: new ones. */
  idsOf?: (operation: number) => VersionIds;
  /** The reason of every version. */
  reason?: string | null | undefined;
  /** The set that it commits, whose approvals `afterInsert` checks. */
  changeSetId?: string;
  /** The timeline that a create starts; omitted: a new id. */
  timelineIdOf?: (operation: number) => string | undefined;
  /** The salts of the version that an operation writes; omitted: random ones. */
  saltsOf?: (operation: number) => SaltSource;
  /** Runs in the same database transaction, after the versions are inserted; throwing refuses all. */
  afterInsert?: (transaction: Queryable, result: TransactionResult) => Promise<void>;
}

export interface VersionIds {
  objectId: string;
  timelineId: string;
}

export interface TransactionResult {
  /** The number of each version, in the order of the operations; consecutive. */
  sequences: number[];
  /** In the same order. Omitted for a repeated request, whose versions can be read by their numbers. */
  versions?: VersionRow[];
}

/** What was read and checked before the append. */
export interface Prepared {
  /** The versions to restore, by their ids. */
  olds: ReadonlyMap<string, Version>;
  /** Violations of the JSON Schemas, by the number of the operation. */
  broken: DataProblems;
}

export interface Conflict extends ServiceMessage {
  /** The number of the operation, from 0. */
  operation: number;
  code: string;
  timelineId: string;
  /** The newest version of the timeline. */
  objectId: string;
}

/** A problem of an operation itself. */
export interface OperationProblem extends FieldProblem {
  operation: number;
  /** Starts below the operation. */
  path: string;
}

/** Some of the operations cannot be written, so none is. Lists are in the order of the operations. */
export class TransactionRefused extends Error {
  override readonly name = 'TransactionRefused';

  constructor(
    readonly problems: readonly OperationProblem[],
    /** Operations that conflict with the current state. */
    readonly conflicts: readonly Conflict[],
  ) {
    super('Some of the operations cannot be written.');
  }
}

/** The command that appends a transaction. Its decision throws a TransactionRefused that lists every refusal. */
export function transactionCommand(
  transaction: Transaction,
  { olds, broken }: Prepared,
  { caller, bytes, idempotency }: WriteRequest,
): AppendCommand<TransactionResult> {
  const { operations, dryRun, authorOf, afterInsert } = transaction;
  const names = localNamesOf(operations);
  const order = writingOrder(operations, names);
  return {
    reads: readSetOf(transaction, olds),
    versions: operations.length,
    bytes,
    idempotency: dryRun ? undefined : idempotency,
    decide: (draft) => {
      const onto = dryRun ? draft.branch() : draft;
      const writing = new Writing(onto, transaction, names, { olds, broken });
      const refusals = new Refusals(operations, names);
      const versions: Version[] = [];
      for (const index of order)
        try {
          versions[index] = writing.write(index, authorOf?.(index) ?? caller.userId);
        } catch (error) {
          refusals.add(index, error, onto);
        }
      refusals.throwIfAny();
      return {
        sequences: versions.map(({ seq }) => seq),
        versions: versions.map((version) => rowOf(caller, version)),
      };
    },
    repeatedResult: ({ sequences }) => ({ sequences }),
    ...(afterInsert && !dryRun ? { afterInsert } : {}),
  };
}

/** The name of another author is unknown here. */
const rowOf = ({ userId, name, username }: Caller, version: Version): VersionRow => ({
  ...version,
  modificationUserName: version.modificationUserId === userId ? name || username : null,
});

/** The number of the operation that starts an object, by its local name; for a duplicate name the first. */
function localNamesOf(operations: readonly Operation[]): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const [index, operation] of operations.entries())
    if (operation.operation === 'create' && operation.localName !== undefined)
      if (!names.has(operation.localName)) names.set(operation.localName, index);
  return names;
}

const referencesOf = (operation: Operation) =>
  'references' in operation ? operation.references : [];

/**
 * The numbers of the operations in the given order, but each object before those that refer to it by its local name, so
 * that an export can be imported row by row. Only objects that refer to each other in a circle stay in the given order.
 */
function writingOrder(
  operations: readonly Operation[],
  names: ReadonlyMap<string, number>,
): number[] {
  const order: number[] = [];
  const visited = new Set<number>();
  const visit = (index: number): void => {
    if (visited.has(index)) return;
    visited.add(index);
    const operation = operations[index];
    for (const reference of operation ? referencesOf(operation) : []) {
      const target = 'localName' in reference ? names.get(reference.localName) : undefined;
      if (target !== undefined) visit(target);
    }
    order.push(index);
  };
  for (const index of operations.keys()) visit(index);
  return order;
}

function readSetOf(
  { operations, timelineIdOf }: Transaction,
  olds: ReadonlyMap<string, Version>,
): ReadSet {
  const timelines: string[] = [];
  const withData: string[] = [];
  const versions: string[] = [];
  const keys: string[] = [];
  for (const [index, operation] of operations.entries()) {
    if (operation.operation === 'create' && operation.key !== undefined) keys.push(operation.key);
    const timelineId =
      operation.operation === 'create' ? timelineIdOf?.(index) : operation.timelineId;
    if (timelineId !== undefined) timelines.push(timelineId);
    if (operation.operation === 'end') withData.push(operation.timelineId);
    for (const reference of referencesOf(operation))
      if ('timelineId' in reference) timelines.push(reference.timelineId);
    const old = operation.operation === 'restore' ? olds.get(operation.objectId) : undefined;
    if (!old) continue;
    const reads = readsToRestore(old);
    timelines.push(...reads.timelines);
    versions.push(...reads.versions);
  }
  return { timelines, withData, versions, keys };
}

/** Writes operations to a draft, all with the same date: no moment shows a part of them. */
class Writing {
  readonly #draft: Draft;
  readonly #operations: readonly Operation[];
  readonly #names: ReadonlyMap<string, number>;
  readonly #prepared: Prepared;
  readonly #common: Required<Pick<Authorship, 'dateMicros' | 'reason' | 'changeSetId'>>;
  readonly #given: Pick<Transaction, 'timelineIdOf' | 'saltsOf'>;
  /** The first versions of objects to be created, so that others can refer to them before they are written. */
  readonly #starts = new Map<number, Target>();
  readonly #idsOf: Transaction['idsOf'];
  readonly #targets: Targets;

  constructor(
    draft: Draft,
    { operations, reason, changeSetId, idsOf, ...given }: Transaction,
    names: ReadonlyMap<string, number>,
    prepared: Prepared,
  ) {
    this.#draft = draft;
    this.#operations = operations;
    this.#names = names;
    this.#prepared = prepared;
    this.#idsOf = idsOf;
    const dateMicros = draft.systemTimeMicros();
    this.#common = { dateMicros, reason, changeSetId };
    this.#given = given;
    const byTimeline = new Map<string, Target>();
    for (const index of names.values()) {
      const operation = operations[index];
      if (operation?.operation !== 'create') continue;
      const start = {
        ...(idsOf?.(index) ?? {
          timelineId: given.timelineIdOf?.(index) ?? idAt(dateMicros),
          objectId: idAt(dateMicros),
        }),
        type: operation.type,
      };
      this.#starts.set(index, start);
      byTimeline.set(start.timelineId, start);
    }
    this.#targets = { head: (id) => byTimeline.get(id) ?? draft.head(id) };
  }

  /** @throws HeadConflict, and Problem with paths that start at `body` */
  write(index: number, userId: string): Version {
    const operation = this.#operations[index];
    if (!operation) throw new Error(`There is no operation ${index}.`);
    const ids = this.#idsOf?.(index);
    const salts = this.#given.saltsOf?.(index);
    const authorship = { ...this.#common, userId, id: ids?.objectId, salts };
    switch (operation.operation) {
      case 'create': {
        const timelineId = this.#given.timelineIdOf?.(index);
        const started = timelineId === undefined ? undefined : this.#draft.head(timelineId);
        if (started)
          throw new HeadConflict('stale_predecessor', say('objectExists'), started.objectId);
        const { key } = operation;
        if (key !== undefined && this.#draft.timelineOfKey(key) !== undefined) throw keyTaken();
        const start = this.#starts.get(index);
        const version = this.#append(index, operation, undefined, {
          ...authorship,
          timelineId: ids?.timelineId ?? timelineId,
          ...(start ? { id: start.objectId, timelineId: start.timelineId } : {}),
        });
        if (key !== undefined) this.#draft.keys.set(key, version.timelineId);
        return version;
      }
      case 'newVersion':
        return this.#append(index, operation, this.#headOf(operation), authorship);
      case 'end':
        return appendEnd(this.#draft, this.#headOf(operation), authorship);
      case 'restore': {
        const { timelineId, objectId, predecessorId } = operation;
        const old = this.#prepared.olds.get(objectId);
        if (old?.timelineId !== timelineId) throw noSuchVersion();
        const broken = this.#prepared.broken.get(index);
        return appendRestored(this.#draft, { old, predecessorId, broken }, authorship);
      }
    }
  }

  #headOf({
    timelineId,
    predecessorId,
  }: {
    timelineId: string;
    predecessorId?: string | undefined;
  }) {
    return headToFollow(this.#draft, timelineId, predecessorId);
  }

  #append(
    index: number,
    operation: Extract<Operation, { objectData: unknown }>,
    head: ReturnType<typeof headToFollow> | undefined,
    authorship: Authorship,
  ): Version {
    const { objectData } = operation;
    const type = operation.operation === 'create' ? operation.type : (head?.type ?? '');
    const references = operation.references.map((reference): ReferenceInput => {
      if ('timelineId' in reference) return reference;
      const target = this.#starts.get(this.#names.get(reference.localName) ?? -1);
      return { name: reference.name, timelineId: target?.timelineId };
    });
    const broken = this.#prepared.broken.get(index);
    const content = { type, objectData, references, broken };
    return appendContent(this.#draft, head, content, authorship, this.#targets);
  }
}

const keyTaken = () =>
  badRequest(say('keyTaken'), [{ path: 'body.key', ...say('keyOfOtherObject') }]);

const noSuchVersion = () =>
  badRequest(say('noSuchVersion'), [{ path: 'body.objectId', ...say('noVersionOfTimeline') }]);

/** The most problems in one response. */
const maxProblems = 1000;

/** Collects why operations cannot be written. */
class Refusals {
  readonly #operations: readonly Operation[];
  /** By operation and path: one problem per place. */
  readonly #problems = new Map<string, OperationProblem>();
  readonly #conflicts: Conflict[] = [];

  /** Starts with problems between the operations. */
  constructor(operations: readonly Operation[], names: ReadonlyMap<string, number>) {
    this.#operations = operations;
    const timelines = new Set<string>();
    for (const [index, operation] of operations.entries()) {
      if (operation.operation !== 'create') {
        if (timelines.has(operation.timelineId))
          this.#problem(index, 'timelineId', say('timelineWrittenTwice'));
        timelines.add(operation.timelineId);
      } else if (operation.localName !== undefined && names.get(operation.localName) !== index)
        this.#problem(index, 'localName', say('localNameTwice'));
      for (const [place, reference] of referencesOf(operation).entries())
        if ('localName' in reference && !names.has(reference.localName))
          this.#problem(index, `references.${place}.localName`, say('noLocalName'));
    }
  }

  /** @throws an error that is not a refusal */
  add(index: number, error: unknown, draft: Draft): void {
    if (error instanceof RuleViolation) throw error;
    const operation = this.#operations[index];
    const timelineId = operation && 'timelineId' in operation ? operation.timelineId : '';
    if (error instanceof HeadConflict || (error instanceof Problem && error.status === 409)) {
      const { code, explanation } = error;
      const objectId = draft.head(timelineId)?.objectId ?? '';
      this.#conflicts.push({ operation: index, code, ...explanation, timelineId, objectId });
    } else if (error instanceof Problem && error.status === 404)
      this.#problem(index, 'timelineId', say('noTimelineInPartition'));
    else if (error instanceof Problem && error.extras.fields)
      for (const { path, ...wrong } of error.extras.fields)
        this.#problem(index, this.#pathIn(index, path), wrong);
    else throw error;
  }

  throwIfAny(): void {
    if (this.#problems.size === 0 && this.#conflicts.length === 0) return;
    throw new TransactionRefused(
      [...this.#problems.values()].toSorted(byOperation).slice(0, maxProblems),
      this.#conflicts.toSorted(byOperation),
    );
  }

  #problem(operation: number, path: string, wrong: ServiceMessage): void {
    const key = `${operation}.${path}`;
    if (!this.#problems.has(key)) this.#problems.set(key, { operation, path, ...wrong });
  }

  /** @param path starts at `body`, as if the operation were a separate call */
  #pathIn(index: number, path: string): string {
    const below = path.replace(/^body\./, '');
    const place = /^references\.(\d+)\.timelineId$/.exec(below)?.[1];
    const operation = this.#operations[index];
    if (place === undefined || !operation) return below;
    const reference = referencesOf(operation)[Number(place)];
    return reference && 'localName' in reference ? `references.${place}.localName` : below;
  }
}

const byOperation = (left: { operation: number }, right: { operation: number }): number =>
  left.operation - right.operation;
