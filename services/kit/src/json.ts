import { say, type ServiceMessage } from '@annals/contracts/messages';
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
    throw badRequest(say('notUtf8'));
  }
}

export const lossyBody = (flaw: JsonFlaw): Problem => badRequest(describe(flaw));

function describe(flaw: JsonFlaw): ServiceMessage {
  switch (flaw.kind) {
    case 'syntax':
      return say('notJson');
    case 'depth':
      return say('tooDeep', { maxDepth });
    case 'nul':
      return say('nulInBody');
    case 'surrogate':
      return say('surrogateInBody');
    case 'number':
      return say('inexactNumber', { written: flaw.written.slice(0, 40) });
    case 'repeated':
      return say('nameTwice', { name: JSON.stringify(flaw.written.slice(0, 100)) });
    case 'forbidden':
      return say('protoName');
  }
}
