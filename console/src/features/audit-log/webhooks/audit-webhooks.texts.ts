import { texts } from '../../../platform/texts.ts';

/** Texts that only webhooks of the audit log need. */
export const useAuditWebhookTexts = texts({
  en: {
    auditLog: 'Audit log',
    title: 'Audit log webhooks',
    noneHint: 'A webhook sends the events of the audit log to another program, in order.',
    noSuchHint: 'It was deleted, or you may not read the whole audit log.',
    actions: 'Only these events',
    actionsHint: 'Leave empty for all events, including those that later versions add.',
    allActions: 'All events',
    outcome: 'Outcome',
    outcomes: { ALL: 'All', SUCCESS: 'Only what succeeded', FAILURE: 'Only what failed' },
    entry: 'Entry',
    fromEntry: 'From this entry on',
    chain: 'How to detect a gap',
    chainExplained:
      'Each message carries the hash of its event (hash), that of the event before it (previousHash) and the text that was hashed (hashed). The hash is the SHA-256 of the bytes of previousHash followed by hashed.',
    chainCheck:
      'Compare each previousHash with the hash before it: where they differ, an event is missing or was altered. With a filter, there are gaps between the entries, but each message can still be checked on its own.',
    chainGuide: 'An example in the guide',
  },
  de: {
    auditLog: 'Audit-Log',
    title: 'Webhooks des Audit-Logs',
    noneHint:
      'Ein Webhook sendet die Ereignisse des Audit-Logs der Reihe nach an ein anderes Programm.',
    noSuchHint: 'Er wurde gelöscht, oder du darfst nicht das ganze Audit-Log lesen.',
    actions: 'Nur diese Ereignisse',
    actionsHint: 'Leer für alle Ereignisse, auch für die, die eine spätere Version hinzufügt.',
    allActions: 'Alle Ereignisse',
    outcome: 'Ergebnis',
    outcomes: { ALL: 'Alle', SUCCESS: 'Nur Erfolgreiches', FAILURE: 'Nur Fehlgeschlagenes' },
    entry: 'Eintrag',
    fromEntry: 'Ab diesem Eintrag',
    chain: 'Wie man Lücken erkennt',
    chainExplained:
      'Jede Nachricht enthält den Hash ihres Ereignisses (hash), den des Ereignisses davor (previousHash) und den Text, aus dem er entstand (hashed). Der Hash ist der SHA-256 über die Bytes von previousHash und danach hashed.',
    chainCheck:
      'Vergleiche jedes previousHash mit dem hash davor: Wo sie sich unterscheiden, fehlt ein Ereignis oder wurde verändert. Mit einem Filter gibt es Lücken zwischen den Einträgen; jede Nachricht lässt sich trotzdem für sich prüfen.',
    chainGuide: 'Ein Beispiel im Handbuch',
  },
});

export type AuditWebhookTexts = ReturnType<typeof useAuditWebhookTexts>;
