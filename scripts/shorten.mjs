const maxPieceLength = 8;

/**
 * A JavaScript expression that evaluates to this text and is shorter: frequent pieces are replaced by one
 * letter each, and restored from last to first.
 * @param {string} text ASCII without backslash, backtick and dollar sign
 */
export function shorten(text) {
  const printable = Array.from({ length: 0x7f - 0x21 }, (_, index) =>
    String.fromCharCode(0x21 + index),
  );
  const letters = printable.filter(
    (letter) => !text.includes(letter) && !'\\`$|\'"'.includes(letter),
  );
  /** @type {string[]} */
  const pieces = [];
  let rest = text;
  for (const letter of letters) {
    const piece = bestSaving(rest);
    if (piece === undefined) break;
    rest = rest.split(piece).join(letter);
    pieces.push(piece);
  }
  const used = letters.slice(0, pieces.length).join('');
  return `\`${pieces.join('|')}\`.split('|').reduceRight((text, piece, at) => text.split('${used}'[at]).join(piece), \`${rest}\`)`;
}

/**
 * The piece whose replacement by one letter saves the most.
 * @param {string} text
 */
function bestSaving(text) {
  /** @type {Map<string, { count: number, end: number }>} */
  const found = new Map();
  for (let length = 2; length <= maxPieceLength; length++)
    for (let at = 0; at + length <= text.length; at++) {
      const piece = text.slice(at, at + length);
      const known = found.get(piece);
      if (!known) found.set(piece, { count: 1, end: at + length });
      else if (known.end <= at) {
        known.count += 1;
        known.end = at + length;
      }
    }
  let maxSaved = 0;
  let best;
  for (const [piece, { count }] of found) {
    // The piece and its letter have to be stored once, too.
    const saved = (piece.length - 1) * count - piece.length - 2;
    if (saved > maxSaved && !piece.includes('|')) [maxSaved, best] = [saved, piece];
  }
  return best;
}
