import { grouped, texts } from '../../platform/texts.ts';

/** Texts of the lists of change sets, and of everything else about them. */
export const useChangeSetTexts = texts({
  en: {
    changeSet: 'Change set',
    changeSets: 'Change sets',
    newChangeSet: 'New change set',
    begin: 'Create change set',
    begun: (title: string) => `“${title}” created`,
    notBegun: 'The change set was not created',
    title: 'Title',
    titleHint: 'What changes, in a few words.',
    titleNeeded: 'Enter a title.',
    titleTooLong: 'A title has at most 200 characters.',
    description: 'Description',
    descriptionHint: 'Why, and what reviewers should know. Optional.',
    descriptionTooLong: 'A description has at most 10,000 characters.',
    reason: 'Reason for the change',
    reasonHint: 'Stored permanently with each version. If empty, the title is used.',
    reasonTooLong: 'A reason has at most 1,000 characters.',
    state: 'Status',
    anyState: 'Any status',
    whose: 'Author',
    anyones: 'Any author',
    mine: 'My change sets',
    forMe: 'Review',
    anyReview: 'Any review',
    toReview: 'Waiting for my review',
    author: 'Author',
    changes: 'Changes',
    openComments: 'Open comments',
    lastChange: 'Last change',
    none: 'No change sets yet',
    noneHint:
      'A change set collects changes to many objects. Others review it, and all changes are written at once.',
    states: {
      DRAFT: 'Draft',
      IN_REVIEW: 'In review',
      CHANGES_REQUESTED: 'Changes requested',
      READY: 'Ready to commit',
      APPROVED: 'Approved',
      COMMITTED: 'Committed',
      WITHDRAWN: 'Withdrawn',
    },
    roles: { OWNER: 'owners', EDITOR: 'editors' },
    or: 'or',
    and: 'and',
    allTypes: 'All types',
    allOtherTypes: 'All other types',
    /** @param signed whether only signed ones count */
    approvalsOf: (count: number, signed: boolean) =>
      `${grouped(count)} ${signed ? 'signed ' : ''}${count === 1 ? 'approval' : 'approvals'}`,
    /** @param types "PRODUCT and CATEGORY" */
    rule: (types: string, approvals: string, who: string) =>
      `${types}: changes need ${approvals} by ${who}, and are made through a change set.`,
    ruleWithReason: (types: string, approvals: string, who: string) =>
      `${types}: changes need ${approvals} by ${who} and a reason, and are made through a change set.`,
    ruleOnlyReason: (types: string) =>
      `${types}: anyone who can write saves directly, with a reason.`,
    ruleNothing: (types: string) => `${types}: anyone who can write saves directly.`,
    noRules: 'Anyone who can write saves directly.',
    breakGlassAllowed:
      'In an emergency, a global master can commit without approvals, with a reason.',
    nobody: 'nobody',
    mustPropose: (approvals: string, who: string) =>
      `In this partition, objects of this type are changed through change sets: each change needs ${approvals} by ${who} before it is written.`,
  },
  de: {
    changeSet: 'Änderungssatz',
    changeSets: 'Änderungssätze',
    newChangeSet: 'Neuer Änderungssatz',
    begin: 'Änderungssatz anlegen',
    begun: (title: string) => `„${title}“ ist angelegt`,
    notBegun: 'Der Änderungssatz wurde nicht angelegt',
    title: 'Titel',
    titleHint: 'Was sich ändert, in wenigen Worten.',
    titleNeeded: 'Gib einen Titel an.',
    titleTooLong: 'Ein Titel hat höchstens 200 Zeichen.',
    description: 'Beschreibung',
    descriptionHint: 'Warum, und was die Prüfenden wissen sollten. Optional.',
    descriptionTooLong: 'Eine Beschreibung hat höchstens 10.000 Zeichen.',
    reason: 'Grund der Änderung',
    reasonHint:
      'Wird dauerhaft mit jeder Version gespeichert. Bleibt er leer, wird der Titel verwendet.',
    reasonTooLong: 'Ein Grund hat höchstens 1.000 Zeichen.',
    state: 'Status',
    anyState: 'Jeder Status',
    whose: 'Autor',
    anyones: 'Jeder Autor',
    mine: 'Meine Änderungssätze',
    forMe: 'Prüfung',
    anyReview: 'Jede Prüfung',
    toReview: 'Wartet auf meine Prüfung',
    author: 'Autor',
    changes: 'Änderungen',
    openComments: 'Offene Kommentare',
    lastChange: 'Letzte Änderung',
    none: 'Noch keine Änderungssätze',
    noneHint:
      'Ein Änderungssatz sammelt Änderungen an vielen Objekten. Andere prüfen ihn, und geschrieben wird alles auf einmal.',
    states: {
      DRAFT: 'Entwurf',
      IN_REVIEW: 'In Prüfung',
      CHANGES_REQUESTED: 'Änderungen verlangt',
      READY: 'Bereit zum Schreiben',
      APPROVED: 'Freigegeben',
      COMMITTED: 'Geschrieben',
      WITHDRAWN: 'Zurückgezogen',
    },
    roles: { OWNER: 'Eigentümer', EDITOR: 'Bearbeiter' },
    or: 'oder',
    and: 'und',
    allTypes: 'Alle Typen',
    allOtherTypes: 'Alle anderen Typen',
    approvalsOf: (count, signed) =>
      `${grouped(count)} ${signed ? 'signierte ' : ''}${count === 1 ? 'Freigabe' : 'Freigaben'}`,
    rule: (types: string, approvals: string, who: string) =>
      `${types}: Änderungen brauchen ${approvals} durch ${who} und werden in einem Änderungssatz gemacht.`,
    ruleWithReason: (types: string, approvals: string, who: string) =>
      `${types}: Änderungen brauchen ${approvals} durch ${who} sowie einen Grund und werden in einem Änderungssatz gemacht.`,
    ruleOnlyReason: (types: string) =>
      `${types}: Wer schreiben darf, speichert direkt, mit einem Grund.`,
    ruleNothing: (types: string) => `${types}: Wer schreiben darf, speichert direkt.`,
    noRules: 'Wer schreiben darf, speichert direkt.',
    breakGlassAllowed:
      'Im Notfall kann ein Global Master ohne Freigaben schreiben, mit einem Grund.',
    nobody: 'niemanden',
    mustPropose: (approvals: string, who: string) =>
      `Objekte dieses Typs werden in dieser Partition über Änderungssätze geändert: Jede Änderung braucht ${approvals} durch ${who}, bevor sie geschrieben wird.`,
  },
});

export type ChangeSetTexts = ReturnType<typeof useChangeSetTexts>;
