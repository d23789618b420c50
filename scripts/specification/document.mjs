/** @import { Row, Section } from './table.mjs' */

export const documentFile = 'docs/specification.md';

/** What follows in the document is written from the rows. */
const marker =
  '<!-- From here on written by `npm run specification -- --write` from scripts/specification/rows. -->';

/**
 * The document with these sections; what stands before them stays.
 * @param {string} present
 * @param {Section[]} sections
 */
export function renderDocument(present, sections) {
  const end = present.indexOf(marker);
  if (end === -1) throw new Error(`${documentFile} has no line “${marker}”.`);
  return `${[present.slice(0, end) + marker, ...sections.map(renderSection)].join('\n\n')}\n`;
}

/**
 * @param {Section} section
 * @param {number} index
 */
const renderSection = ({ title, rows }, index) =>
  `## ${index + 1}. ${title}

| Row | Statement | Implemented in | Proven by |
|---|---|---|---|
${rows.map(renderRow).join('\n')}`;

/** @param {Row} row */
function renderRow({ number, statement, files = [], proof, unproven }) {
  const cells = [
    number,
    statement,
    files.map((file) => `\`${file}\``).join(', ') || '—',
    proof ? `\`${proof.file}\` › ${proof.title}` : `Nothing to prove: ${unproven}`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}
