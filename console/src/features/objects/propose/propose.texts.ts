import { grouped, texts } from '../../../platform/texts.ts';

export const useProposeTexts = texts({
  en: {
    title: (object: string) => `Add ${object} to a change set`,
    which: 'Change set',
    another: 'New change set',
    changesIn: (count: number) => (count === 1 ? '1 change' : `${grouped(count)} changes`),
    replaces: (who: string) =>
      `This change set already changes the object, last edited by ${who}. Your change replaces it.`,
    replacesMany:
      'Where this change set already changes one of these objects, your change replaces it.',
    restarts:
      'This change set has been submitted. Adding to it starts a new revision, and approvals given so far no longer count.',
    reasonLeftOut:
      'The reason you entered is not used: this change set has its own reason, shown on its page.',
    someone: 'someone',
    add: 'Add to change set',
    cancel: 'Cancel',
    added: (object: string, set: string) => `${object} added to “${set}”`,
    addedMany: (objects: string, set: string) => `${objects} added to “${set}”`,
    open: 'Open',
    notAdded: 'This was not added to the change set',
  },
  de: {
    title: (object: string) => `${object} in einen Änderungssatz aufnehmen`,
    which: 'Änderungssatz',
    another: 'Neuer Änderungssatz',
    changesIn: (count: number) => (count === 1 ? '1 Änderung' : `${grouped(count)} Änderungen`),
    replaces: (who: string) =>
      `Dieser Änderungssatz ändert das Objekt schon, zuletzt bearbeitet von ${who}. Deine Änderung ersetzt sie.`,
    replacesMany:
      'Wo dieser Änderungssatz eines dieser Objekte schon ändert, wird das durch deine Änderung ersetzt.',
    restarts:
      'Dieser Änderungssatz ist eingereicht. Mit der Aufnahme beginnt eine neue Revision: Bisherige Freigaben zählen nicht mehr.',
    reasonLeftOut:
      'Der Grund, den du angegeben hast, wird nicht übernommen: Dieser Änderungssatz hat auf seiner Seite einen eigenen.',
    someone: 'jemandem',
    add: 'In einen Änderungssatz',
    cancel: 'Abbrechen',
    added: (object: string, set: string) => `${object} wurde in „${set}“ aufgenommen`,
    addedMany: (objects: string, set: string) => `${objects} wurden in „${set}“ aufgenommen`,
    open: 'Öffnen',
    notAdded: 'Das wurde nicht in den Änderungssatz aufgenommen',
  },
});
