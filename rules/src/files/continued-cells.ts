/**
 * The columns of a workbook in which the texts of a column go on that are longer than a cell can be: "notes [text]" goes
 * on in "notes [text] [continued 2]".
 */
const continuation = (name: string, part: number): string => `${name} [continued ${part}]`;

/** Whether the column with this index is one in which the column before it goes on. */
export function isContinuation(names: readonly string[], at: number): boolean {
  const part = Number(/ \[continued (\d+)\]$/.exec(names[at] ?? '')?.[1]);
  const first = names[at - part + 1];
  return first !== undefined && part >= 2 && names[at] === continuation(first, part);
}

/** The names of columns of which some need several cells for a text. */
export const continuedNames = (names: readonly string[], widths: readonly number[]): string[] =>
  names.flatMap((name, column) =>
    Array.from({ length: widths[column] ?? 1 }, (_, at) =>
      at === 0 ? name : continuation(name, at + 1),
    ),
  );

/** The parts of a text, none of which is longer than a cell can be or ends within a character. */
export function cutText(text: string, most: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const isWhole = !/[\uD800-\uDBFF]/.test(text[at + most - 1] ?? '');
    const end = isWhole ? at + most : at + most - 1;
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}
