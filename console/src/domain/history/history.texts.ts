import { texts } from '../../platform/texts.ts';

export const useHistoryTexts = texts({
  en: {
    by: (name: string) => `by ${name}`,
    actorOutsideScope: 'by a user you can’t see',
    bySystem: 'by the system',
    byUnknown: 'by someone unknown',
    from: (address: string) => `from ${address}`,
    before: 'Before',
    after: 'After',
    changedTo: 'changed to',
    added: 'added',
    removed: 'removed',
    inAuditLog: 'Open in the audit log',
    none: 'No events yet.',
    more: 'Show more',
    notMore: 'More could not be loaded',
    nothing: 'nothing',
    yes: 'yes',
    no: 'no',
  },
  de: {
    by: (name: string) => `von ${name}`,
    actorOutsideScope: 'von einem Benutzer, den du nicht sehen kannst',
    bySystem: 'vom System',
    byUnknown: 'von jemand Unbekanntem',
    from: (address: string) => `von der Adresse ${address}`,
    before: 'Vorher',
    after: 'Nachher',
    changedTo: 'wurde zu',
    added: 'hinzugefügt',
    removed: 'entfernt',
    inAuditLog: 'Im Audit-Log öffnen',
    none: 'Noch keine Ereignisse.',
    more: 'Mehr zeigen',
    notMore: 'Mehr konnte nicht geladen werden',
    nothing: 'nichts',
    yes: 'ja',
    no: 'nein',
  },
});

export type HistoryTexts = ReturnType<typeof useHistoryTexts>;
