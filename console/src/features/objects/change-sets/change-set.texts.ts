import { grouped, texts } from '../../../platform/texts.ts';

const en = {
  noSuch: 'No such change set',
  noSuchHint:
    'There is no change set with this ID, or you cannot see it: until it is committed, only its author, contributors and reviewers can.',
  all: 'All change sets',
  sections: 'Sections of the change set',
  conversation: 'Conversation',
  objects: (count: number) => (count === 1 ? '1 object' : `${grouped(count)} objects`),
  various: 'various',
  moreFields: (count: number) =>
    count === 1 ? 'and 1 more field' : `and ${grouped(count)} more fields`,
  fieldsOfAll: 'How many changes touch each field',
  fieldsOfSome: (loaded: number, all: number) =>
    `How many of the first ${grouped(loaded)} of ${grouped(all)} changes touch each field`,
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  more: 'More',
  nextOf: {
    DRAFT: 'Only its author and contributors see this draft. Submit it when it is complete.',
    /** For partitions whose policy requires no approvals. */
    DRAFT_FREE:
      'Only its author and contributors see this draft. No policy requires approvals: it can be committed without a review.',
    IN_REVIEW:
      'It is waiting for approvals. Editing a change starts a new revision, which has to be approved again.',
    READY:
      'Nobody has reviewed it. No policy requires approvals: it can be committed now, or reviewed first.',
    CHANGES_REQUESTED:
      'A reviewer requested changes. The author or a contributor edits it and submits it again.',
    APPROVED: 'Committing writes all of its changes at once.',
    COMMITTED: 'Its changes are written. Each version stores the reason and links here.',
    WITHDRAWN: 'It was withdrawn. Reopen it to continue it as a draft.',
  },
  /** In review, without a policy that requires approvals. */
  waitsFor: (who: string) =>
    `It is waiting for a review by ${who}. No policy requires it: it can be committed before that.`,
  approvedBy: (who: string) => `${who} approved it.`,
  autoCommit: 'It is committed automatically with the last approval.',
  revision: (revision: number) => `Revision ${grouped(revision)}`,
  missing: (count: number, signed: boolean, who: string, types: string) =>
    `${grouped(count)} more ${signed ? 'signed ' : ''}${count === 1 ? 'approval' : 'approvals'} by ${who} needed (${types})`,
  fulfilled: (count: number, types: string) =>
    `${count === 1 ? '1 approval' : `${grouped(count)} approvals`} given (${types})`,
  tokenIssued: (whose: string) =>
    `You cannot approve this change set, because you issued an API token for ${whose}, and it may have been used to work on it.`,
  approversInstead: (who: string) => `It can be approved by ${who}.`,
  noApprovers:
    'No other member can approve it at the moment. An owner can add one, or change the policy.',
  reasonMissing: 'The policy requires a reason. Enter it under “Edit details”.',
  broken: (count: number) =>
    count === 1
      ? '1 change cannot be committed as it is.'
      : `${grouped(count)} changes cannot be committed as they are.`,
  onlyBroken: 'Show only these',
  mergeHint:
    'Merging them with newer versions is an edit, which invalidates approvals and signatures: merge before you approve.',
  mergeFirst: 'Merge first',
  showBroken: 'Show these changes',
  showAll: 'Show all changes',
  empty: 'It has no changes yet. Open an object, edit it, and choose “Add to change set”.',
  toObjects: 'Go to objects',
  submit: 'Submit for review',
  submitPolicy:
    'Those who may approve it will be told, and can approve it as it is then. Editing a change after that starts a new revision, which has to be approved again.',
  submitFree:
    'Owners of the partition and the reviewers that you choose can then see it. No policy requires approvals: without reviewers, it can be committed at once.',
  reviewersHint: 'Members of the partition who should review it. Each of them is told.',
  askReviewers: 'Choose reviewers',
  askPolicy: 'They can review it in addition to those whose approval the policy requires.',
  askFree: 'No policy requires approvals. A review that you ask for is not required for a commit.',
  reviewersAsked: 'Reviewers saved',
  asked: (who: string) => `${who} has not reviewed it yet`,
  submitted: 'Submitted for review',
  approve: 'Approve',
  sign: 'Sign my approval',
  signed: 'Signed',
  approveTitle: (revision: number) => `Approve revision ${grouped(revision)}?`,
  approveQuestion:
    'Your approval is for the changes as they are now. If one of them is edited later, it no longer counts.',
  approved: 'Approved',
  commentOptional: 'Comment (optional)',
  requestChanges: 'Request changes',
  requestChangesTitle: 'Request changes?',
  requestChangesQuestion: 'The change set goes back to its author with your comment.',
  whatToChange: 'What needs to change',
  requested: 'Changes requested',
  commentNeeded: 'Enter a comment.',
  withdraw: 'Withdraw',
  withdrawTitle: (title: string) => `Withdraw “${title}”?`,
  withdrawQuestion: 'It leaves the review. You can reopen it as a draft at any time.',
  withdrawn: 'Withdrawn',
  reopen: 'Reopen',
  reopened: 'Reopened as a draft',
  commit: 'Commit',
  commitTitle: (title: string) => `Commit “${title}”?`,
  commitQuestion:
    'All changes are written at once, or none. They can be reverted later, and stay in the history.',
  committed: (count: number) =>
    count === 1 ? 'Committed: 1 version written' : `Committed: ${grouped(count)} versions written`,
  notDone: 'This could not be done',
  breakGlass: 'Commit without approvals…',
  breakGlassTitle: 'Commit without approvals?',
  breakGlassQuestion:
    'For emergencies. The change set, the history of the partition, the audit log and the home page of all global masters will show that you did this, and why.',
  breakGlassReason: 'Why it cannot wait for approvals',
  breakGlassConfirm: 'Commit without approvals',
  revert: 'Revert this change set',
  revertTitle: (title: string) => `Revert “${title}”?`,
  revertQuestion:
    'This creates a new change set with the inverse of every change, for you to check. The same policy applies to it.',
  revertConfirm: 'Create revert',
  titleOfRevert: (title: string) => `Revert: ${title}`,
  reverting: 'Revert created as a draft',
  remove: 'Delete',
  removeTitle: (title: string) => `Delete “${title}”?`,
  removeQuestion:
    'Its changes, comments and reviews are lost. Versions that are already written stay.',
  removed: (title: string) => `“${title}” deleted`,
  viewWith: 'View with this change set',
  editDetails: 'Edit details',
  detailsSaved: 'Details saved',
  save: 'Save',
  contributors: 'Contributors',
  contributorsHint: 'Editors or owners who can also edit this change set. They cannot approve it.',
  findMember: 'Member name',
  autoCommitLabel: 'Commit automatically with the last approval',
  details: 'Details',
  author: 'Author',
  begun: 'Created',
  submittedDate: 'Submitted',
  reason: 'Reason for the change',
  titleIsReason: 'Same as the title',
  description: 'Description',
  noDescription: 'No description.',
  committedBy: 'Committed',
  byItself: 'automatically, with the last approval',
  sequences: (first: number, last: number) =>
    first === last
      ? `Entry ${grouped(first)} of the partition`
      : `Entries ${grouped(first)} to ${grouped(last)} of the partition`,
  withoutApprovals: (who: string) =>
    `${who} committed this without the approvals that the policy requires.`,
  why: 'Reason given:',
  revertOf: 'Reverts',
  revertedBy: 'Reverted by',
  reviews: 'Reviews',
  reviewers: 'Reviewers',
  noReviews: 'Not reviewed.',
  decisions: { APPROVED: 'approved', CHANGES_REQUESTED: 'requested changes' },
  earlier: 'for an earlier revision',
  notCounting: 'does not count',
  replaced: 'replaced by a later one',
  changes: 'Changes',
  counts: {
    create: (count: number) => (count === 1 ? '1 new object' : `${grouped(count)} new objects`),
    newVersion: (count: number) =>
      count === 1 ? '1 new version' : `${grouped(count)} new versions`,
    end: (count: number) => (count === 1 ? '1 timeline ends' : `${grouped(count)} timelines end`),
    restore: (count: number) => (count === 1 ? '1 restore' : `${grouped(count)} restores`),
  },
  kinds: {
    create: 'New object',
    newVersion: 'New version',
    end: 'Ends',
    restore: 'Restored version',
  },
  editedBy: (who: string) => `Edited by ${who}`,
  changedUnderneath: 'Out of date',
  problem: (count: number) => (count === 1 ? '1 problem' : `${grouped(count)} problems`),
  commentsCount: (count: number) =>
    count === 1 ? '1 open comment' : `${grouped(count)} open comments`,
  problemsTitle: 'This cannot be committed as it is',
  staleHint: (count: number | undefined, who: string) =>
    count === undefined
      ? `${who} has saved a newer version since this change was made.`
      : `${who} has saved version ${grouped(count)} since this change was made.`,
  merge: 'Merge',
  mergeTitle: (title: string) => `Merge ${title}`,
  mergeIntro:
    'A newer version was saved since this change was made. Choose for each field which side the change set takes.',
  takeMerged: 'Add to the change set',
  rebase: 'Keep it, based on the newest version',
  edit: 'Edit',
  editTitle: (title: string) => `${title} in this change set`,
  saveOperation: 'Update change set',
  updated: (title: string) => `${title} updated in the change set`,
  localReferences: (names: string) =>
    `References to new objects of this change set stay as they are: ${names}.`,
  removeOperation: 'Remove',
  removeOperationTitle: (title: string) => `Remove the change to ${title}?`,
  removeOperationQuestion: 'The change is removed from this change set. The object stays as it is.',
  removedOperation: (title: string) => `${title} removed from the change set`,
  theVersion: 'Open version',
  theObject: 'Open object',
  ends: 'The timeline ends with this change.',
  loadMore: 'Show more changes',
  shownOf: (shown: number, all: number) => `${grouped(shown)} of ${grouped(all)}`,
  before: 'Before',
  after: 'With this change',
  someone: 'Someone',
  comments: 'Comments',
  noComments: 'No comments yet.',
  addComment: 'Comment',
  commentOn: (field: string) => `Comment on ${field}`,
  commentLabel: 'Your comment',
  sendComment: 'Add comment',
  cancel: 'Cancel',
  resolve: 'Resolve',
  openAgain: 'Reopen',
  resolved: 'Resolved',
  resolvedBy: (who: string) => `Resolved by ${who}`,
  resolvedCount: (count: number) =>
    count === 1 ? '1 resolved comment' : `${grouped(count)} resolved comments`,
};

