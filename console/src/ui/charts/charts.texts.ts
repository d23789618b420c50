import { grouped, texts } from '../../platform/texts.ts';

export const useChartTexts = texts({
  en: {
    day: 'Day (UTC)',
    failed: (count: number) => `${grouped(count)} failed`,
    failedHeading: 'Failed',
    cut: 'The bar with a gap is far higher than drawn.',
    most: (most: number) => `Peak: ${grouped(most)} per day`,
    onDay: (day: string, counted: string) => `${day}: ${counted}`,
    inDays: (counted: string, days: number) =>
      days === 1 ? `${counted} in 1 day` : `${counted} in ${grouped(days)} days`,
    versions: {
      heading: 'Versions',
      inAll: (sum: number) => (sum === 1 ? '1 version' : `${grouped(sum)} versions`),
    },
    events: {
      heading: 'Events',
      inAll: (sum: number) => (sum === 1 ? '1 event' : `${grouped(sum)} events`),
    },
  },
  de: {
    day: 'Tag (UTC)',
    failed: (count) => `${grouped(count)} fehlgeschlagen`,
    failedHeading: 'Fehlgeschlagen',
    cut: 'Der Balken mit der Lücke ist weit höher als gezeichnet.',
    most: (most) => `höchstens ${grouped(most)} am Tag`,
    onDay: (day, counted) => `${day}: ${counted}`,
    inDays: (counted, days) =>
      days === 1 ? `${counted} an 1 Tag` : `${counted} in ${grouped(days)} Tagen`,
    versions: {
      heading: 'Versionen',
      inAll: (sum) => (sum === 1 ? '1 Version' : `${grouped(sum)} Versionen`),
    },
    events: {
      heading: 'Ereignisse',
      inAll: (sum) => (sum === 1 ? '1 Ereignis' : `${grouped(sum)} Ereignisse`),
    },
  },
});
