import { grouped, texts } from '../../platform/texts.ts';

export const useChartTexts = texts({
  en: {
    failed: (count: number) => (count === 0 ? 'None failed' : `${grouped(count)} failed`),
    failedHeading: 'Failed',
    cut: 'The bar with a gap is far higher than drawn.',
    onDay: (day: string, counted: string) => `${day}: ${counted}`,
    of: {
      DAY: {
        heading: 'Day (UTC)',
        most: (most: number) => `Peak: ${grouped(most)} per day`,
        period: (counted: string, days: number) =>
          days === 1 ? `${counted} in 1 day` : `${counted} in ${grouped(days)} days`,
      },
      HOUR: {
        heading: 'Hour',
        most: (most: number) => `Peak: ${grouped(most)} per hour`,
        period: (counted: string, hours: number) =>
          hours === 1 ? `${counted} in 1 hour` : `${counted} in ${grouped(hours)} hours`,
      },
    },
    versions: {
      heading: 'Versions',
      inAll: (sum: number) => (sum === 1 ? '1 version' : `${grouped(sum)} versions`),
    },
    events: {
      heading: 'Events',
      inAll: (sum: number) => (sum === 1 ? '1 event' : `${grouped(sum)} events`),
    },
    requests: {
      heading: 'Requests',
      inAll: (sum: number) => (sum === 1 ? '1 request' : `${grouped(sum)} requests`),
    },
    times: {
      heading: '95 of 100 within (ms)',
      inAll: (ms: number) => `95 of 100 within ${grouped(ms)} ms`,
    },
  },
  de: {
    failed: (count) => (count === 0 ? 'Nichts fehlgeschlagen' : `${grouped(count)} fehlgeschlagen`),
    failedHeading: 'Fehlgeschlagen',
    cut: 'Der Balken mit der Lücke ist weit höher als gezeichnet.',
    onDay: (day, counted) => `${day}: ${counted}`,
    of: {
      DAY: {
        heading: 'Tag (UTC)',
        most: (most) => `höchstens ${grouped(most)} am Tag`,
        period: (counted, days) =>
          days === 1 ? `${counted} an 1 Tag` : `${counted} in ${grouped(days)} Tagen`,
      },
      HOUR: {
        heading: 'Stunde',
        most: (most) => `höchstens ${grouped(most)} pro Stunde`,
        period: (counted, hours) =>
          hours === 1 ? `${counted} in 1 Stunde` : `${counted} in ${grouped(hours)} Stunden`,
      },
    },
    versions: {
      heading: 'Versionen',
      inAll: (sum) => (sum === 1 ? '1 Version' : `${grouped(sum)} Versionen`),
    },
    events: {
      heading: 'Ereignisse',
      inAll: (sum) => (sum === 1 ? '1 Ereignis' : `${grouped(sum)} Ereignisse`),
    },
    requests: {
      heading: 'Anfragen',
      inAll: (sum) => (sum === 1 ? '1 Anfrage' : `${grouped(sum)} Anfragen`),
    },
    times: {
      heading: '95 von 100 in höchstens (ms)',
      inAll: (ms) => `95 von 100 in höchstens ${grouped(ms)} ms`,
    },
  },
});
