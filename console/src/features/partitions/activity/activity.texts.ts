import { grouped, texts } from '../../../shared/texts.ts';

export const useActivityTexts = texts({
  en: {
    activity: 'Activity',
    label: 'Versions by the time they are dated',
    period: 'From (UTC)',
    most: {
      day: (most: number) => `Peak: ${grouped(most)} per day`,
      week: (most: number) => `Peak: ${grouped(most)} per week`,
      month: (most: number) => `Peak: ${grouped(most)} per month`,
      year: (most: number) => `Peak: ${grouped(most)} per bar`,
    },
    range: 'Shown time',
    start: 'Beginning of the shown time',
    end: 'End of the shown time',
    fromTo: (from: string, to: string) => `${from} – ${to}`,
    everything: 'Show all',
    none: 'No versions yet',
  },
  de: {
    activity: 'Aktivität',
    label: 'Versionen nach der Zeit, die sie tragen',
    period: 'Von (UTC)',
    most: {
      day: (most) => `höchstens ${grouped(most)} am Tag`,
      week: (most) => `höchstens ${grouped(most)} in der Woche`,
      month: (most) => `höchstens ${grouped(most)} im Monat`,
      year: (most) => `höchstens ${grouped(most)} je Balken`,
    },
    range: 'Gezeigte Zeit',
    start: 'Anfang der gezeigten Zeit',
    end: 'Ende der gezeigten Zeit',
    fromTo: (from, to) => `${from} – ${to}`,
    everything: 'Alles zeigen',
    none: 'Noch keine Versionen',
  },
});
