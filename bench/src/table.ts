/** A Markdown table; numbers are right-aligned. */
export function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_name, column) =>
    typeof rows[0]?.[column] === 'number' ? '---:' : '---',
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
