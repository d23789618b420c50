import { isDeepStrictEqual } from 'node:util';
import type { Apply } from './apply.ts';
import type { CurrentState } from './current-state.ts';
import type { ConfigurationFile, FileKind, Place, Problems } from './files.ts';
import type {
  Application,
  AuditWebhook,
  Configuration,
  Partition,
  PartitionWebhook,
  Provider,
  Role,
  Unit,
  User,
} from './state.ts';

/** The wanted state, while the files are merged into the current one. */
export interface Draft extends Configuration {
  roles: Map<string, Role>;
  units: Map<string, Unit>;
  applications: Map<string, Application>;
  identityProviders: Map<string, Provider>;
  users: Map<string, User>;
  partitions: Map<string, Partition>;
  webhooks: Map<string, PartitionWebhook>;
  auditWebhooks: Map<string, AuditWebhook>;
  aliasHosts: string[] | undefined;
}

/** A reference to a secret in a file, resolved when it is needed. */
export interface SecretReference {
  reference: string;
  place: Place;
}

export interface Merging {
  current: CurrentState;
  draft: Draft;
  problems: Problems;
  /** Of identity providers, by name. */
  secrets: Map<string, SecretReference>;
  /** The files for the secrets of new webhooks, by area and name. */
  secretFiles: Map<string, string>;
  /** What is on the server and not in the files, in words: it stays unchanged. */
  leftAlone: string[];
}

export interface Planning {
  current: CurrentState;
  wanted: Configuration;
  secrets: ReadonlyMap<string, SecretReference>;
  secretFiles: ReadonlyMap<string, string>;
  /** Whether existing secrets are set again. */
  renewsSecrets: boolean;
}

export type Action = 'CREATE' | 'CHANGE' | 'REMOVE' | 'BY_HAND';

/** A difference to the wanted state. */
export interface Change {
  action: Action;
  kind: string;
  name: string;
  /** The change as a sentence. */
  sentence: string;
  /** Field by field. */
  details: readonly string[];
  /** An email is sent to somebody. */
  invites?: true;
  /** Secrets that are needed. */
  secrets?: readonly SecretReference[];
  /** Omitted for what can only be done manually. */
  run?: (apply: Apply) => Promise<void>;
}

export interface ExportedFile {
  name: string;
  content: object;
  /** An explanation for readers of the file, in lines. */
  comment: string;
}

/** A kind of file with its operations. A new kind is added to the list in kinds.ts. */
export interface Kind<Content = unknown> extends FileKind<Content> {
  /** Merges the files into the draft. */
  merge(files: readonly ConfigurationFile<Content>[], merging: Merging): void;
  /** The changes to make, each after those it depends on. */
  changes(planning: Planning): Change[];
  /** The removals, each before those it depends on. */
  removals(planning: Planning): Change[];
  /** The files of the current state; what cannot be exported goes to the notes. */
  write(current: CurrentState, notes: string[]): ExportedFile[];
}

/** The content of files is validated with the schema of their kind before it is passed on. */
export const kindOf = <Content>(kind: Kind<Content>): Kind => kind;

/**
 * The things in all files of a kind, by name. A name that occurs in two files, or is ambiguous on the server, is a
 * problem.
 */
export function entriesOf<Content, Field extends string & keyof Content>(
  files: readonly ConfigurationFile<Content>[],
  field: Field,
  { current, problems }: Merging,
  area: keyof Configuration,
): { name: string; thing: EntryOf<Content[Field]>; at: ConfigurationFile['at'] }[] {
  const seen = new Map<string, Place>();
  const hidden = current.hidden.get(area);
  return files.flatMap(({ content, at }) => {
    if (hidden !== undefined) problems.add(at('kind'), hidden);
    return Object.entries(content[field] as Record<string, EntryOf<Content[Field]>>).flatMap(
      ([name, thing]) => {
        const place = at(field, name);
        const other = seen.get(name);
        seen.set(name, place);
        if (other) problems.add(place, `"${name}" is already in ${other.file}:${other.line}.`);
        if (refuseAmbiguous(current, area, name, place, problems) || other) return [];
        return [{ name, thing, at: (...parts) => at(field, name, ...parts) }];
      },
    );
  });
}

