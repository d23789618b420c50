/** A Markdown table; numbers are right-aligned. */
export function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_name, column) =>
    typeof rows[0]?.[column] === 'number' ? '---:' : '---',
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
