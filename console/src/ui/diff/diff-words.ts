import { commonSubsequence } from '@annals/rules/version-diff/subsequences';

export interface TextPart {
  /** Where the part begins in its text. */
  readonly start: number;
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** Longer texts than this are shown whole, old and new, without marks inside. */
const maxWords = 2000;

/**
 * Old and new text, each split into unchanged and changed parts, word by word. Null when too little is unchanged for
 * the marks to help.
 */
export function diffWords(
  before: string,
  after: string,
): { before: TextPart[]; after: TextPart[] } | null {
  const left = words(before);
  const right = words(after);
  if (left.length > maxWords || right.length > maxWords) return null;
  const pairs = commonSubsequence(left, right);
  const commonLength = pairs.reduce((sum, [from]) => sum + (left[from]?.trim().length ?? 0), 0);
  if (commonLength * 3 < Math.min(before.length, after.length)) return null;
  return {
    before: parts(left, new Set(pairs.map(([from]) => from)), 'removed'),
    after: parts(right, new Set(pairs.map(([, to]) => to)), 'added'),
  };
}

function words(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

function parts(
  tokens: readonly string[],
  same: ReadonlySet<number>,
  other: 'added' | 'removed',
): TextPart[] {
  const result: { start: number; text: string; kind: TextPart['kind'] }[] = [];
  let start = 0;
  for (const [index, text] of tokens.entries()) {
    const kind = same.has(index) ? 'same' : other;
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else result.push({ start, text, kind });
    start += text.length;
  }
  return result;
}
