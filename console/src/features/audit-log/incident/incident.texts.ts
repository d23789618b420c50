import { grouped, texts } from '../../../platform/texts.ts';
import type { IncidentKind } from '../../../domain/incidents/incident-path.ts';
import type { Lane } from './lanes.ts';

const lanesInEnglish: Record<Lane, string> = {
  reads: 'Looked at',
  writes: 'Wrote',
  grants: 'Granted',
  exports: 'Exported',
  failures: 'Failed',
  others: 'Other',
};
const lanesInGerman: Record<Lane, string> = {
  reads: 'Angesehen',
  writes: 'Geschrieben',
  grants: 'Rechte geändert',
  exports: 'Exportiert',
  failures: 'Fehlgeschlagen',
  others: 'Anderes',
};
const nothingInEnglish: Record<Lane, string> = {
  reads: 'No recorded reads in this period.',
  writes: 'Wrote nothing in this period.',
  grants: 'Changed nobody’s access in this period.',
  exports: 'Exported nothing in this period.',
  failures: 'Nothing failed in this period.',
  others: 'No other events in this period.',
};
const nothingInGerman: Record<Lane, string> = {
  reads: 'Keine aufgezeichneten Lesezugriffe in diesem Zeitraum.',
  writes: 'In diesem Zeitraum nichts geschrieben.',
  grants: 'In diesem Zeitraum keine Zugriffsrechte geändert.',
  exports: 'In diesem Zeitraum nichts exportiert.',
  failures: 'In diesem Zeitraum ist nichts fehlgeschlagen.',
  others: 'Keine anderen Ereignisse in diesem Zeitraum.',
};
const kindsInEnglish: Record<IncidentKind, string> = {
  user: 'User',
  application: 'Application',
  token: 'API token',
  address: 'Address',
};
const kindsInGerman: Record<IncidentKind, string> = {
  user: 'Benutzer',
  application: 'Anwendung',
  token: 'API-Token',
  address: 'Adresse',
};

