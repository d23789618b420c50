import { endOfString } from './json-tokens.ts';

/** A direct child of an object or list. */
export interface JsonPart {
  /** Decoded; undefined in a list. */
  readonly name: string | undefined;
  /** As it is written, without white space around it. */
  readonly text: string;
}

export interface JsonParts {
  /** All, also several of the same name. */
  readonly parts: readonly JsonPart[];
  /** How many levels of objects and lists there are. */
  readonly depth: number;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const [openObject, closeObject] = [0x7b, 0x7d];
const [openList, closeList] = [0x5b, 0x5d];

/** The children of the object or list that a text of valid JSON is. */
export function jsonParts(text: string): JsonParts {
  const parts: JsonPart[] = [];
  let [level, depth, start] = [0, 0, 0];
  let name: string | undefined;
  const endPart = (end: number) => {
    const written = text.slice(start, end).trim();
    if (written !== '') parts.push({ name, text: written });
    start = end + 1;
  };
  // Not by a regular expression, whose matches would be objects: a body of a megabyte has a hundred thousand tokens.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at) - 1;
    else if (code === openObject || code === openList) {
      level += 1;
      if (level > depth) depth = level;
      if (level === 1) start = at + 1;
    } else if (code === closeObject || code === closeList) {
      if (level === 1) endPart(at);
      level -= 1;
    } else if (level !== 1) continue;
    else if (code === comma) endPart(at);
    else if (code === colon) {
      name = JSON.parse(text.slice(start, at)) as string;
      start = at + 1;
    }
  }
  return { parts, depth };
}
