import { grouped, texts } from '../../../platform/texts.ts';

export const useGridTexts = texts({
  en: {
    title: 'Edit in a grid',
    label: (type: string) => `Objects of type ${type}`,
    loading: (count: number) => `Loading objects: ${grouped(count)} so far`,
    nothing: 'No objects to edit',
    nothingHint:
      'The grid contains the objects that the search in the list finds. Ended objects cannot be edited.',
    back: 'Back to the objects',
    type: 'Type',
    typeOf: (type: string, count: number) => `${type} (${grouped(count)})`,
    more: (most: number) =>
      `The search finds more than ${grouped(most)} objects. The grid contains the first ${grouped(most)}; narrow the search to edit others.`,
    endedLeftOut: (count: number) =>
      count === 1 ? '1 ended object is left out.' : `${grouped(count)} ended objects are left out.`,
    hint: 'Type to overwrite, Enter to edit, Delete to clear. Paste cells from a spreadsheet, press Ctrl+D to copy the cell above, drag the corner of a cell to fill down.',
    undo: 'Undo',
    redo: 'Redo',
    addRow: 'Add row',
    changeField: (count: number) =>
      count === 1
        ? 'Change a field in the only result'
        : `Change a field in all ${grouped(count)} results`,
    row: 'Row',
    object: 'Object',
    isNew: 'New',
    isChanged: 'Changed',
    hasProblem: 'Has a problem',
    erased: 'Erased',
    was: (value: string) => (value === '' ? 'Was empty' : `Was: ${value}`),
    discard: 'Discard changes',
    save: (count: number) =>
      count === 0 ? 'Save' : count === 1 ? 'Save 1 object' : `Save ${grouped(count)} objects`,
    propose: 'Add to change set',
    objects: (count: number) => (count === 1 ? '1 object' : `${grouped(count)} objects`),
    noChanges: 'Nothing changed yet',
    changes: (changed: number, created: number) =>
      [changed > 0 && `${grouped(changed)} changed`, created > 0 && `${grouped(created)} new`]
        .filter(Boolean)
        .join(', '),
    tooManyForSet: (most: number) =>
      `A change set can contain at most ${grouped(most)} objects. Narrow the search and use several change sets.`,
    inParts: (count: number) =>
      count === 1
        ? 'These are written as one transaction.'
        : `These are written as ${grouped(count)} transactions, one after the other.`,
    checking: 'Checking…',
    saved: (count: number) => (count === 1 ? '1 object saved' : `${grouped(count)} objects saved`),
    notSaved: 'Nothing was saved',
    someSaved: (count: number) =>
      count === 1
        ? '1 object was saved, the others were not'
        : `${grouped(count)} objects were saved, the others were not`,
    refused:
      'Nothing in this transaction was saved: some rows have problems or were changed by others. They are listed below.',
    problems: 'Rows with problems',
    problemsBeside: (count: number) => grouped(count),
    problem: 'Problem',
    show: 'Show',
    andMore: (count: number) => `and ${grouped(count)} more`,
    notExact:
      'This number cannot be stored exactly. Only a field for text can keep all of its digits.',
    ambiguous: (text: string) =>
      `${text} could be ${text.replace(',', '')} or ${text.replace(',', '.')}. Enter the one you mean.`,
    notJson: 'Enter a list or an object as JSON, for example [1, 2].',
    conflict: 'Someone else has changed this object in the meantime.',
    conflictFields: (names: string) => `Both changed: ${names}.`,
    conflictEnded: 'Someone else has ended this object.',
    keepMine: 'Apply my changes to it',
    takeTheirs: 'Discard my changes',
    change: {
      title: 'Change a field',
      kind: 'Operation',
      set: 'Set a value',
      add: 'Add where it is missing',
      remove: 'Remove the field',
      rename: 'Rename the field',
      field: 'Field',
      fieldHint: 'A path, for example release.cycle',
      value: 'Value',
      valueNeeded: 'Enter a value. To clear the field, remove it.',
      to: 'New name',
      toNeeded: 'Enter the new name.',
      preview: 'Preview',
      before: 'Before',
      after: 'After',
      applies: (count: number, not: number) =>
        `${grouped(count)} ${count === 1 ? 'row changes' : 'rows change'}` +
        (not === 0 ? '' : `, ${grouped(not)} ${not === 1 ? 'does' : 'do'} not`),
      nothing: 'Choose a field to preview every row.',
      cancel: 'Cancel',
      applyNone: 'Apply',
      apply: (count: number) =>
        count === 1 ? 'Apply to 1 row' : `Apply to ${grouped(count)} rows`,
      hint: 'This changes rows in the grid. Nothing is written until you save.',
      because: {
        same: 'Already has this value',
        exists: 'Already has a value',
        absent: 'Does not have the field',
        taken: 'Already has a field with the new name',
        erased: 'The value was erased',
        noPlace: 'There is no place for the field in this data',
      },
    },
  },
  de: {
    title: 'In einem Raster bearbeiten',
    label: (type: string) => `Objekte vom Typ ${type}`,
    loading: (count: number) => `Objekte werden geladen: bisher ${grouped(count)}`,
    nothing: 'Keine Objekte zum Bearbeiten',
    nothingHint:
      'Das Raster enthält die Objekte, die die Suche in der Liste findet. Beendete Objekte lassen sich nicht bearbeiten.',
    back: 'Zurück zu den Objekten',
    type: 'Typ',
    typeOf: (type: string, count: number) => `${type} (${grouped(count)})`,
    more: (most: number) =>
      `Die Suche findet mehr als ${grouped(most)} Objekte. Das Raster enthält die ersten ${grouped(most)}; grenze die Suche ein, um andere zu bearbeiten.`,
    endedLeftOut: (count: number) =>
      count === 1
        ? '1 beendetes Objekt ist nicht dabei.'
        : `${grouped(count)} beendete Objekte sind nicht dabei.`,
    hint: 'Tippen überschreibt, Enter bearbeitet, Entf leert. Zellen aus einer Tabelle einfügen, Strg+D übernimmt die Zelle darüber, an der Ecke einer Zelle nach unten ausfüllen.',
    undo: 'Rückgängig machen',
    redo: 'Wiederholen',
    addRow: 'Zeile hinzufügen',
    changeField: (count: number) =>
      count === 1
        ? 'Ein Feld im einzigen Ergebnis ändern'
        : `Ein Feld in allen ${grouped(count)} Ergebnissen ändern`,
    row: 'Zeile',
    object: 'Objekt',
    isNew: 'Neu',
    isChanged: 'Geändert',
    hasProblem: 'Hat ein Problem',
    erased: 'Gelöscht',
    was: (value: string) => (value === '' ? 'War leer' : `Vorher: ${value}`),
    discard: 'Änderungen verwerfen',
    save: (count: number) =>
      count === 0
        ? 'Speichern'
        : count === 1
          ? '1 Objekt speichern'
          : `${grouped(count)} Objekte speichern`,
    propose: 'In einen Änderungssatz',
    objects: (count: number) => (count === 1 ? '1 Objekt' : `${grouped(count)} Objekte`),
    noChanges: 'Noch nichts geändert',
    changes: (changed: number, created: number) =>
      [changed > 0 && `${grouped(changed)} geändert`, created > 0 && `${grouped(created)} neu`]
        .filter(Boolean)
        .join(', '),
    tooManyForSet: (most: number) =>
      `Ein Änderungssatz kann höchstens ${grouped(most)} Objekte enthalten. Grenze die Suche ein und verwende mehrere Änderungssätze.`,
    inParts: (count: number) =>
      count === 1
        ? 'Geschrieben wird in einer Transaktion.'
        : `Geschrieben wird in ${grouped(count)} Transaktionen nacheinander.`,
    checking: 'Wird geprüft …',
    saved: (count: number) =>
      count === 1 ? '1 Objekt gespeichert' : `${grouped(count)} Objekte gespeichert`,
    notSaved: 'Es wurde nichts gespeichert',
    someSaved: (count: number) =>
      count === 1
        ? '1 Objekt wurde gespeichert, die übrigen nicht'
        : `${grouped(count)} Objekte wurden gespeichert, die übrigen nicht`,
    refused:
      'Von dieser Transaktion wurde nichts gespeichert: Einige Zeilen haben Probleme oder wurden von anderen geändert. Sie stehen unten.',
    problems: 'Zeilen mit Problemen',
    problemsBeside: (count: number) => grouped(count),
    problem: 'Problem',
    show: 'Zeigen',
    andMore: (count: number) => `und ${grouped(count)} weitere`,
    notExact:
      'Diese Zahl kann nicht genau gespeichert werden. Nur ein Feld für Text behält alle ihre Stellen.',
    ambiguous: (text: string) =>
      `${text} kann ${text.replace(',', '')} oder ${text.replace(',', '.')} sein. Gib ein, was du meinst.`,
    notJson: 'Gib eine Liste oder ein Objekt als JSON ein, zum Beispiel [1, 2].',
    conflict: 'Jemand anders hat dieses Objekt inzwischen geändert.',
    conflictFields: (names: string) => `Von beiden geändert: ${names}.`,
    conflictEnded: 'Jemand anders hat dieses Objekt beendet.',
    keepMine: 'Meine Änderungen darauf anwenden',
    takeTheirs: 'Meine Änderungen verwerfen',
    change: {
      title: 'Ein Feld ändern',
      kind: 'Vorgang',
      set: 'Einen Wert setzen',
      add: 'Hinzufügen, wo es fehlt',
      remove: 'Das Feld entfernen',
      rename: 'Das Feld umbenennen',
      field: 'Feld',
      fieldHint: 'Ein Pfad, zum Beispiel release.cycle',
      value: 'Wert',
      valueNeeded: 'Gib einen Wert ein. Zum Leeren entferne das Feld.',
      to: 'Neuer Name',
      toNeeded: 'Gib den neuen Namen ein.',
      preview: 'Vorschau',
      before: 'Vorher',
      after: 'Nachher',
      applies: (count: number, not: number) =>
        `${grouped(count)} ${count === 1 ? 'Zeile ändert' : 'Zeilen ändern'} sich` +
        (not === 0 ? '' : `, ${grouped(not)} nicht`),
      nothing: 'Wähle ein Feld, um eine Vorschau jeder Zeile zu sehen.',
      cancel: 'Abbrechen',
      applyNone: 'Anwenden',
      apply: (count: number) =>
        count === 1 ? 'Auf 1 Zeile anwenden' : `Auf ${grouped(count)} Zeilen anwenden`,
      hint: 'Das ändert Zeilen des Rasters. Geschrieben wird erst, wenn du speicherst.',
      because: {
        same: 'Hat diesen Wert schon',
        exists: 'Hat schon einen Wert',
        absent: 'Hat das Feld nicht',
        taken: 'Hat schon ein Feld mit dem neuen Namen',
        erased: 'Der Wert wurde gelöscht',
        noPlace: 'In diesen Daten ist kein Platz für das Feld',
      },
    },
  },
});
