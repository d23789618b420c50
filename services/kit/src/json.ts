import { maxDepth } from '@annals/rules/json/depth';
import { jsonParts, type JsonParts } from '@annals/rules/json/json-parts';
import { LossyJson, parseStrictJson, type JsonFlaw } from '@annals/rules/json/strict-json';
import { badRequest, type Problem } from './problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body without changing anything.
 * @throws Problem (400) for what would be altered or lost, see `parseStrictJson`
 */
export const parseJson = (body: Uint8Array): unknown => parseStrictly(decodeUtf8(body));

/** @throws Problem (400) like `parseJson` */
export function parseStrictly(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    throw error instanceof LossyJson ? lossyBody(error.flaw) : error;
  }
}

export interface JsonToPassOn extends JsonParts {
  /** As it was received. */
  readonly text: string;
}

/**
 * Reads a JSON body that is for somebody else, who judges its numbers and names.
 * @throws Problem (400) if it is not JSON, or too deep to be passed on
 */
export function readToPassOn(body: Uint8Array): JsonToPassOn {
  const text = decodeUtf8(body);
  try {
    JSON.parse(text);
  } catch {
    throw lossyBody({ kind: 'syntax' });
  }
  const read = jsonParts(text);
  if (read.depth > maxDepth) throw lossyBody({ kind: 'depth' });
  return { text, ...read };
}

/** @throws Problem (400) */
function decodeUtf8(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw badRequest('The body is not valid UTF-8. Send JSON encoded as UTF-8.');
  }
}

export const lossyBody = (flaw: JsonFlaw): Problem => badRequest(sentenceOf(flaw));

function sentenceOf(flaw: JsonFlaw): string {
  switch (flaw.kind) {
    case 'syntax':
      return 'The body is not valid JSON.';
    case 'depth':
      return `The body is nested deeper than ${maxDepth} levels.`;
    case 'nul':
      return 'The body contains a NUL character, which cannot be stored.';
    case 'surrogate':
      return 'The body contains half of a surrogate pair, which is not a character.';
    case 'number':
      return `The number ${flaw.written.slice(0, 40)} cannot be represented exactly as a double. Send it as a string, or with fewer digits.`;
    case 'repeated':
      return `The name ${JSON.stringify(flaw.written.slice(0, 100))} occurs twice in one object.`;
    case 'forbidden':
      return 'The name "__proto__" is not allowed.';
  }
}
