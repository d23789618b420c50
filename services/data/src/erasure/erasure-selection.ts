import { say, type ServiceMessage } from '@annals/contracts/messages';
import { badRequest, conflict, type FieldProblem } from '@annals/kit/problem';
import {
  isContainer,
  pointerOf,
  tokensOf,
  valueAt,
  type Tokens,
} from '../versions/json-pointer.ts';
import { ProvenData, type StoredVersion } from './proven-data.ts';
import { isSpecific, ErasureTargets } from './erasure-targets.ts';

/**
 * The values at the paths in this version.
 * @throws Problem 400 for a path without a value, or into a value that is proven as a whole
 */
export function selectValues(
  objectData: Record<string, unknown>,
  proven: ProvenData,
  paths: readonly string[],
): ErasureTargets {
  // With the depth of what was named.
  const chosen = new Map<number, number>();
  const fields: FieldProblem[] = [];
  for (const [number, path] of paths.entries()) {
    const inside = proven.within(path);
    if (inside.length === 0) fields.push({ path: `body.paths.${number}`, ...whyNot(proven, path) });
    const depth = tokensOf(path).length;
    for (const index of inside)
      if (!proven.isErased(index)) chosen.set(index, Math.min(depth, chosen.get(index) ?? depth));
  }
  refuse(fields);
  return wantedOf(objectData, proven, chosen);
}

/**
 * All values at these paths, in any version.
 * @throws Problem 400 for a path into a value that this version proves as a whole
 */
export function selectEverythingAt(proven: ProvenData, paths: readonly string[]): ErasureTargets {
  const wanted = new ErasureTargets();
  const fields: FieldProblem[] = [];
  for (const [number, path] of paths.entries()) {
    const tokens = tokensOf(path);
    if (proven.around(tokens) !== undefined)
      fields.push({ path: `body.paths.${number}`, ...whyNot(proven, path) });
    wanted.addEverythingAt(tokens);
  }
  refuse(fields);
  return wanted;
}

function refuse(fields: FieldProblem[]): void {
  if (fields.length > 0) throw badRequest(say('pathsNotErasable'), fields);
}

function whyNot(proven: ProvenData, path: string): ServiceMessage {
  const around = proven.around(tokensOf(path));
  if (around === undefined) return say('nothingAtPath');
  const whole = proven.pathOf(around);
  return whole === '' ? say('versionIndivisible') : say('eraseWholePath', { whole });
}

function wantedOf(
  objectData: Record<string, unknown>,
  proven: ProvenData,
  chosen: ReadonlyMap<number, number>,
): ErasureTargets {
  const wanted = new ErasureTargets();
  wanted.chosen = { objectId: proven.objectId, indexes: new Set(chosen.keys()) };
  for (const [index, depth] of chosen) {
    const tokens = tokensOf(proven.pathOf(index));
    const value = valueAt(objectData, tokens);
    wanted.add(objectData, tokens, value, depth);
    // A value proven as a whole here may be split in other versions, or differ slightly.
    for (const inner of innermost(tokens, value))
      wanted.add(objectData, inner.tokens, inner.value, depth);
  }
  wanted.find(objectData, (tokens, value) => {
    if (!proven.covering(tokens).indexes.every((index) => chosen.has(index))) value.isCommon = true;
  });
  return wanted;
}

/** The innermost values of an object or a list. */
function innermost(tokens: Tokens, value: unknown): { tokens: Tokens; value: unknown }[] {
  if (!isContainer(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const own = [...tokens, name];
    return isContainer(member) && Object.keys(member).length > 0
      ? innermost(own, member)
      : [{ tokens: own, value: member }];
  });
}

/** A version that contains wanted values. */
export interface AffectedVersion {
  version: StoredVersion;
  proven: ProvenData;
  /** Indexes of the properties to erase, in the order of the leaves. */
  indexes: number[];
  /** The same properties, as pointers into the data. */
  paths: string[];
}

/**
 * The properties of a version to erase for the wanted values: those that equal one, and those that contain one and can
 * only be erased as a whole. Undefined for a version that contains none.
 * @throws Problem 409 when all data of a version would have to be erased
 */
export function affectedVersionOf(
  version: StoredVersion,
  wanted: ErasureTargets,
): AffectedVersion | undefined {
  let proven: ProvenData | undefined;
  const found = new Set<number>();
  // The places of named values in this version: values that others share are erased only there.
  const named = new Set<string>();
  const common: { indexes: number[]; of: string }[] = [];
  wanted.find(version.objectData, (tokens, value) => {
    proven ??= new ProvenData(version);
    const { indexes, isWider } = proven.covering(tokens);
    const of = pointerOf(tokens.slice(0, value.depth));
    if (isSpecific(value)) {
      named.add(of);
      for (const index of indexes) found.add(index);
    } else if (!isWider) common.push({ indexes, of });
  });
  const { chosen } = wanted;
  const chosenHere = chosen?.objectId === version.objectId ? chosen.indexes : undefined;
  for (const { indexes, of } of common)
    for (const index of indexes)
      if (chosenHere ? chosenHere.has(index) : named.has(of)) found.add(index);
  for (const index of found) if (proven?.isErased(index)) found.delete(index);
  if (!proven || found.size === 0) return undefined;
  const indexes = [...found].sort((one, other) => one - other);
  const paths = indexes.map((index) => proven?.pathOf(index) ?? '');
  if (paths.includes(''))
    throw conflict(
      'not_separable',
      say('proofIndivisible', { modificationCount: version.modificationCount }),
    );
  return { version, proven, indexes, paths };
}
