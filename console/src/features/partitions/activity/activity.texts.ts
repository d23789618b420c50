import { grouped, texts } from '../../../platform/texts.ts';

export const useActivityTexts = texts({
  en: {
    activity: 'Activity',
    label: 'Versions by date',
    period: 'From (UTC)',
    most: {
      day: (most: number) => `Peak: ${grouped(most)} per day`,
      week: (most: number) => `Peak: ${grouped(most)} per week`,
      month: (most: number) => `Peak: ${grouped(most)} per month`,
      year: (most: number) => `Peak: ${grouped(most)} per bar`,
    },
    range: 'Shown period',
    start: 'Start of the shown period',
    end: 'End of the shown period',
    fromTo: (from: string, to: string) => `${from} – ${to}`,
    everything: 'Show all',
    none: 'No versions yet',
  },
  de: {
    activity: 'Aktivität',
    label: 'Versionen nach Datum',
    period: 'Von (UTC)',
    most: {
      day: (most) => `höchstens ${grouped(most)} am Tag`,
      week: (most) => `höchstens ${grouped(most)} in der Woche`,
      month: (most) => `höchstens ${grouped(most)} im Monat`,
      year: (most) => `höchstens ${grouped(most)} je Balken`,
    },
    range: 'Gezeigter Zeitraum',
    start: 'Anfang des gezeigten Zeitraums',
    end: 'Ende des gezeigten Zeitraums',
    fromTo: (from, to) => `${from} – ${to}`,
    everything: 'Alles zeigen',
    none: 'Noch keine Versionen',
  },
});