const de: typeof en = {
  noSuch: 'Diesen Änderungssatz gibt es nicht',
  noSuchHint:
    'Es gibt keinen Änderungssatz mit dieser ID, oder du darfst ihn nicht sehen: Bis er geschrieben ist, sehen ihn nur sein Autor, die Mitarbeitenden und die Prüfenden.',
  all: 'Alle Änderungssätze',
  sections: 'Abschnitte des Änderungssatzes',
  conversation: 'Gespräch',
  objects: (count) => (count === 1 ? '1 Objekt' : `${grouped(count)} Objekte`),
  various: 'verschieden',
  moreFields: (count) =>
    count === 1 ? 'und 1 weiteres Feld' : `und ${grouped(count)} weitere Felder`,
  fieldsOfAll: 'Wie viele Änderungen jedes Feld betreffen',
  fieldsOfSome: (loaded, all) =>
    `Wie viele der ersten ${grouped(loaded)} von ${grouped(all)} Änderungen jedes Feld betreffen`,
  expandAll: 'Alles aufklappen',
  collapseAll: 'Alles zuklappen',
  more: 'Mehr',
  nextOf: {
    DRAFT:
      'Diesen Entwurf sehen nur sein Autor und die Mitarbeitenden. Reiche ihn ein, wenn er vollständig ist.',
    DRAFT_FREE:
      'Diesen Entwurf sehen nur sein Autor und die Mitarbeitenden. Keine Richtlinie verlangt Freigaben: Er lässt sich ohne Prüfung schreiben.',
    IN_REVIEW:
      'Er wartet auf Freigaben. Wird eine Änderung bearbeitet, beginnt eine neue Revision, die wieder freigegeben werden muss.',
    READY:
      'Niemand hat ihn geprüft. Keine Richtlinie verlangt Freigaben: Er kann sofort geschrieben oder vorher geprüft werden.',
    CHANGES_REQUESTED:
      'Bei der Prüfung wurden Änderungen verlangt. Der Autor oder ein Mitarbeitender bearbeitet ihn und reicht ihn wieder ein.',
    APPROVED: 'Beim Schreiben werden alle Änderungen auf einmal wirksam.',
    COMMITTED:
      'Seine Änderungen sind geschrieben. Jede Version behält den Grund und verweist hierher.',
    WITHDRAWN: 'Er wurde zurückgezogen. Wieder geöffnet geht er als Entwurf weiter.',
  },
  waitsFor: (who) =>
    `Er wartet auf die Prüfung durch ${who}. Keine Richtlinie verlangt sie: Er lässt sich auch vorher schreiben.`,
  approvedBy: (who) => `Freigegeben von ${who}.`,
  autoCommit: 'Mit der letzten Freigabe wird er automatisch geschrieben.',
  revision: (revision) => `Revision ${grouped(revision)}`,
  missing: (count, signed, who, types) =>
    `Es ${count === 1 ? 'fehlt' : 'fehlen'} noch ${grouped(count)} ${signed ? 'signierte ' : ''}${count === 1 ? 'Freigabe' : 'Freigaben'} durch ${who} (${types})`,
  fulfilled: (count, types) =>
    `${count === 1 ? '1 Freigabe ist' : `${grouped(count)} Freigaben sind`} da (${types})`,
  tokenIssued: (whose) =>
    `Du kannst diesen Änderungssatz nicht freigeben, denn du hast ein API-Token für ${whose} ausgestellt, mit dem daran gearbeitet worden sein kann.`,
  approversInstead: (who) => `Freigeben können ihn: ${who}.`,
  noApprovers:
    'Zurzeit kann ihn kein anderes Mitglied freigeben. Ein Eigentümer kann eines hinzufügen oder die Richtlinie ändern.',
  reasonMissing: 'Die Richtlinie verlangt einen Grund. Gib ihn unter „Angaben bearbeiten“ an.',
  broken: (count) =>
    count === 1
      ? '1 Änderung kann so nicht geschrieben werden.'
      : `${grouped(count)} Änderungen können so nicht geschrieben werden.`,
  onlyBroken: 'Nur diese zeigen',
  mergeHint:
    'Das Zusammenführen mit neueren Versionen ist eine Bearbeitung und macht Freigaben und Signaturen ungültig: Führe sie vor der Freigabe zusammen.',
  mergeFirst: 'Erst zusammenführen',
  showBroken: 'Diese Änderungen zeigen',
  showAll: 'Alle Änderungen zeigen',
  empty:
    'Er hat noch keine Änderungen. Öffne ein Objekt, bearbeite es und wähle „In einen Änderungssatz“.',
  toObjects: 'Zu den Objekten',
  submit: 'Zur Prüfung einreichen',
  submitPolicy:
    'Wer ihn freigeben darf, erfährt davon und kann ihn in diesem Stand freigeben. Wird danach eine Änderung bearbeitet, beginnt eine neue Revision, die wieder freigegeben werden muss.',
  submitFree:
    'Eigentümer der Partition und die gewählten Prüfenden sehen ihn dann. Keine Richtlinie verlangt Freigaben: Ohne Prüfende lässt er sich sofort schreiben.',
  reviewersHint: 'Mitglieder der Partition, die ihn prüfen sollen. Sie erfahren davon.',
  askReviewers: 'Prüfende wählen',
  askPolicy: 'Sie können ihn prüfen, zusätzlich zu denen, deren Freigabe die Richtlinie verlangt.',
  askFree:
    'Keine Richtlinie verlangt Freigaben. Eine erbetene Prüfung ist zum Schreiben nicht nötig.',
  reviewersAsked: 'Die Prüfenden sind gespeichert',
  asked: (who) => `${who} hat noch nicht geprüft`,
  submitted: 'Zur Prüfung eingereicht',
  approve: 'Freigeben',
  sign: 'Meine Freigabe signieren',
  signed: 'Signiert',
  approveTitle: (revision) => `Revision ${grouped(revision)} freigeben?`,
  approveQuestion:
    'Deine Freigabe gilt den Änderungen, wie sie jetzt sind. Wird danach eine bearbeitet, zählt sie nicht mehr.',
  approved: 'Freigegeben',
  commentOptional: 'Kommentar (optional)',
  requestChanges: 'Änderungen verlangen',
  requestChangesTitle: 'Änderungen verlangen?',
  requestChangesQuestion: 'Der Änderungssatz geht mit deinem Kommentar an seinen Autor zurück.',
  whatToChange: 'Was sich ändern muss',
  requested: 'Änderungen verlangt',
  commentNeeded: 'Gib einen Kommentar ein.',
  withdraw: 'Zurückziehen',
  withdrawTitle: (title) => `„${title}“ zurückziehen?`,
  withdrawQuestion: 'Die Prüfung endet. Du kannst ihn jederzeit als Entwurf wieder öffnen.',
  withdrawn: 'Zurückgezogen',
  reopen: 'Wieder öffnen',
  reopened: 'Wieder geöffnet, als Entwurf',
  commit: 'Schreiben',
  commitTitle: (title) => `„${title}“ schreiben?`,
  commitQuestion:
    'Alle Änderungen werden auf einmal geschrieben oder keine. Sie lassen sich später umkehren und bleiben im Verlauf.',
  committed: (count) =>
    count === 1
      ? 'Geschrieben: 1 Version ist entstanden'
      : `Geschrieben: ${grouped(count)} Versionen sind entstanden`,
  notDone: 'Das war nicht möglich',
  breakGlass: 'Ohne Freigaben schreiben …',
  breakGlassTitle: 'Ohne Freigaben schreiben?',
  breakGlassQuestion:
    'Für Notfälle. Im Änderungssatz, im Verlauf der Partition, im Audit-Log und auf der Startseite aller Global Master wird stehen, dass du das getan hast und warum.',
  breakGlassReason: 'Warum es nicht auf Freigaben warten kann',
  breakGlassConfirm: 'Ohne Freigaben schreiben',
  revert: 'Diesen Änderungssatz umkehren',
  revertTitle: (title) => `„${title}“ umkehren?`,
  revertQuestion:
    'Dafür entsteht ein neuer Änderungssatz mit der Umkehrung jeder Änderung, den du durchsehen kannst. Für ihn gilt dieselbe Richtlinie.',
  revertConfirm: 'Umkehrung anlegen',
  titleOfRevert: (title) => `Umkehrung: ${title}`,
  reverting: 'Die Umkehrung ist als Entwurf angelegt',
  remove: 'Löschen',
  removeTitle: (title) => `„${title}“ löschen?`,
  removeQuestion:
    'Seine Änderungen, Kommentare und Prüfungen gehen verloren. Bereits geschriebene Versionen bleiben.',
  removed: (title) => `„${title}“ ist gelöscht`,
  viewWith: 'Mit diesem Änderungssatz ansehen',
  editDetails: 'Angaben bearbeiten',
  detailsSaved: 'Die Angaben sind gespeichert',
  save: 'Speichern',
  contributors: 'Mitarbeitende',
  contributorsHint:
    'Bearbeiter oder Eigentümer, die diesen Änderungssatz auch bearbeiten. Freigeben können sie ihn nicht.',
  findMember: 'Name des Mitglieds',
  autoCommitLabel: 'Mit der letzten Freigabe automatisch schreiben',
  details: 'Angaben',
  author: 'Autor',
  begun: 'Angelegt',
  submittedDate: 'Eingereicht',
  reason: 'Grund der Änderung',
  titleIsReason: 'Wie der Titel',
  description: 'Beschreibung',
  noDescription: 'Keine Beschreibung.',
  committedBy: 'Geschrieben',
  byItself: 'automatisch, mit der letzten Freigabe',
  sequences: (first, last) =>
    first === last
      ? `Eintrag ${grouped(first)} der Partition`
      : `Einträge ${grouped(first)} bis ${grouped(last)} der Partition`,
  withoutApprovals: (who) =>
    `${who} hat das ohne die Freigaben geschrieben, die die Richtlinie verlangt.`,
  why: 'Angegebener Grund:',
  revertOf: 'Kehrt um',
  revertedBy: 'Umgekehrt durch',
  reviews: 'Prüfungen',
  reviewers: 'Prüfende',
  noReviews: 'Nicht geprüft.',
  decisions: { APPROVED: 'hat freigegeben', CHANGES_REQUESTED: 'hat Änderungen verlangt' },
  earlier: 'für eine frühere Revision',
  notCounting: 'zählt nicht',
  replaced: 'durch eine spätere ersetzt',
  changes: 'Änderungen',
  counts: {
    create: (count) => (count === 1 ? '1 neues Objekt' : `${grouped(count)} neue Objekte`),
    newVersion: (count) => (count === 1 ? '1 neue Version' : `${grouped(count)} neue Versionen`),
    end: (count) => (count === 1 ? '1 Zeitlinie endet' : `${grouped(count)} Zeitlinien enden`),
    restore: (count) =>
      count === 1 ? '1 Wiederherstellung' : `${grouped(count)} Wiederherstellungen`,
  },
  kinds: {
    create: 'Neues Objekt',
    newVersion: 'Neue Version',
    end: 'Endet',
    restore: 'Wiederhergestellte Version',
  },
  editedBy: (who) => `Bearbeitet von ${who}`,
  changedUnderneath: 'Veraltet',
  problem: (count) => (count === 1 ? '1 Problem' : `${grouped(count)} Probleme`),
  commentsCount: (count) =>
    count === 1 ? '1 offener Kommentar' : `${grouped(count)} offene Kommentare`,
  problemsTitle: 'Das kann so nicht geschrieben werden',
  staleHint: (count, who) =>
    count === undefined
      ? `${who} hat eine neuere Version gespeichert, seit diese Änderung gemacht wurde.`
      : `${who} hat Version ${grouped(count)} gespeichert, seit diese Änderung gemacht wurde.`,
  merge: 'Zusammenführen',
  mergeTitle: (title) => `${title} zusammenführen`,
  mergeIntro:
    'Seit diese Änderung gemacht wurde, wurde eine neuere Version gespeichert. Wähle für jedes Feld, welche Seite der Änderungssatz übernimmt.',
  takeMerged: 'In den Änderungssatz übernehmen',
  rebase: 'Behalten, auf Grundlage der neuesten Version',
  edit: 'Bearbeiten',
  editTitle: (title) => `${title} in diesem Änderungssatz`,
  saveOperation: 'Änderungssatz aktualisieren',
  updated: (title) => `${title} ist im Änderungssatz aktualisiert`,
  localReferences: (names) =>
    `Verweise auf neue Objekte dieses Änderungssatzes bleiben, wie sie sind: ${names}.`,
  removeOperation: 'Entfernen',
  removeOperationTitle: (title) => `Die Änderung an ${title} entfernen?`,
  removeOperationQuestion:
    'Die Änderung wird aus diesem Änderungssatz entfernt. Das Objekt bleibt, wie es ist.',
  removedOperation: (title) => `${title} ist nicht mehr im Änderungssatz`,
  theVersion: 'Version öffnen',
  theObject: 'Objekt öffnen',
  ends: 'Mit dieser Änderung endet die Zeitlinie.',
  loadMore: 'Weitere Änderungen zeigen',
  shownOf: (shown, all) => `${grouped(shown)} von ${grouped(all)}`,
  before: 'Vorher',
  after: 'Mit dieser Änderung',
  someone: 'Jemand',
  comments: 'Kommentare',
  noComments: 'Noch keine Kommentare.',
  addComment: 'Kommentieren',
  commentOn: (field) => `${field} kommentieren`,
  commentLabel: 'Dein Kommentar',
  sendComment: 'Kommentar hinzufügen',
  cancel: 'Abbrechen',
  resolve: 'Erledigen',
  openAgain: 'Wieder öffnen',
  resolved: 'Erledigt',
  resolvedBy: (who) => `Erledigt von ${who}`,
  resolvedCount: (count) =>
    count === 1 ? '1 erledigter Kommentar' : `${grouped(count)} erledigte Kommentare`,
};

export const useSetTexts = texts({ en, de });
export type SetTexts = ReturnType<typeof useSetTexts>;
