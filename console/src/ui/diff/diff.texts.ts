import { grouped, texts } from '../../platform/texts.ts';

export const useDiffTexts = texts({
  en: {
    base: 'Before',
    theirs: 'Theirs',
    mine: 'Mine',
    absent: 'not present',
    takeTheirs: (field: string) => `${field}: take theirs`,
    takeMine: (field: string) => `${field}: take mine`,
    allTheirs: 'Take all theirs',
    allMine: 'Take all mine',
    conflict: 'Conflict: choose one.',
    mergedAlready: (count: number) =>
      count === 1
        ? '1 field changed on only one side is already merged'
        : `${grouped(count)} fields changed on only one side are already merged`,
    view: 'Compare as',
    fields: 'Fields',
    json: 'JSON',
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    moved: 'Moved',
    movedFromTo: (from: number, to: number) =>
      `from position ${grouped(from)} to position ${grouped(to)}`,
    counts: (added: number, removed: number, changed: number, moved: number) =>
      [
        added > 0 && `${grouped(added)} added`,
        removed > 0 && `${grouped(removed)} removed`,
        changed > 0 && `${grouped(changed)} changed`,
        moved > 0 && `${grouped(moved)} moved`,
      ]
        .filter(Boolean)
        .join(' · '),
    nothing: 'The two versions are identical.',
    unchanged: (count: number) =>
      count === 1 ? '1 part unchanged' : `${grouped(count)} parts unchanged`,
    unchangedOrErased: (count: number) =>
      count === 1 ? '1 part unchanged or erased' : `${grouped(count)} parts unchanged or erased`,
    references: 'References',
    type: 'Type',
    ended: 'The timeline ended',
    resumed: 'The timeline was resumed',
    older: 'Older',
    newer: 'Newer',
    unchangedLines: '$ unchanged lines',
    and: (count: number) => `and ${grouped(count)} more`,
    noChange: 'no change in the data',
    showAll: (count: number) =>
      count === 1 ? 'Show the change' : `Show all ${grouped(count)} changes`,
  },
  de: {
    base: 'Vorher',
    theirs: 'Andere',
    mine: 'Meine',
    absent: 'nicht vorhanden',
    takeTheirs: (field: string) => `${field}: andere übernehmen`,
    takeMine: (field: string) => `${field}: meine übernehmen`,
    allTheirs: 'Alle anderen übernehmen',
    allMine: 'Alle meine übernehmen',
    conflict: 'Konflikt: Wähle eine Seite.',
    mergedAlready: (count: number) =>
      count === 1
        ? '1 Feld, das nur eine Seite änderte, ist schon zusammengeführt'
        : `${grouped(count)} Felder, die nur eine Seite änderte, sind schon zusammengeführt`,
    view: 'Vergleichen als',
    fields: 'Felder',
    json: 'JSON',
    added: 'Hinzugefügt',
    removed: 'Entfernt',
    changed: 'Geändert',
    moved: 'Verschoben',
    movedFromTo: (from: number, to: number) =>
      `von Position ${grouped(from)} nach Position ${grouped(to)}`,
    counts: (added: number, removed: number, changed: number, moved: number) =>
      [
        added > 0 && `${grouped(added)} hinzugefügt`,
        removed > 0 && `${grouped(removed)} entfernt`,
        changed > 0 && `${grouped(changed)} geändert`,
        moved > 0 && `${grouped(moved)} verschoben`,
      ]
        .filter(Boolean)
        .join(' · '),
    nothing: 'Die beiden Versionen sind identisch.',
    unchanged: (count: number) =>
      count === 1 ? '1 Teil unverändert' : `${grouped(count)} Teile unverändert`,
    unchangedOrErased: (count: number) =>
      count === 1
        ? '1 Teil unverändert oder gelöscht'
        : `${grouped(count)} Teile unverändert oder gelöscht`,
    references: 'Verweise',
    type: 'Typ',
    ended: 'Die Zeitlinie endete',
    resumed: 'Die Zeitlinie wurde fortgesetzt',
    older: 'Älter',
    newer: 'Neuer',
    unchangedLines: '$ unveränderte Zeilen',
    and: (count: number) => `und ${grouped(count)} weitere`,
    noChange: 'keine Änderung an den Daten',
    showAll: (count: number) =>
      count === 1 ? 'Die Änderung zeigen' : `Alle ${grouped(count)} Änderungen zeigen`,
  },
});
