import { texts } from '../texts.ts';

export const useHistoryTexts = texts({
  en: {
    by: (name: string) => `by ${name}`,
    actorOutsideScope: 'by someone outside your scope',
    outsideScope: 'outside your scope',
    unknownActor: 'by system or unknown',
    from: (address: string) => `from ${address}`,
    before: 'Before',
    after: 'After',
    changedTo: 'changed to',
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
    actorOutsideScope: 'von jemandem außerhalb deines Bereichs',
    outsideScope: 'außerhalb deines Bereichs',
    unknownActor: 'vom Betreiber oder von jemand Unbekanntem',
    from: (address: string) => `von der Adresse ${address}`,
    before: 'Vorher',
    after: 'Nachher',
    changedTo: 'wurde zu',
    inAuditLog: 'Im Audit-Log öffnen',
    none: 'Es ist noch nichts festgehalten.',
    more: 'Mehr zeigen',
    notMore: 'Mehr konnte nicht geladen werden',
    nothing: 'nichts',
    yes: 'ja',
    no: 'nein',
  },
});

export type HistoryTexts = ReturnType<typeof useHistoryTexts>;