type EntryOf<Things> = Things extends Record<string, infer Thing> ? Thing : never;

/** @returns whether the name is ambiguous on the server */
export function refuseAmbiguous(
  { ambiguous }: CurrentState,
  area: keyof Configuration,
  name: string,
  place: Place,
  problems: Problems,
): boolean {
  if (ambiguous.get(area)?.has(name) !== true) return false;
  problems.add(
    place,
    `The server has several that are called "${name}". Rename all but one there.`,
  );
  return true;
}

/** Lists things of an area that are only on the server, or removes them from the draft if the files are complete. */
export function leaveOrRemove<Thing>(
  files: readonly ConfigurationFile<{ complete?: boolean | undefined }>[],
  named: ReadonlySet<string>,
  things: Map<string, Thing>,
  plural: string,
  { leftAlone }: Merging,
  stays: (thing: Thing) => boolean = () => false,
): void {
  if (files.length === 0) return;
  const others = [...things].filter(([name, thing]) => !named.has(name) && !stays(thing));
  if (files.some(({ content }) => content.complete === true))
    for (const [name] of others) things.delete(name);
  else if (others.length > 0)
    leftAlone.push(`${plural}: ${listNames(others.map(([name]) => name))}`);
}

/** The removals of what is on the server and not wanted. */
export const removalsOf = <Thing>(
  before: ReadonlyMap<string, Thing>,
  wanted: ReadonlyMap<string, Thing>,
  describe: (name: string, thing: Thing) => Omit<Change, 'action' | 'details'>,
): Change[] =>
  [...before]
    .filter(([name]) => !wanted.has(name))
    .map(([name, thing]) =>
      Object.assign(describe(name, thing), { action: 'REMOVE' as const, details: [] }),
    );

/** Checks that everything with these names exists, now or after the apply. */
export function requireNamed(
  names: readonly string[],
  known: ReadonlyMap<string, unknown>,
  what: string,
  place: Place,
  problems: Problems,
): void {
  for (const name of names)
    if (!known.has(name))
      problems.add(place, `There is no ${what} "${name}", in the files or on the server.`);
}

/** The fields that differ. */
export function changedFields<T extends object>(before: T, after: T): (keyof T & string)[] {
  return (Object.keys(after) as (keyof T & string)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
}

/** The fields that differ, in words. */
export function fieldChanges<T extends object>(before: T, after: T): string[] {
  return changedFields(before, after).map(
    (field) => `${field}: ${valueChange(before[field], after[field])}`,
  );
}

function valueChange(before: unknown, after: unknown): string {
  if (isTexts(before) && isTexts(after)) {
    const added = after.filter((each) => !before.includes(each)).map((each) => `+${each}`);
    const removed = before.filter((each) => !after.includes(each)).map((each) => `-${each}`);
    if (added.length + removed.length > 0) return [...added, ...removed].join(', ');
  }
  return `${formatValue(before)} → ${formatValue(after)}`;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return JSON.stringify(value);
}

const maxListed = 6;

/** Names in a sentence; only the first of many. */
export function listNames(names: readonly string[], most = maxListed): string {
  if (names.length <= most + 1) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

/** Only the given fields: one that is omitted in a file stays as it is. */
export function pickDefined<T extends object>(
  fields: T,
): { [Field in keyof T]: Exclude<T[Field], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof T]: Exclude<T[Field], undefined>;
  };
}

/** Some of the fields. */
export function only<T extends object>(fields: T, names: readonly string[]): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => names.includes(field)),
  ) as Partial<T>;
}

export const sortedOnce = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

/** The file name for a thing, without extension; another name if it is taken. */
export function fileNameOf(name: string, taken: Set<string>): string {
  const slug =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60) || 'unnamed';
  let unique = slug;
  for (let number = 2; taken.has(unique); number += 1) unique = `${slug}-${number}`;
  taken.add(unique);
  return unique;
}
