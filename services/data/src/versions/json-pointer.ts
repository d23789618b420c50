import { escapeName } from '@annals/proofs/properties';

/** The reference tokens of a JSON Pointer (RFC 6901): names and indexes that lead from the data of a version to a value. */
export type Tokens = readonly string[];

export const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

export const pointerOf = (tokens: Tokens): string =>
  tokens.map((token) => `/${escapeName(token)}`).join('');

export const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** The value under a name or an index; undefined if there is none. */
export function memberOf(value: unknown, token: string): unknown {
  return isContainer(value) ? Object.getOwnPropertyDescriptor(value, token)?.value : undefined;
}

export const valueAt = (data: unknown, tokens: Tokens): unknown =>
  tokens.reduce<unknown>(memberOf, data);

/** Replaces an existing value by null. */
export function setNullAt(data: unknown, tokens: Tokens): void {
  const last = tokens.at(-1);
  const parent = valueAt(data, tokens.slice(0, -1));
  if (last === undefined || !isContainer(parent) || !Object.hasOwn(parent, last))
    throw new Error(`There is nothing at ${pointerOf(tokens)}.`);
  Object.assign(parent, { [last]: null });
}
