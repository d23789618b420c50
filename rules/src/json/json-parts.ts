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

/** The children of the object or list that a text of valid JSON is. */
export function jsonParts(text: string): JsonParts {
  const parts: JsonPart[] = [];
  let [level, depth, start] = [0, 0, 0];
  let name: string | undefined;
  const next = /["[\]{},:]/g;
  for (let found = next.exec(text); found; found = next.exec(text)) {
    const { index } = found;
    const [token] = found;
    if (token === '"') next.lastIndex = endOfString(text, index);
    else if (token === '[' || token === '{') {
      level += 1;
      depth = Math.max(depth, level);
      if (level === 1) start = index + 1;
    } else if (token === ':') {
      if (level !== 1) continue;
      name = JSON.parse(text.slice(start, index)) as string;
      start = index + 1;
    } else {
      if (level === 1) {
        const written = text.slice(start, index).trim();
        if (written !== '') parts.push({ name, text: written });
        start = index + 1;
      }
      if (token !== ',') level -= 1;
    }
  }
  return { parts, depth };
}
