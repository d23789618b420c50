import { texts } from '../texts.ts';

export const useDiffTexts = texts({
  en: {
    base: 'Before',
    theirs: 'Theirs',
    mine: 'Mine',
    absent: 'not there',
    takeTheirs: (field: string) => `${field}: take theirs`,
    takeMine: (field: string) => `${field}: take mine`,
    allTheirs: 'Everywhere theirs',
    allMine: 'Everywhere mine',
    conflict: 'Both changed it: choose.',
    mergedAlready: (count: number) =>
      count === 1
        ? '1 field that only one side changed is merged already'
        : `${count} fields that only one side changed are merged already`,
    view: 'Compare as',
    fields: 'Fields',
    json: 'JSON',
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    moved: 'Moved',
    movedFromTo: (from: number, to: number) => `from place ${from} to place ${to}`,
    counts: (added: number, removed: number, changed: number, moved: number) =>
      [
        added > 0 && `${added} added`,
        removed > 0 && `${removed} removed`,
        changed > 0 && `${changed} changed`,
        moved > 0 && `${moved} moved`,
      ]
        .filter(Boolean)
        .join(' · '),
    nothing: 'The two versions say the same.',
    unchanged: (count: number) => (count === 1 ? '1 part unchanged' : `${count} parts unchanged`),
    unchangedOrErased: (count: number) =>
      count === 1 ? '1 part unchanged or erased' : `${count} parts unchanged or erased`,
    references: 'References',
    type: 'Type',
    ended: 'The timeline ended',
    resumed: 'The timeline goes on again',
    older: 'Older',
    newer: 'Newer',
    unchangedLines: '$ unchanged lines',
    and: (count: number) => `and ${count} more`,
    noChange: 'nothing in the data changed',
    showAll: (count: number) => `Show all ${count} changes`,
  },
  de: {
    base: 'Vorher',
    theirs: 'Andere',
    mine: 'Meine',
    absent: 'nicht da',
    takeTheirs: (field: string) => `${field}: andere übernehmen`,
    takeMine: (field: string) => `${field}: meine übernehmen`,
    allTheirs: 'Überall andere',
    allMine: 'Überall meine',
    conflict: 'Beide haben es geändert: wähle.',
    mergedAlready: (count: number) =>
      count === 1
        ? '1 Feld, das nur eine Seite änderte, ist schon zusammengeführt'
        : `${count} Felder, die nur eine Seite änderte, sind schon zusammengeführt`,
    view: 'Vergleichen als',
    fields: 'Felder',
    json: 'JSON',
    added: 'Hinzugefügt',
    removed: 'Entfernt',
    changed: 'Geändert',
    moved: 'Verschoben',
    movedFromTo: (from: number, to: number) => `von Platz ${from} nach Platz ${to}`,
    counts: (added: number, removed: number, changed: number, moved: number) =>
      [
        added > 0 && `${added} hinzugefügt`,
        removed > 0 && `${removed} entfernt`,
        changed > 0 && `${changed} geändert`,
        moved > 0 && `${moved} verschoben`,
      ]
        .filter(Boolean)
        .join(' · '),
    nothing: 'Die beiden Versionen sagen dasselbe.',
    unchanged: (count: number) =>
      count === 1 ? '1 Teil unverändert' : `${count} Teile unverändert`,
    unchangedOrErased: (count: number) =>
      count === 1 ? '1 Teil unverändert oder gelöscht' : `${count} Teile unverändert oder gelöscht`,
    references: 'Verweise',
    type: 'Typ',
    ended: 'Die Zeitlinie endete',
    resumed: 'Die Zeitlinie geht weiter',
    older: 'Älter',
    newer: 'Neuer',
    unchangedLines: '$ unveränderte Zeilen',
    and: (count: number) => `und ${count} weitere`,
    noChange: 'an den Daten änderte sich nichts',
    showAll: (count: number) => `Alle ${count} Änderungen zeigen`,
  },
});
