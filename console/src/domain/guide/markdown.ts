/** The subset of Markdown that the guide uses, parsed into blocks without HTML. */
export type Block =
  | { kind: 'heading'; level: number; id: string; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string }
  | { kind: 'image'; file: string; alt: string };

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; content: Inline[] }
  | { kind: 'emphasis'; content: Inline[] }
  | { kind: 'link'; to: string; content: Inline[] };

/** Splits a chapter into its blocks. */
export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split(/\r?\n/);
  const blocks: Block[] = [];
  let at = 0;
  /** Takes the following lines while they match. */
  const takeWhile = (fits: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && fits(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = /^(#+) (.*)$/.exec(line);
    const image = /^!\[(.*)\]\((.*)\)$/.exec(line);
    if (line.trim() === '') at += 1;
    else if (line.startsWith('```')) {
      at += 1;
      const code = takeWhile((each) => !each.startsWith('```'));
      at += 1;
      blocks.push({ kind: 'code', text: code.join('\n') });
    } else if (heading) {
      at += 1;
      const [, marks = '', text = ''] = heading;
      const content = inlinesOf(text);
      blocks.push({ kind: 'heading', level: marks.length, id: idOf(plainText(content)), content });
    } else if (image) {
      at += 1;
      const [, alt = '', file = ''] = image;
      blocks.push({ kind: 'image', file, alt });
    } else if (line.startsWith('|')) {
      const [head = '', , ...rows] = takeWhile((each) => each.startsWith('|'));
      blocks.push({ kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) });
    } else if (itemStart.test(line)) {
      const ordered = /^\d/.test(line);
      const items = takeWhile((each) => itemStart.test(each) || /^\s+\S/.test(each));
      blocks.push({ kind: 'list', ordered, items: itemsOf(items).map(inlinesOf) });
    } else {
      const paragraph = takeWhile((each) => each.trim() !== '' && !startsBlock.test(each));
      blocks.push({ kind: 'paragraph', content: inlinesOf(paragraph.join(' ')) });
    }
  }
  return blocks;
}

const itemStart = /^(?:-|\d+\.) /;
const startsBlock = /^(?:#+ |```|\||!\[|- |\d+\. )/;

/** An indented line continues the item above it. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines)
    if (itemStart.test(line)) items.push(line.replace(itemStart, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  return items;
}

const cellsOf = (line: string): Inline[][] =>
  line
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inlinesOf(cell.trim()));

/** Matches the first inline markup in a line. */
const marked =
  /`(?<code>[^`]+)`|\*\*(?<strong>.+?)\*\*|\*(?<emphasis>[^*]+)\*|\[(?<label>[^\]]*)\]\((?<to>[^)]*)\)/;

function inlinesOf(text: string): Inline[] {
  const found = marked.exec(text);
  if (!found?.groups) return text === '' ? [] : [{ kind: 'text', text }];
  const { code, strong, emphasis, label = '', to = '' } = found.groups;
  const before = text.slice(0, found.index);
  const rest = inlinesOf(text.slice(found.index + found[0].length));
  const start: Inline[] = before === '' ? [] : [{ kind: 'text', text: before }];
  if (code !== undefined) return [...start, { kind: 'code', text: code }, ...rest];
  if (strong !== undefined)
    return [...start, { kind: 'strong', content: inlinesOf(strong) }, ...rest];
  if (emphasis !== undefined)
    return [...start, { kind: 'emphasis', content: inlinesOf(emphasis) }, ...rest];
  return [...start, { kind: 'link', to, content: inlinesOf(label) }, ...rest];
}

export function plainText(content: readonly Inline[]): string {
  return content.map((each) => ('text' in each ? each.text : plainText(each.content))).join('');
}

/** The anchor of a heading, as used in links of the guide: "Who looked at it?" is `who-looked-at-it`. */
function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
