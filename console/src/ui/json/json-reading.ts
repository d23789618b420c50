import type { JsonFlaw } from '@annals/rules/json/strict-json';
import { isObject } from '../../platform/json-values/json-values.ts';

/** The parsed content of the editor: the value, or the position and reason of an error. */
export type JsonReading<Value = Readonly<Record<string, unknown>>> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: JsonError };

/** A problem with a value at a JSON Pointer (RFC 6901). */
export interface JsonProblem {
  readonly pointer: string;
  readonly message: string;
}

export interface JsonError {
  readonly kind: JsonFlaw['kind'] | 'notObject';
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** Accepts a reading only if it is an object. */
export function asObject(reading: JsonReading<unknown>): JsonReading {
  if (!reading.ok) return reading;
  return isObject(reading.value)
    ? { ok: true, value: reading.value }
    : { ok: false, error: { kind: 'notObject', line: 1, column: 1 } };
}
