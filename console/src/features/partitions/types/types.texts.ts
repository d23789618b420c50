import { grouped, texts } from '../../../platform/texts.ts';

export const useTypeTexts = texts({
  en: {
    types: 'Types',
    type: 'Type',
    timelines: 'Timelines',
    versions: 'Versions',
    schema: 'JSON Schema',
    schemaVersion: (version: number) => `Version ${grouped(version)}`,
    noSchema: 'None',
    addSchema: 'Add schema',
    addSchemaTo: (type: string) => `Add schema to ${type}`,
    changed: 'Changed',
    objectsOf: (type: string) => `Objects of the type ${type}`,
    noTypes: 'No types yet',
    noTypesHint: 'A type appears here once an object has it or a JSON Schema is saved for it.',
    noTypesThen: 'There were no objects at that time',
    openSchema: (type: string) => `JSON Schema of ${type}`,
    another: 'Schema for a new type',
    close: 'Close',
    anotherHint: 'A letter followed by letters, digits, _ . or -, at most 64',
    typeWrong: 'A type is a letter followed by letters, digits, _ . or -, at most 64.',
    schemaOf: (type: string) => `JSON Schema of ${type}`,
    schemaHint:
      'Draft-04 to 2020-12, as published; without $schema it is 2020-12. New versions whose objectData does not match are refused; existing versions stay as they are.',
    withoutSchema: 'This type has no JSON Schema: its objects can contain anything.',
    withoutSchemaThen: 'This type had no JSON Schema at that time.',
    readOnly: 'Only owners of the partition can edit it.',
    check: 'Check against existing objects',
    save: 'Save',
    saved: (type: string) => `JSON Schema of ${type} saved`,
    notSaved: 'The JSON Schema was not saved',
    notChecked: 'The JSON Schema could not be checked',
    wouldBreak: (objects: number) =>
      `${objects === 1 ? '1 object does not match it. It stays as it is, but its next version must match' : `${grouped(objects)} objects do not match it. They stay as they are, but their next versions must match`}. Save again to save it anyway.`,
    unreadable: 'Fix the JSON first.',
    remove: 'Remove',
    removeTitle: (type: string) => `Remove the JSON Schema of ${type}?`,
    removeQuestion:
      'New versions can then contain anything. The schema stays in the history of the type.',
    removed: (type: string) => `JSON Schema of ${type} removed`,
    notRemoved: 'The JSON Schema was not removed',
    checkedTitle: 'Objects that do not match',
    noneBreak: (checked: number) =>
      checked === 0
        ? 'There are no objects of this type yet.'
        : checked === 1
          ? 'The one object matches.'
          : `All ${grouped(checked)} objects match.`,
    someBreak: (broken: number, checked: number) =>
      `${grouped(broken)} of ${grouped(checked)} ${checked === 1 ? 'object does' : 'objects do'} not match.`,
    onlyNewest: (checked: number, total: number) =>
      `Only the newest ${grouped(checked)} of ${grouped(total)} were checked.`,
    firstShown: (shown: number) => `The first ${grouped(shown)}:`,
    whole: 'as a whole',
    annotationsTitle: 'Not checked',
    annotationsHint: 'These keywords are kept, but do not affect which data is accepted.',
    annotationReasons: {
      UNKNOWN: 'is not a keyword of JSON Schema',
      INFORMS: 'is information only',
      FORMAT: 'is not a known format',
      BESIDE_REF: 'has no effect beside $ref in this draft',
      ALONE: 'has no effect without the keyword that it belongs to',
    },
    annotationPlaces: (path: string, count: number) =>
      count === 1 ? `(at ${path})` : `(at ${path} and ${grouped(count - 1)} more)`,
  },
  de: {
    types: 'Typen',
    type: 'Typ',
    timelines: 'Zeitlinien',
    versions: 'Versionen',
    schema: 'JSON-Schema',
    schemaVersion: (version) => `Version ${grouped(version)}`,
    noSchema: 'Keines',
    addSchema: 'Schema hinzufügen',
    addSchemaTo: (type) => `Schema hinzufügen zu ${type}`,
    changed: 'Geändert',
    objectsOf: (type) => `Objekte des Typs ${type}`,
    noTypes: 'Noch keine Typen',
    noTypesHint:
      'Ein Typ erscheint hier, sobald ein Objekt ihn hat oder ein JSON-Schema für ihn gespeichert ist.',
    noTypesThen: 'Damals gab es keine Objekte',
    openSchema: (type) => `JSON-Schema von ${type}`,
    another: 'Schema für neuen Typ',
    close: 'Schließen',
    anotherHint: 'Ein Buchstabe, dann Buchstaben, Ziffern, _ . oder -, höchstens 64',
    typeWrong:
      'Ein Typ ist ein Buchstabe, gefolgt von Buchstaben, Ziffern, _ . oder -, höchstens 64.',
    schemaOf: (type) => `JSON-Schema von ${type}`,
    schemaHint:
      'Draft-04 bis 2020-12, wie veröffentlicht; ohne $schema gilt 2020-12. Neue Versionen, deren objectData nicht dazu passt, werden abgelehnt; vorhandene Versionen bleiben, wie sie sind.',
    withoutSchema: 'Dieser Typ hat kein JSON-Schema: Seine Objekte dürfen alles enthalten.',
    withoutSchemaThen: 'Dieser Typ hatte damals kein JSON-Schema.',
    readOnly: 'Nur Eigentümer der Partition können es bearbeiten.',
    check: 'Mit vorhandenen Objekten prüfen',
    save: 'Speichern',
    saved: (type) => `Das JSON-Schema von ${type} ist gespeichert`,
    notSaved: 'Das JSON-Schema wurde nicht gespeichert',
    notChecked: 'Das JSON-Schema konnte nicht geprüft werden',
    wouldBreak: (objects) =>
      `${objects === 1 ? '1 Objekt passt nicht dazu. Es bleibt, wie es ist, aber seine nächste Version muss passen' : `${grouped(objects)} Objekte passen nicht dazu. Sie bleiben, wie sie sind, aber ihre nächsten Versionen müssen passen`}. Speichere noch einmal, um es trotzdem zu speichern.`,
    unreadable: 'Korrigiere zuerst das JSON.',
    remove: 'Entfernen',
    removeTitle: (type) => `Das JSON-Schema von ${type} entfernen?`,
    removeQuestion:
      'Neue Versionen dürfen dann alles enthalten. Das Schema bleibt in der Geschichte des Typs.',
    removed: (type) => `Das JSON-Schema von ${type} ist entfernt`,
    notRemoved: 'Das JSON-Schema wurde nicht entfernt',
    checkedTitle: 'Objekte, die nicht passen',
    noneBreak: (checked) =>
      checked === 0
        ? 'Es gibt noch keine Objekte dieses Typs.'
        : checked === 1
          ? 'Das eine Objekt passt.'
          : `Alle ${grouped(checked)} Objekte passen.`,
    someBreak: (broken, checked) =>
      `${grouped(broken)} von ${grouped(checked)} ${checked === 1 ? 'Objekt passt' : 'Objekten passen'} nicht.`,
    onlyNewest: (checked, total) =>
      `Nur die neuesten ${grouped(checked)} von ${grouped(total)} wurden geprüft.`,
    firstShown: (shown) => `Die ersten ${grouped(shown)}:`,
    whole: 'als Ganzes',
    annotationsTitle: 'Nicht geprüft',
    annotationsHint:
      'Diese Schlüsselwörter bleiben erhalten, entscheiden aber nicht, welche Daten angenommen werden.',
    annotationReasons: {
      UNKNOWN: 'ist kein Schlüsselwort von JSON Schema',
      INFORMS: 'dient nur der Information',
      FORMAT: 'ist kein bekanntes Format',
      BESIDE_REF: 'hat in diesem Draft neben $ref keine Wirkung',
      ALONE: 'hat ohne das zugehörige Schlüsselwort keine Wirkung',
    },
    annotationPlaces: (path, count) =>
      count === 1 ? `(bei ${path})` : `(bei ${path} und ${grouped(count - 1)} weiteren Stellen)`,
  },
});