export const useIncidentTexts = texts({
  en: {
    incident: 'Incident',
    titleOf: (name: string) => `Incident: ${name}`,
    auditLog: 'Audit log',
    choose: 'Choose whom to investigate',
    chooseHint:
      'Choose a user, or enter an address. Users, API tokens, applications and events of the audit log lead here too.',
    user: 'User',
    anyUser: 'Choose a user',
    address: 'Address',
    from: 'From',
    to: 'Until',
    kinds: kindsInEnglish,
    timeline: 'Over time',
    no: '–',
    unknown: '?',
    lanes: lanesInEnglish,
    nothing: nothingInEnglish,
    nothingKnown: 'No recorded events in this period.',
    readsHint:
      'Only partitions whose owners record reads. What was read elsewhere is not recorded.',
    writesOfToken:
      'Versions do not say with which token they were written: these are all versions of its owner.',
    writesOfAddress:
      'Versions do not say from which address they were written. Investigate one of these users:',
    noneAtAddress: 'No user is known to have acted from this address in this period.',
    grantsHint: 'Undo what should not remain. Each shows its effects before anything is changed.',
    newest: (count: number) => `The newest ${grouped(count)} are shown.`,
    allReads: 'All of them',
    allEvents: 'All in the audit log',
    versionOf: (title: string, type: string) => `${title} (${type})`,
    ended: 'ended',
    imported: 'imported',
    respond: 'Respond',
    respondHint: 'Each action can be taken alone, or all of them together.',
    all: 'All of it…',
    end: 'End sessions and tokens…',
    revert: 'Propose to revert…',
    evidence: 'Create evidence…',
    allTitle: (name: string) => `Respond to what ${name} did?`,
    endTitle: (name: string) => `End the sessions and tokens of ${name}?`,
    endTokenTitle: (name: string) => `Revoke ${name}?`,
    revertTitle: (name: string) => `Propose to revert what ${name} wrote?`,
    evidenceTitle: (name: string) => `Create evidence of what ${name} touched?`,
    question: 'This is done with your own rights, and recorded in the audit log.',
    revertQuestion:
      'A change set is created in each partition. Nothing changes until it is reviewed and committed. What others wrote to the same objects in between is taken back too.',
    evidenceQuestion:
      'A ZIP file with data, proofs and members is created for each partition, as it is now.',
    sessions: (count: number) =>
      count === 1 ? '1 session ends' : `${grouped(count)} sessions end`,
    tokens: (count: number) =>
      count === 1 ? '1 token is revoked' : `${grouped(count)} tokens are revoked`,
    nothingToEnd: 'No sessions and no API tokens are left',
    reverts: (name: string, count: number) =>
      `${name}: ${count === 1 ? '1 version' : `${grouped(count)} versions`}`,
    cannotRevert: (name: string) => `${name}: you cannot propose changes here`,
    evidenceOf: (name: string) => `${name}: one ZIP file`,
    moreReads: (count: number) =>
      `Only partitions of the newest ${count === 1 ? 'read' : `${grouped(count)} reads`} are known`,
    grantsRemain: (count: number, isCut: boolean) =>
      isCut
        ? `More than ${grouped(count)} changes of access remain, to undo one by one`
        : count === 1
          ? '1 change of access is listed below, to undo one by one'
          : `${grouped(count)} changes of access are listed below, to undo one by one`,
    confirm: 'Do it',
    failed: 'Not everything was done',
    done: 'Done',
    setTitle: (name: string) => `Revert: changes by ${name}`,
    sets: 'Change sets to review',
    files: 'Evidence files',
    fileName: 'evidence',
  },
  de: {
    incident: 'Vorfall',
    titleOf: (name: string) => `Vorfall: ${name}`,
    auditLog: 'Audit-Log',
    choose: 'Wähle, wen du untersuchen willst',
    chooseHint:
      'Wähle einen Benutzer oder gib eine Adresse ein. Auch Benutzer, API-Tokens, Anwendungen und Ereignisse des Audit-Logs führen hierher.',
    user: 'Benutzer',
    anyUser: 'Benutzer wählen',
    address: 'Adresse',
    from: 'Von',
    to: 'Bis',
    kinds: kindsInGerman,
    timeline: 'Zeitlicher Verlauf',
    no: '–',
    unknown: '?',
    lanes: lanesInGerman,
    nothing: nothingInGerman,
    nothingKnown: 'Keine aufgezeichneten Ereignisse in diesem Zeitraum.',
    readsHint:
      'Nur Partitionen, deren Eigentümer Lesezugriffe aufzeichnen. Was anderswo gelesen wurde, ist nicht aufgezeichnet.',
    writesOfToken:
      'Versionen halten nicht fest, mit welchem Token sie geschrieben wurden. Das sind alle Versionen seines Eigentümers.',
    writesOfAddress:
      'Versionen halten nicht fest, von welcher Adresse sie geschrieben wurden. Untersuche einen dieser Benutzer:',
    noneAtAddress: 'Von dieser Adresse hat in diesem Zeitraum kein bekannter Benutzer gehandelt.',
    grantsHint:
      'Mach rückgängig, was nicht bleiben soll. Jede Änderung zeigt ihre Wirkung, bevor etwas geschieht.',
    newest: (count: number) => `Gezeigt werden die neuesten ${grouped(count)}.`,
    allReads: 'Alle',
    allEvents: 'Alle im Audit-Log',
    versionOf: (title: string, type: string) => `${title} (${type})`,
    ended: 'beendet',
    imported: 'importiert',
    respond: 'Reagieren',
    respondHint: 'Jede Maßnahme lässt sich einzeln ausführen, oder alle zusammen.',
    all: 'Alles …',
    end: 'Sitzungen und Tokens beenden …',
    revert: 'Rücknahme vorschlagen …',
    evidence: 'Nachweis erstellen …',
    allTitle: (name) => `Alle Maßnahmen gegen ${name} ausführen?`,
    endTitle: (name) => `Sitzungen und Tokens von ${name} beenden?`,
    endTokenTitle: (name) => `${name} widerrufen?`,
    revertTitle: (name) => `Rücknahme der Änderungen von ${name} vorschlagen?`,
    evidenceTitle: (name) => `Nachweis über alles erstellen, womit ${name} gearbeitet hat?`,
    question: 'Das geschieht mit deinen eigenen Rechten und wird im Audit-Log aufgezeichnet.',
    revertQuestion:
      'In jeder Partition entsteht ein Änderungssatz. Nichts ändert sich, bevor er geprüft und geschrieben ist. Auch was andere dazwischen an denselben Objekten geschrieben haben, wird zurückgenommen.',
    evidenceQuestion:
      'Für jede Partition entsteht eine ZIP-Datei mit Daten, Beweisen und Mitgliedern, Stand jetzt.',
    sessions: (count: number) =>
      count === 1 ? '1 Sitzung endet' : `${grouped(count)} Sitzungen enden`,
    tokens: (count: number) =>
      count === 1 ? '1 Token wird widerrufen' : `${grouped(count)} Tokens werden widerrufen`,
    nothingToEnd: 'Es gibt keine Sitzungen und keine API-Tokens mehr',
    reverts: (name, count: number) =>
      `${name}: ${count === 1 ? '1 Version' : `${grouped(count)} Versionen`}`,
    cannotRevert: (name) => `${name}: hier kannst du keine Änderungen vorschlagen`,
    evidenceOf: (name) => `${name}: eine ZIP-Datei`,
    moreReads: (count: number) =>
      `Nur Partitionen ${count === 1 ? 'des neuesten Lesezugriffs' : `der neuesten ${grouped(count)} Lesezugriffe`} sind bekannt`,
    grantsRemain: (count: number, isCut: boolean) =>
      isCut
        ? `Mehr als ${grouped(count)} Änderungen von Zugriffsrechten bleiben: Sie lassen sich einzeln rückgängig machen`
        : count === 1
          ? '1 Änderung von Zugriffsrechten bleibt: Sie lässt sich unten rückgängig machen'
          : `${grouped(count)} Änderungen von Zugriffsrechten bleiben: Sie lassen sich unten einzeln rückgängig machen`,
    confirm: 'Ausführen',
    failed: 'Nicht alles wurde erledigt',
    done: 'Erledigt',
    setTitle: (name) => `Rücknahme: Änderungen von ${name}`,
    sets: 'Änderungssätze zum Prüfen',
    files: 'Nachweise',
    fileName: 'nachweis',
  },
});

export type IncidentTexts = ReturnType<typeof useIncidentTexts>;
