import { maxDepth } from '@annals/rules/json/depth';
import { grouped, texts } from '../../platform/texts.ts';

export const useJsonTexts = texts({
  en: {
    tree: 'Data as a tree',
    json: 'JSON',
    items: (count: number) => (count === 1 ? '1 item' : `${grouped(count)} items`),
    properties: (count: number) => (count === 1 ? '1 property' : `${grouped(count)} properties`),
    more: (count: number) => `Show ${grouped(count)} more`,
    expandAll: 'Expand all',
    collapseAll: 'Collapse all',
    copyPath: 'Copy path',
    copyValue: 'Copy value',
    editValue: 'Edit',
    editHint: 'Edit this value where it stands (Enter or F2)',
    copied: 'Copied',
    notCopied: 'The browser blocked copying',
    whole: 'whole document',
    empty: 'No data',
    syntax: (line: number, column: number) =>
      `Line ${grouped(line)}, column ${grouped(column)}: this is not valid JSON.`,
    number: (line: number, column: number) =>
      `Line ${grouped(line)}, column ${grouped(column)}: this number cannot be stored exactly. Write it in quotes to keep it as text.`,
    repeated: (line: number, column: number) =>
      `Line ${grouped(line)}, column ${grouped(column)}: this property occurs twice in its object. Only one of them can be stored.`,
    forbidden: (line: number, column: number) =>
      `Line ${grouped(line)}, column ${grouped(column)}: no property can be called __proto__.`,
    nul: (line: number, column: number) =>
      `Line ${grouped(line)}, column ${grouped(column)}: this text contains a NUL character, which cannot be stored.`,
    surrogate: (line: number, column: number) =>
      `Line ${grouped(line)}, column ${grouped(column)}: this text contains half of a character.`,
    depth: (line: number, column: number) =>
      `Line ${grouped(line)}, column ${grouped(column)}: the data is nested deeper than ${maxDepth} levels.`,
    notObject: 'The data must be one JSON object: { … }.',
    leaveEditor:
      'Tab leaves the editor. Ctrl+Space suggests names and values, F8 goes to the next problem.',
    moreProblems: (count: number) => `and ${grouped(count)} more`,
  },
  de: {
    tree: 'Daten als Baum',
    json: 'JSON',
    items: (count: number) => (count === 1 ? '1 Element' : `${grouped(count)} Elemente`),
    properties: (count: number) =>
      count === 1 ? '1 Eigenschaft' : `${grouped(count)} Eigenschaften`,
    more: (count: number) => `${grouped(count)} weitere zeigen`,
    expandAll: 'Alles aufklappen',
    collapseAll: 'Alles zuklappen',
    copyPath: 'Pfad kopieren',
    copyValue: 'Wert kopieren',
    editValue: 'Bearbeiten',
    editHint: 'Diesen Wert an Ort und Stelle bearbeiten (Enter oder F2)',
    copied: 'Kopiert',
    notCopied: 'Der Browser hat das Kopieren verweigert',
    whole: 'ganzes Dokument',
    empty: 'Keine Daten',
    syntax: (line: number, column: number) =>
      `Zeile ${grouped(line)}, Spalte ${grouped(column)}: das ist kein JSON.`,
    number: (line: number, column: number) =>
      `Zeile ${grouped(line)}, Spalte ${grouped(column)}: diese Zahl kann nicht genau gespeichert werden. Schreibe sie in Anführungszeichen, um sie als Text zu behalten.`,
    forbidden: (line: number, column: number) =>
      `Zeile ${grouped(line)}, Spalte ${grouped(column)}: keine Eigenschaft kann __proto__ heißen.`,
    nul: (line: number, column: number) =>
      `Zeile ${grouped(line)}, Spalte ${grouped(column)}: dieser Text enthält ein NUL-Zeichen, das nicht gespeichert werden kann.`,
    surrogate: (line: number, column: number) =>
      `Zeile ${grouped(line)}, Spalte ${grouped(column)}: dieser Text enthält ein halbes Zeichen.`,
    depth: (line: number, column: number) =>
      `Zeile ${grouped(line)}, Spalte ${grouped(column)}: die Daten sind tiefer geschachtelt als ${maxDepth} Ebenen.`,
    repeated: (line: number, column: number) =>
      `Zeile ${grouped(line)}, Spalte ${grouped(column)}: diese Eigenschaft steht zweimal in ihrem Objekt. Nur eine davon kann gespeichert werden.`,
    notObject: 'Die Daten müssen ein JSON-Objekt sein: { … }.',
    leaveEditor:
      'Tab verlässt den Editor. Strg+Leertaste bietet Namen und Werte an, F8 geht zum nächsten Fehler.',
    moreProblems: (count: number) => `und ${grouped(count)} weitere`,
  },
});
